//! The decision on what was imported, with the steep cells that it keeps.

use std::f32::consts::PI;

use serde::Serialize;

use crate::cli::output::plain_count;
use navsmith_core::geometry::{slope, surface_area};
use navsmith_core::navmesh::NavMesh;
use navsmith_formats::io::{Evidence, MAX_SLOPE};

/// Whether a file was imported as a navigation mesh or as a level, and why.
#[derive(Serialize)]
pub(super) struct ImportInfo {
    /// `navigation mesh` or `level`.
    #[serde(rename = "as")]
    noun: &'static str,
    because: String,
    /// Number of cells that are kept although they are steeper than the limit for levels.
    steep: usize,
    /// Their area, in m².
    steep_area: f64,
}

impl ImportInfo {
    pub(super) fn of(evidence: Evidence, mesh: &NavMesh) -> Self {
        let rings = mesh.cells().map(|(cell, _)| mesh.ring(cell));
        let is_steep = |slope: f32| slope.min(PI - slope) > MAX_SLOPE;
        let areas = rings.filter(|ring| is_steep(slope(ring))).map(|ring| surface_area(&ring));
        let (steep, steep_area) = areas.fold((0, 0.0), |(count, sum), area| (count + 1, sum + area));
        Self { noun: evidence.noun(), because: evidence.to_string(), steep, steep_area }
    }

    /// Returns the decision with its reason and the option for the other one.
    pub(super) fn line(&self) -> String {
        let degrees = MAX_SLOPE.to_degrees();
        let other = match self.steep {
            _ if self.noun == "level" => "--max-slope 180 keeps all cells".to_owned(),
            0 => format!("--max-slope {degrees:.0} leaves out steep cells"),
            steep => {
                let cells = plain_count(steep, "cell", "cells");
                let [verb, them] = [["is", "it"], ["are", "them"]][usize::from(steep > 1)];
                let area = self.steep_area;
                format!(
                    "{cells} steeper than {degrees:.0}° ({area:.2} m²) {verb} kept, and --max-slope {degrees:.0} leaves {them} out"
                )
            }
        };
        format!("imported as a {}, because {}; {other}", self.noun, self.because)
    }
}

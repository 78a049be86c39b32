//! Moves of a whole document.

use std::sync::Arc;

use super::IgnoredIssue;
use super::{Document, ImagePlacement, LevelReference, PlacedOutline};
use navsmith_core::geometry::{Vec3, at_height, ground};
use navsmith_core::pathfinding::mesh_query::Endpoint;

impl Document {
    /// Returns the document with all positions moved.
    ///
    /// These are the positions of the mesh, outlines, queries, scenarios, levels, volumes and ignored issues. `Err` is a clause if a position leaves the range of numbers.
    pub fn moved(&self, by: Vec3) -> Result<Self, String> {
        let why = || "a position would leave the range of numbers".to_owned();
        let mesh = self.mesh.converted(|at| at + by, false).map_err(|_fault| why())?;
        let end = |at: Endpoint| Endpoint {
            ground: at.ground + ground(by),
            height: at.height.map(|height| height + by.y),
        };
        let is_finite = |at: &Endpoint| at_height(at.ground, at.height.unwrap_or_default()).is_finite();
        let mut queries = self.queries.as_ref().clone();
        for at in queries.iter_mut().flat_map(|query| [&mut query.start, &mut query.target]).flatten() {
            *at = end(*at);
        }
        let ends = queries.iter().flat_map(|query| [query.start, query.target]).flatten();
        if !ends.clone().all(|at| is_finite(&at)) {
            return Err(why());
        }
        let scenarios =
            self.scenarios.iter().map(|it| it.converted(|at| Some(end(at)).filter(is_finite), 1.0));
        let scenarios: Vec<_> = scenarios.collect::<Option<_>>().ok_or_else(why)?;
        let levels: Vec<_> = self.levels.iter().map(|level| moved_level(level, by)).collect();
        if !levels.iter().all(|level| level.offset.is_finite()) {
            return Err(why());
        }
        let mut outlines = self.outlines.as_ref().clone();
        for outline in &mut outlines.list {
            outline.points.iter_mut().for_each(|at| *at += ground(by));
            outline.height += by.y;
        }
        for floor in &mut outlines.floors {
            floor.height += by.y;
        }
        let is_finite = |outline: &PlacedOutline| {
            outline.height.is_finite() && outline.points.iter().all(|at| at.is_finite())
        };
        if !outlines.list.iter().all(is_finite) {
            return Err(why());
        }
        let generation = self.generation.converted(|at| at + by, 1.0).ok_or_else(why)?;
        let generated = self.generated.converted(|at| at + by, false).ok_or_else(why)?;
        let ignored =
            self.ignored.iter().map(|entry| IgnoredIssue { at: entry.at.map(|at| at + by), ..*entry });
        let ignored = ignored.filter(|entry| entry.at.is_none_or(Vec3::is_finite)).collect();
        let rest = self.clone();
        Ok(Self {
            mesh,
            outlines: Arc::new(outlines),
            queries: queries.into(),
            scenarios: scenarios.into(),
            levels: levels.into(),
            ignored: Arc::new(ignored),
            generation: Arc::new(generation),
            generated: Arc::new(generated),
            ..rest
        })
    }
}

fn moved_level(level: &LevelReference, by: Vec3) -> LevelReference {
    let moved =
        |image: ImagePlacement| ImagePlacement { ground: image.ground.map(|at| at + ground(by)), ..image };
    // The placement of an image replaces the offset.
    let offset = if level.image.is_some() { level.offset } else { level.offset + by };
    LevelReference { image: level.image.map(moved), offset, ..level.clone() }
}

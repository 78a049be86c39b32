//! Values of a measure by cell, for colours.
//!
//! Until those of a large mesh are computed, the previous values stay and the legend marks them as outdated.

use crate::editor::State;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::options::Coloring;
use crate::editor::view::scene::Tint;
use navsmith_core::navmesh::CellId;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::document::statistics::histogram::ValueSummary;

/// Maximum number of cells that are measured at first use.
const LARGE: usize = 50_000;

/// Number of cells between two progress reports.
const CELLS_PER_REPORT: usize = 4096;

/// Key of the values of all cells.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct CellMeasuresKey {
    ground: MeshSnapshot,
    measure: Measure,
}

/// Values of all cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMeasures {
    /// Values by cell slot.
    by_cell: Vec<Option<f64>>,
    /// Values at the ends of the scale, which leave out half a percent of the cells at each end.
    pub(super) range: [f64; 2],
    /// Whether cells have values beyond the ends of the scale.
    pub(super) has_more: bool,
    /// Whether cells have no value.
    pub(super) has_none: bool,
}

impl Analysis for CellMeasuresKey {
    type Value = CellMeasures;

    const TITLE: &'static str = "measuring cells";

    fn when(state: &State) -> When {
        match state.options().coloring {
            Coloring::Measure(_) => When::for_cells(state, LARGE, When::Always),
            _ => When::Never,
        }
    }

    fn key(state: &State) -> Option<Self> {
        let Coloring::Measure(measure) = state.options().coloring else { return None };
        Some(Self { ground: state.mesh_snapshot(), measure })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<CellMeasures, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let mut by_cell = vec![None; mesh.cell_slots()];
        let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
        for (cell, _) in mesh.cells() {
            units.step()?;
            by_cell[cell.0 as usize] = self.measure.of_cell(mesh, &derived.adjacency, cell);
        }
        let mut values: Vec<f64> = by_cell.iter().copied().flatten().collect();
        let has_none = values.len() < mesh.cell_count();
        let Some(summary) = ValueSummary::of(&mut values) else {
            return Ok(CellMeasures { by_cell, range: [0.0; 2], has_more: false, has_none });
        };
        let ValueSummary { least, most, low, high, .. } = summary;
        let range = if low < high { [low, high] } else { [least, most] };
        Ok(CellMeasures { by_cell, range, has_more: least < range[0] || most > range[1], has_none })
    }
}

impl CellMeasures {
    /// Returns the fill of a cell; `None` for a cell that the mesh did not have.
    pub(super) fn tint(&self, cell: CellId) -> Option<Tint> {
        let [from, to] = self.range;
        let share =
            |value: f64| if from < to { ((value - from) / (to - from)).clamp(0.0, 1.0) as f32 } else { 0.5 };
        let value = *self.by_cell.get(cell.0 as usize)?;
        Some(value.map_or(Tint::Unreached, |value| Tint::Measure(share(value))))
    }
}

/// Whether a job measures the cells, so that the values may be those of an earlier mesh.
pub(super) fn is_long_work(state: &State) -> bool {
    CellMeasuresKey::when(state) == When::Always
}

/// Returns the available values, perhaps from before a change of the mesh.
pub(super) fn known(state: &State) -> Option<&CellMeasures> {
    match CellMeasuresKey::when(state) {
        When::FirstUse => state.value::<CellMeasuresKey>(),
        When::Never => None,
        _ => {
            let memo = &state.analyses.cell_measures;
            let key = CellMeasuresKey::key(state)?;
            memo.latest().filter(|_| memo.key().is_some_and(|known| known.measure == key.measure))
        }
    }
}

/// Returns the note beside the scale; empty if there is none.
pub(super) fn note(state: &State) -> &'static str {
    let memo = &state.analyses.cell_measures;
    if !is_long_work(state) || memo.current().is_some() {
        return "";
    }
    match (known(state).is_some(), memo.is_stopped()) {
        (_, true) => "Cells were not measured. Change the mesh or choose another colouring to measure them.",
        (true, false) => "Outdated: cells are measured again.",
        (false, false) => "Cells are being measured. The status bar shows the progress.",
    }
}

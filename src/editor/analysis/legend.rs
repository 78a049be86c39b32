//! Colours of cells and their legend.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::editor::State;
use crate::editor::analysis::{distances, measures, why};
use crate::editor::queries::query;
use crate::editor::session::Session;
use crate::editor::session::options::Coloring;
use crate::editor::session::scales;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::{Searched, Tint};
use navsmith_core::navmesh::{AreaId, Cell, CellId, IslandId};
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::document::{Area, count, thousands};

/// Legend of the current colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// Title: the property that the colours show.
    pub title: &'static str,
    /// Key to the colours.
    pub key: LegendKey,
    /// Note, or the reason why there is nothing to explain; may be empty.
    pub note: String,
}

/// Key to the colours.
#[derive(Clone, Debug, PartialEq)]
pub enum LegendKey {
    /// Scale between two values in metres, drawn with the colours of `tint(0)` to `tint(1)`.
    Scale {
        /// Value at the left end, in metres.
        from: f32,
        /// Value at the right end, in metres.
        to: f32,
    },
    /// Scale between two values of a measure, with the same colours.
    Measure {
        /// The measure.
        measure: Measure,
        /// Values at the left and at the right end.
        range: [f64; 2],
    },
    /// Areas in use, with the number of cells of each.
    Areas(Vec<(AreaId, String, usize)>),
    /// Islands with their numbers of cells: the [`MOST_ISLANDS`] largest.
    Islands(Vec<(IslandId, usize)>),
    /// State of the search at the cursor.
    Search,
}

impl LegendKey {
    /// Returns the fills that the legend explains, with their meanings; none for a scale.
    pub fn rows(&self) -> Vec<(Tint, String)> {
        let area = |(id, name, cells): &_| (Tint::Area(*id), format!("{name} ({})", thousands(*cells)));
        let island = |&(id, cells): &(IslandId, usize)| {
            (Tint::Island(id), format!("island {id} ({})", thousands(cells)))
        };
        match self {
            Self::Scale { .. } | Self::Measure { .. } => Vec::new(),
            Self::Areas(areas) => areas.iter().map(area).collect(),
            Self::Islands(islands) => islands.iter().map(island).collect(),
            Self::Search => {
                Searched::ALL.map(|state| (Tint::Searched(state), state.meaning().name.into())).into()
            }
        }
    }

    /// Returns the labels of the ends of a scale; `None` for another key.
    ///
    /// A value that rounds to zero has no sign.
    pub fn scale_ends(&self) -> Option<[String; 2]> {
        if let Self::Measure { measure, range } = *self {
            return Some(range.map(|value| measure.format(value)));
        }
        let Self::Scale { from, to } = *self else { return None };
        let words = |meters: f32| match format!("{meters:.1} m") {
            zero if zero == "-0.0 m" => "0.0 m".to_owned(),
            words => words,
        };
        Some([words(from), words(to)])
    }
}

/// Maximum number of islands in a legend.
pub const MOST_ISLANDS: usize = 12;

/// Data besides a cell itself that its colour depends on.
///
/// While it is equal, only changed cells can have another colour.
#[derive(Clone, Debug, PartialEq)]
pub struct TintKey {
    coloring: Coloring,
    areas: Arc<Vec<Area>>,
    /// Number of the job that found the distances from the start of a large mesh.
    distances: Option<u64>,
    /// Number of the job that measured the cells of a large mesh.
    measures: Option<u64>,
    /// Further dependencies; `None` if the colour depends only on the cell and the fields above.
    of: Option<Everything>,
}

/// Dependencies of all computed data: the document, and the part of it that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Everything {
    revision: u64,
    query: usize,
    /// Step of the search at the cursor; other stages do not colour cells.
    searched: Option<usize>,
    hidden: BTreeSet<IslandId>,
}

/// Returns the data besides the cell that [`tint`] depends on.
pub fn tint_key(state: &State) -> TintKey {
    let coloring = state.options().coloring;
    let is_by_cell = match coloring {
        Coloring::Area | Coloring::Height => true,
        Coloring::Distance | Coloring::TrueDistance => distances::are_distances_long_work(state),
        Coloring::Measure(_) => measures::is_long_work(state),
        Coloring::Island => false,
    };
    let is_plain = is_by_cell
        && !state.has_hidden()
        && state.search_step().is_none()
        && why::apart_note(state).is_empty();
    let everything = || Everything {
        revision: state.revision(),
        query: state.active_query_index(),
        searched: state.search_step(),
        hidden: state.hidden_islands().clone(),
    };
    TintKey {
        coloring,
        areas: Arc::clone(&state.document().areas),
        distances: state.analyses.distances.number,
        measures: state.analyses.cell_measures.number,
        of: (!is_plain).then(everything),
    }
}

/// Returns the fill of a cell.
pub fn tint(state: &State, cell: CellId) -> Tint {
    if state.is_hidden(cell) {
        return Tint::Hidden;
    }
    if let Some(tint) = searched(state, cell).map(Tint::Searched) {
        return tint;
    }
    match state.options().coloring {
        Coloring::Distance | Coloring::TrueDistance if query::colors_by_distance(state) => {
            match distances::known_distances(state).and_then(|distances| distances.share(cell)) {
                Some(share) if share.is_finite() => Tint::Distance(share),
                Some(_) => Tint::Unreached,
                None => area_tint(state, cell),
            }
        }
        Coloring::Area | Coloring::Distance | Coloring::TrueDistance => area_tint(state, cell),
        Coloring::Measure(_) => {
            let found = measures::known(state).and_then(|found| found.tint(cell));
            found.unwrap_or_else(|| area_tint(state, cell))
        }
        Coloring::Height => Tint::Height,
        Coloring::Island => Tint::Island(state.derived().islands.of(cell).unwrap_or_default()),
    }
}

/// Returns the legend of the current colours, as a camera shows them.
pub fn legend(state: &State, camera: &Camera) -> Legend {
    if let Some(step) = state.search_step() {
        return Legend { title: "Search", key: LegendKey::Search, note: search_note(state, step) };
    }
    let mut coloring = state.options().coloring;
    let (key, note) = match coloring {
        Coloring::Area if let Some(apart) = apart_legend(state) => {
            coloring = Coloring::Island;
            apart
        }
        Coloring::Height => {
            let [from, to] = scales::height_range(state);
            (LegendKey::Scale { from, to }, scales::contours_note(state, camera))
        }
        Coloring::Island => (LegendKey::Islands(largest_islands(state)), islands_note(state)),
        Coloring::Distance | Coloring::TrueDistance if query::colors_by_distance(state) => {
            distance_scale(state)
        }
        Coloring::Distance | Coloring::TrueDistance => {
            let note = "Place a start on the mesh to see how far cells are from it.".into();
            (LegendKey::Areas(areas_in_use(state)), note)
        }
        Coloring::Measure(measure) => measure_scale(state, measure),
        Coloring::Area => (LegendKey::Areas(areas_in_use(state)), String::new()),
    };
    Legend { title: coloring.title(), key, note }
}

fn area_tint(state: &State, cell: CellId) -> Tint {
    let area = || Tint::Area(state.mesh().cell(cell).map_or(AreaId(0), Cell::area));
    why::apart_tint(state, cell).unwrap_or_else(area)
}

/// Returns the key for the islands of start and target while no path joins them.
///
/// These islands then have their own colours.
fn apart_legend(state: &State) -> Option<(LegendKey, String)> {
    let apart = why::islands_apart(state)?;
    let islands = state.derived().islands.all();
    let cells = |id: IslandId| islands.get(id.0 as usize).map_or(0, |island| island.cells);
    let mut note = why::apart_note(state);
    if islands.len() > apart.len() {
        note.push_str(" Other islands have the colours of their areas.");
    }
    Some((LegendKey::Islands(apart.map(|id| (id, cells(id))).into()), note))
}

fn distance_scale(state: &State) -> (LegendKey, String) {
    let pending = distances::distances_note(state);
    let Some(found) = distances::known_distances(state) else {
        return (LegendKey::Areas(areas_in_use(state)), pending.into());
    };
    let mut notes = Vec::from_iter(Some(pending.to_owned()).filter(|note| !note.is_empty()));
    match (state.options().coloring, &found.truth) {
        (Coloring::TrueDistance, None) => {
            notes.push(
                "The mesh is too large for true distances: measured along the middles of portals.".into(),
            );
        }
        (_, truth) => {
            notes.extend(truth.as_ref().map(|truth| format!("A line every {} m.", truth.step)));
            notes.push("Hatched cells cannot be reached.".into());
        }
    }
    if found.truth.is_some() && state.mesh().link_count() > 0 {
        notes.push("On foot, without links.".into());
    }
    (LegendKey::Scale { from: 0.0, to: found.farthest }, notes.join(" "))
}

fn measure_scale(state: &State, measure: Measure) -> (LegendKey, String) {
    let pending = measures::note(state);
    let Some(found) = measures::known(state) else {
        return (LegendKey::Areas(areas_in_use(state)), pending.into());
    };
    let notes = [
        (!pending.is_empty(), pending),
        (found.has_more, "Values beyond the ends have their colours."),
        (found.has_none, "Hatched cells have no value."),
    ];
    let notes: Vec<&str> = notes.into_iter().filter(|(is_true, _)| *is_true).map(|(_, note)| note).collect();
    (LegendKey::Measure { measure, range: found.range }, notes.join(" "))
}

fn areas_in_use(session: &Session) -> Vec<(AreaId, String, usize)> {
    let counts = scales::area_counts(session);
    let areas = (0..=u8::MAX).map(AreaId).zip(session.document().areas.iter()).zip(counts);
    areas
        .filter(|&((id, _), &cells)| cells > 0 || id == session.options.area)
        .map(|((id, area), &cells)| (id, area.name.clone(), cells))
        .collect()
}

fn search_note(state: &State, step: usize) -> String {
    let open = state.search_log().open_counts().get(step).copied().unwrap_or_default();
    let what =
        if state.search_stage() == Stage::Interval { "intervals are queued" } else { "nodes are open" };
    format!("After step {} of {}; {open} {what}.", step + 1, state.search_log().len())
}

fn largest_islands(session: &Session) -> Vec<(IslandId, usize)> {
    let islands = session.derived().islands.all();
    let mut all: Vec<_> = (0..).map(IslandId).zip(islands.iter().map(|island| island.cells)).collect();
    all.sort_by_key(|&(id, cells)| (std::cmp::Reverse(cells), id));
    all.truncate(MOST_ISLANDS);
    all
}

fn islands_note(session: &Session) -> String {
    match session.derived().islands.len().checked_sub(MOST_ISLANDS) {
        Some(more @ 1..) => format!("and {}", count(more, "smaller island", "smaller islands")),
        _ => String::new(),
    }
}

/// Returns the state of a cell in the search at the cursor; `None` in other stages.
pub(in crate::editor) fn searched(state: &State, cell: CellId) -> Option<Searched> {
    let step = state.search_step()?;
    Some(state.search_log().at(cell, step).map_or(Searched::Unseen, |visit| match visit.closed {
        Some(closed) if closed <= step => Searched::Closed,
        _ => Searched::Open,
    }))
}

//! Areas: adding, naming, colouring and removing them.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::session::table::TableOrder;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{AreaId, CellId, Draft};
use navsmith_formats::document::statistics::{AreaSum, area_sums};
use navsmith_formats::document::{Area, Document, free_name};

/// User input in the list of areas.
#[derive(Clone, Debug, PartialEq)]
pub enum AreaInput {
    /// Makes an area the current one, which new cells get and the paint tool assigns.
    Activate(AreaId),
    /// Adds an area with an unused name and makes it the current one.
    Add,
    /// Renames an area.
    Rename(AreaId, String),
    /// Changes the colour of an area: red, green, blue.
    Recolor(AreaId, [u8; 3]),
    /// Removes an area; its cells get the first area.
    Remove(AreaId),
    /// Selects the cells of an area.
    Select(AreaId),
    /// Sorts the list by a column, or reverses its order.
    SortBy(AreaColumn),
}

/// Column of the list of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AreaColumn {
    /// Number of the area.
    #[default]
    Number,
    /// Name.
    Name,
    /// Number of cells.
    Cells,
    /// Size of the cells on the ground.
    Size,
}

/// Row in the list of areas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaRow {
    /// Id of the area.
    pub id: AreaId,
    /// The cells of the area.
    pub sum: AreaSum,
}

/// Returns the rows of the list of areas, in its order; visits all cells.
pub fn sorted_rows(state: &State) -> Vec<AreaRow> {
    let sums = area_sums(state.document());
    let mut rows: Vec<AreaRow> =
        (0..=u8::MAX).map(AreaId).zip(sums).map(|(id, sum)| AreaRow { id, sum }).collect();
    let name = |row: &AreaRow| state.document().area(row.id).map(|area| &*area.name);
    order(state).apply(&mut rows, |column, one, other| match column {
        AreaColumn::Number => one.id.cmp(&other.id),
        AreaColumn::Name => name(one).cmp(&name(other)),
        AreaColumn::Cells => one.sum.cells.cmp(&other.sum.cells),
        AreaColumn::Size => one.sum.size.total_cmp(&other.sum.size),
    });
    rows
}

/// Returns the order of the list of areas.
pub fn order(state: &State) -> TableOrder<AreaColumn> {
    state.area_order
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: AreaInput) {
    match input {
        AreaInput::Activate(id) if editor.document().area(id).is_some() => {
            editor.state.session.options.area = id;
        }
        AreaInput::Activate(_) => {}
        AreaInput::Add => add_area(editor),
        AreaInput::Rename(id, name) => rename_area(editor, id, name.trim()),
        AreaInput::Recolor(id, color) => {
            edit_areas(editor, "Recolour area", |areas| {
                areas.get_mut(usize::from(id.0)).into_iter().for_each(|area| area.color = color);
            });
        }
        AreaInput::Remove(id) => remove_area(editor, id),
        AreaInput::SortBy(column) => editor.state.area_order.sort_by(column),
        AreaInput::Select(id) => {
            let cells = editor.mesh().cells().filter(|(_, cell)| cell.area() == id);
            let cells: Vec<CellId> =
                cells.map(|(cell, _)| cell).filter(|&cell| !editor.is_hidden(cell)).collect();
            editor.state.select(cells.into_iter().map(Element::Cell));
        }
    }
}

fn add_area(editor: &mut Editor) {
    let count = editor.document().areas.len();
    let Ok(id) = u8::try_from(count) else {
        return editor.warn("256 areas is the maximum. Remove one first.");
    };
    let taken: Vec<&str> = editor.document().areas.iter().map(|area| &*area.name).collect();
    let name = free_name("area", count + 1, &taken);
    edit_areas(editor, "New area", |areas| areas.push(Area { name, ..Area::numbered(count) }));
    editor.state.session.options.area = AreaId(id);
}

fn rename_area(editor: &mut Editor, id: AreaId, name: &str) {
    if name.is_empty() {
        return editor.warn("An area needs a name. Type at least one letter.");
    }
    edit_areas(editor, "Rename area", |areas| {
        areas.get_mut(usize::from(id.0)).into_iter().for_each(|area| area.name = name.into());
    });
}

/// Removes an area; the ids of the areas after it decrease by 1, also in their cells.
fn remove_area(editor: &mut Editor, id: AreaId) {
    let index = usize::from(id.0);
    if editor.document().areas.len() < 2 || index >= editor.document().areas.len() {
        return editor.warn("A document needs at least one area. Add another one first.");
    }
    let mut draft = Draft::new(editor.mesh().clone(), editor.derived().adjacency.clone());
    for (cell, area) in editor.mesh().cells().map(|(cell, it)| (cell, it.area())) {
        if area >= id {
            draft.set_area(cell, if area == id { AreaId(0) } else { AreaId(area.0 - 1) });
        }
    }
    let mut areas = editor.document().areas.as_ref().clone();
    areas.remove(index);
    let mesh = draft.into_mesh();
    let mut queries = editor.document().queries.as_ref().clone();
    for query in &mut queries {
        query.settings.filter.remove_area(id);
    }
    let mut scenarios = editor.document().scenarios.as_ref().clone();
    for scenario in &mut scenarios {
        scenario.remove_area(id);
    }
    let renumbered = |area: AreaId| match area.cmp(&id) {
        Ordering::Less => area,
        Ordering::Equal => AreaId(0),
        Ordering::Greater => AreaId(area.0 - 1),
    };
    let mut outlines = editor.document().outlines.as_ref().clone();
    outlines.set_areas(renumbered);
    let mut generation = editor.document().generation.as_ref().clone();
    generation.set_areas(renumbered);
    let generated = Arc::new(editor.document().generated.with_areas(renumbered));
    let (areas, queries, scenarios) = (Arc::new(areas), Arc::new(queries), Arc::new(scenarios));
    let (outlines, generation) = (Arc::new(outlines), Arc::new(generation));
    let document = Document {
        mesh,
        outlines,
        areas,
        queries,
        scenarios,
        generation,
        generated,
        ..editor.document().clone()
    };
    let in_hand = editor.state.session.options.area;
    editor.edit_document("Remove area", document);
    editor.state.session.options.area = renumbered(in_hand);
}

fn edit_areas(editor: &mut Editor, title: &str, change: impl FnOnce(&mut Vec<Area>)) {
    let mut areas = editor.document().areas.as_ref().clone();
    change(&mut areas);
    editor.edit_document(title, Document { areas: Arc::new(areas), ..editor.document().clone() });
}

/// Resets the current area to the first one if the document no longer has it.
pub(in crate::editor) fn refresh_area(session: &mut Session) {
    if session.document().area(session.options.area).is_none() {
        session.options.area = AreaId(0);
    }
}

/// Returns an unused name for a copy.
///
/// This is the name itself, or its stem with the first free number after its own.
pub(in crate::editor) fn name_of_copy(name: &str, taken: &[&str]) -> String {
    if !taken.contains(&name) {
        return name.into();
    }
    let numbered =
        name.rsplit_once(' ').and_then(|(stem, number)| Some((stem, number.parse::<usize>().ok()?)));
    let (stem, number) = numbered.unwrap_or((name, 1));
    free_name(stem, number.saturating_add(1).min(usize::MAX - taken.len()), taken)
}

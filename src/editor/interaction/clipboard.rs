//! The clipboard: contains copied elements as the text of a document.
//!
//! Users can read it, mail it or paste it elsewhere.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use crate::editor::elements::moving::{self, Moving};
use crate::editor::files::file::leave;
use crate::editor::interaction::kinds::group;
use crate::editor::interaction::tool::gestures;
use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::pick::Element;
use crate::editor::view::grid;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::edit::{self, EditResult, Edited, Fragment, Refusal, paste, take_out};
use navsmith_core::navmesh::{Adjacency, AreaId, Cell, CellId, IdCounts, NavMesh, VertexId};
use navsmith_formats::document::{Area, Document, count};
use navsmith_formats::io::file::CAP;
use navsmith_formats::io::ron;

/// Copies the selection to the clipboard as text; shows a message and returns `false` on an error.
pub(in crate::editor) fn copy(editor: &mut Editor) -> bool {
    match copied_text(editor) {
        Ok(text) => {
            editor.ask_outside(Effect::Copy(text));
            let lost = match group::with_other_targets(
                editor.document(),
                editor.state.session.selection.objects(),
            ) {
                0 => String::new(),
                groups => {
                    let groups = count(groups, "group goes", "groups go");
                    format!(" {groups} to agents that are not copied; the copies go to the pointer.")
                }
            };
            editor.say(Message::info(format!("Copied {}.{lost}", editor.state.session.selection.describe())));
            true
        }
        Err(why) => {
            editor.say(Message::error(why));
            false
        }
    }
}

/// Returns the text of a document that contains copies of the selected elements.
fn copied_text(session: &Session) -> Result<String, String> {
    let Copied { fragment, objects } = copied(session);
    let cell = |(corners, area): &(Vec<u32>, AreaId)| Cell::new(corners.iter().map(|&i| VertexId(i)), *area);
    let mesh = NavMesh::from_parts(fragment.vertices.iter().copied(), fragment.cells.iter().map(cell))?;
    let details = fragment.details.into_iter().map(|(index, detail)| (CellId(index as u32), detail));
    let mesh = mesh.with_details(details)?;
    let adjacency = Adjacency::build(&mesh);
    let (areas, metre) = (session.document().areas.clone(), session.document().metre);
    let document = Document { areas, metre, queries: Vec::new().into(), ..Document::of_mesh(mesh) };
    let mut draft = DocumentDraft::new(document, adjacency, IdCounts::default());
    paste_objects(&mut draft, session.document(), &objects, Vec3::ZERO, false)
        .map_err(|why| why.to_string())?;
    draft.outlines_mut().settle().map_err(|why| why.to_string())?;
    ron::write(&draft.into_document()).map_err(|why| why.to_string())
}

/// Copies the selection to the clipboard and deletes it; keeps the vertices that other cells use.
pub(in crate::editor) fn cut(editor: &mut Editor) {
    if copy(editor) {
        let Moving { vertices, objects } = moving::moving(editor);
        let cells: Vec<CellId> = editor.state.session.selection.cells().iter().copied().collect();
        editor.edit(&format!("Cut {}", editor.state.session.selection.describe()), |draft| {
            objects.iter().rev().try_for_each(|object| object.delete(draft))?;
            let has_more = !vertices.is_empty() || !cells.is_empty();
            if has_more { take_out(draft, &vertices, &cells) } else { Ok(Edited::default()) }
        });
    }
}

/// Pastes text from the clipboard into the mesh.
///
/// The copy is placed under the pointer, or without a pointer one grid step beside the original. A reproduction
/// is opened as a document instead.
pub(in crate::editor) fn pasted(editor: &mut Editor, text: &str) {
    if text.len() as u64 > CAP {
        let (len, most) = (text.len().div_ceil(1 << 20), CAP >> 20);
        let why =
            format!("The clipboard contains {len} MiB of text, and at most {most} are read. Copy less.");
        return editor.warn(&why);
    }
    if ron::reproduction::looks_like_it(text.as_bytes()) {
        return leave::pasted_reproduction(editor, text);
    }
    match ron::read(text) {
        Ok(copied) => {
            let all = Copied {
                fragment: fragment_of(editor, &copied),
                objects: Element::objects(&copied).collect(),
            };
            let offset = paste_offset(editor, &all, &copied);
            let is_done = editor.edit("Paste", |draft| all.paste(draft, &copied, offset, false));
            if let Some(description) = replaced_areas(editor, &copied).filter(|_| is_done) {
                editor.say(Message::info(description));
            }
        }
        Err(why) => editor.warn(&format!("The clipboard contains no navsmith cells: {why}")),
    }
}

/// Returns the vertices and cells of a document with areas of this document.
///
/// An area becomes the area with the same name here, or else the current area.
fn fragment_of(session: &Session, copied: &Document) -> Fragment {
    // Reading generates the cells of outlines, and the pasted outlines generate their own.
    let all = copied.mesh.cells().map(|(id, _)| id);
    let (generated, cells): (Vec<CellId>, Vec<CellId>) =
        all.partition(|&cell| copied.outlines.contains(cell));
    let corners = |cells: &[CellId]| -> BTreeSet<VertexId> {
        cells.iter().flat_map(|&cell| copied.mesh.corners(cell)).copied().collect()
    };
    let (of_outlines, others) = (corners(&generated), corners(&cells));
    let is_copied = |vertex: &VertexId| others.contains(vertex) || !of_outlines.contains(vertex);
    let vertices: Vec<VertexId> = copied.mesh.vertices().map(|(id, _)| id).filter(is_copied).collect();
    let mut fragment = edit::copy(&copied.mesh, &vertices, &cells);
    for (_, area) in &mut fragment.cells {
        let named = |here: &Area| copied.area(*area).is_some_and(|there| there.name == here.name);
        let known = session.document().areas.iter().position(named).and_then(|i| u8::try_from(i).ok());
        *area = known.map_or(session.options.area, AreaId);
    }
    fragment
}

/// Describes the areas of pasted cells that this document lacks, and the area that replaces them.
fn replaced_areas(session: &Session, copied: &Document) -> Option<String> {
    let is_known = |name: &str| session.document().areas.iter().any(|here| here.name == name);
    let used: BTreeSet<AreaId> = copied.mesh.cells().map(|(_, cell)| cell.area()).collect();
    let names = used.into_iter().filter_map(|id| copied.area(id)).map(|area| &*area.name);
    let unknown: Vec<&str> = names.filter(|name| !is_known(name)).collect();
    let current = &session.document().area(session.options.area)?.name;
    let unknown = if unknown.is_empty() { None } else { Some(unknown.join(", ")) };
    unknown.map(|names| format!("This document has no area {names}: those cells got the area {current}."))
}

fn paste_offset(state: &State, Copied { fragment, objects }: &Copied, from: &Document) -> Vec3 {
    let step = grid::step(state);
    let of_objects = objects.iter().flat_map(|&object| object.positions(from));
    let middle = ground(Bounds::of(fragment.vertices.iter().copied().chain(of_objects)).center());
    let to = state.pointer().map_or_else(|| Vec2::splat(step), |pointer| pointer - middle);
    // Moves by whole grid steps, so that positions on the grid stay on it.
    let to = if state.options().snaps_to_grid { (to / step).round() * step } else { to };
    at_height(to, 0.0)
}

/// Copies the selected elements, selects the copy and moves it with the pointer; all as one step.
pub(in crate::editor) fn duplicate(editor: &mut Editor) {
    let copied = copied(editor.settled());
    let title = format!("Duplicate {}", editor.state.session.selection.describe());
    let before = editor.begin(&title);
    match editor.preview(&before, |draft| copied.paste(draft, &before.document, Vec3::ZERO, true)) {
        Ok(_) => gestures::start_move(editor),
        Err(refusal) => {
            editor.roll_back();
            editor.warn(&refusal.to_string());
        }
    }
}

/// Returns copies of the selected vertices, ends of edges and cells, and the selected objects.
fn copied(session: &Session) -> Copied {
    let Moving { vertices, objects } = moving::moving(session);
    let cells: Vec<CellId> = session.selection.cells().iter().copied().collect();
    Copied { fragment: edit::copy(session.mesh(), &vertices, &cells), objects }
}

/// Copied part of a document.
struct Copied {
    fragment: Fragment,
    /// Objects of the document that they are copied from.
    objects: Vec<Element>,
}

impl Copied {
    /// Adds the copies to a draft, moved by `offset`; `is_same` if it is a draft of `from`.
    fn paste(&self, draft: &mut DocumentDraft, from: &Document, offset: Vec3, is_same: bool) -> EditResult {
        let is_only_objects = self.fragment.vertices.is_empty() && !self.objects.is_empty();
        let edited = if is_only_objects { Edited::default() } else { paste(draft, &self.fragment, offset)? };
        paste_objects(draft, from, &self.objects, offset, is_same)?;
        Ok(edited)
    }
}

/// Adds copies of objects to a draft, moved by `offset`; `is_same` if it is a draft of `from`.
fn paste_objects(
    draft: &mut DocumentDraft,
    from: &Document,
    objects: &[Element],
    offset: Vec3,
    is_same: bool,
) -> Result<(), Refusal> {
    let mut pairs = Vec::with_capacity(objects.len());
    for &object in objects {
        let before = draft.added.len();
        object.paste(draft, from, offset)?;
        pairs.extend(draft.added[before..].iter().map(|&copy| (object, copy)));
    }
    group::join_targets(draft, &pairs, is_same);
    Ok(())
}

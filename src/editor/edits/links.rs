//! Links: picking them, selecting them and changing them by numbers.

use crate::editor::elements::entity;
use crate::editor::session::effect::Message;
use crate::editor::session::pick::Element;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::edit::{move_link_end, set_link};
use navsmith_core::navmesh::{Attachment, Link, LinkEnd, LinkId};
use navsmith_formats::document::count;

/// Maximum distance, in metres, at which a link's end counts as lying on its cell.
const LEAST_REPORTED: f32 = 0.01;

/// Changes of a link by numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkInput {
    /// Moves the middle of the span at one end to a position; the span moves with it.
    MoveEnd(LinkId, LinkEnd, glam::Vec3),
    /// Sets the two ends of the span at one end of the link; equal positions make it a point.
    SetSpan(LinkId, LinkEnd, [glam::Vec3; 2]),
    /// Sets the cost of a metre along the link, relative to a metre on plain ground.
    SetCost(LinkId, f32),
    /// Sets whether the link leads one way only.
    SetOneWay(LinkId, bool),
}

/// Handle of a link under the pointer, for dragging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) struct LinkHandle {
    pub(in crate::editor) link: LinkId,
    pub(in crate::editor) end: LinkEnd,
    /// Index of one of the two ends of the span; `None` for its middle, which moves the whole span.
    pub(in crate::editor) place: Option<usize>,
}

impl LinkHandle {
    /// Returns the position of the handle.
    pub(in crate::editor) fn at(&self, link: &Link) -> glam::Vec3 {
        self.place.map_or_else(|| link.middle(self.end), |place| link.span(self.end)[place.min(1)])
    }

    /// Describes the handle in a sentence.
    pub(in crate::editor) fn describe(&self) -> String {
        let what = if self.place.is_some() { "one side of the " } else { "" };
        format!("{what}{}", self.end.describe())
    }
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: LinkInput) {
    let selection = editor.state.session.selection.clone();
    match input {
        LinkInput::MoveEnd(id, end, to) => {
            editor.edit("Move the end of a link", |draft| move_link_end(draft, id, end, to));
        }
        LinkInput::SetSpan(id, end, span) => {
            change_links(editor, "Change the width of a link", &[id], |mut link| {
                *link.span_mut(end) = span;
                link
            });
        }
        LinkInput::SetCost(id, cost) => {
            change_links(editor, "Change the cost of a link", &[id], |link| Link { cost, ..link });
        }
        LinkInput::SetOneWay(id, is_one_way) => {
            let title = if is_one_way { "Make a link one-way" } else { "Make a link two-way" };
            change_links(editor, title, &[id], |link| Link { is_one_way, ..link });
        }
    }
    editor.state.session.selection = selection;
}

/// Changes links as one undo step; ignores links that no longer exist.
fn change_links(editor: &mut Editor, title: &str, ids: &[LinkId], change: impl Fn(Link) -> Link) {
    editor.edit(title, |draft| {
        let mut edited = navsmith_core::navmesh::edit::Edited::default();
        for &id in ids {
            let Some(link) = draft.mesh().link(id).copied() else { continue };
            edited.links.extend(set_link(draft, id, change(link))?.links);
        }
        Ok(edited)
    });
}

/// Whether every selected link leads one way only.
pub(in crate::editor) fn selected_links_are_one_way(state: &State) -> bool {
    let mut links = state.selection().links().filter_map(|id| state.mesh().link(id)).peekable();
    links.peek().is_some() && links.all(|link| link.is_one_way)
}

/// Makes the selected links one-way, or two-way if all of them are one-way already.
pub(in crate::editor) fn toggle_one_way(editor: &mut Editor) {
    let is_one_way = !selected_links_are_one_way(editor);
    let title = if is_one_way { "Make one-way:" } else { "Make two-way:" };
    change_selected_links(editor, title, |link| Link { is_one_way, ..link });
}

/// Swaps the start and the end of the selected links.
pub(in crate::editor) fn reverse_links(editor: &mut Editor) {
    change_selected_links(editor, "Reverse", |link| Link { from: link.to, to: link.from, ..link });
}

fn change_selected_links(editor: &mut Editor, verb: &str, change: impl Fn(Link) -> Link) {
    let selection = editor.state.session.selection.clone();
    let ids: Vec<LinkId> = selection.links().collect();
    let links = count(ids.len(), "link", "links");
    change_links(editor, &format!("{verb} {links}"), &ids, change);
    editor.state.session.selection = selection;
}

/// Returns the nearest link handle under the pointer; handles of selected links come first.
pub(in crate::editor) fn link_grip_at(state: &State, pointer: Pointer) -> Option<LinkHandle> {
    let near = links_shown(state).flat_map(|(id, link)| {
        let of_end = move |end: LinkEnd| {
            let places = [None, Some(0), Some(1)].into_iter().take(if link.is_point(end) { 1 } else { 3 });
            places.map(move |place| LinkHandle { link: id, end, place })
        };
        let far = move |grip: LinkHandle| (grip, pointer.distance(grip.at(link)));
        LinkEnd::BOTH.into_iter().flat_map(of_end).map(far)
    });
    let near = near.filter(|(_, distance)| *distance <= pointer.pick_radius);
    let is_other = |grip: &LinkHandle| !state.selection().contains(Element::Link(grip.link));
    let best = near.min_by(|a, b| is_other(&a.0).cmp(&is_other(&b.0)).then(a.1.total_cmp(&b.1)));
    best.map(|(grip, _)| grip)
}

/// Returns the links that are not hidden, in the order of their ids.
pub(in crate::editor) fn links_shown(state: &State) -> impl Iterator<Item = (LinkId, &Link)> {
    let links = state.mesh().links();
    links.filter(|&(id, _)| !state.has_hidden() || !entity::is_element_hidden(state, Element::Link(id)))
}

/// Shows a message about ends of a link that do not lie on a cell.
///
/// An end may be attached to a cell beside it, or be unattached.
pub(in crate::editor) fn report_loose_ends(editor: &mut Editor, id: LinkId) {
    if let Some((end, why)) = editor.derived().links.failure(id) {
        let end = end.describe();
        let text = format!("Link {} is unattached: {why}. Move its {end} onto a cell.", id.0);
        return editor.warn(&text);
    }
    let ends = LinkEnd::BOTH.into_iter().zip(editor.derived().links.ends(id).into_iter().flatten());
    let beside = ends.filter_map(|(end, attachment)| match attachment {
        Attachment::Attached { anchors, gap, .. } if *gap >= LEAST_REPORTED => {
            let cell = anchors.first()?.cell.0;
            let end = end.describe();
            Some(format!("The {end} of link {} is {gap:.2} m from cell {cell} and is attached to it.", id.0))
        }
        Attachment::Attached { .. } | Attachment::Unattached(_) => None,
    });
    let sentences: Vec<String> = beside.collect();
    if !sentences.is_empty() {
        editor.say(Message::info(sentences.join(" ")));
    }
}

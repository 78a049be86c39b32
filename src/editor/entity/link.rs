//! Links.

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::EntityKind;
use crate::document::Document;
use crate::editor::Command as C;
use crate::editor::links::lines;
use crate::editor::pick::{PickContext, crosses_box, hit, is_inside, sorted};
use crate::editor::{DocumentDraft, Editor, Element, Hit, Scene};
use crate::geometry::{Segment, ground};
use crate::navmesh::edit::{Refusal, add_link, delete_links, transform_links};
use crate::navmesh::{Attachment, CellId, Link, LinkId};

pub(super) struct Links;

impl EntityKind for Links {
    fn nouns(&self) -> [&'static str; 2] {
        ["link", "links"]
    }

    fn title(&self, element: Element) -> String {
        if let Element::Link(link) = element { format!("Link {}", link.0) } else { String::new() }
    }

    fn commands(&self) -> &'static [&'static [C]] {
        &[&[C::ToggleOneWay, C::ReverseLink], &[C::Move, C::FrameSelection], &[C::Delete]]
    }

    /// Takes linear time in the number of all links.
    fn pick(&self, context: PickContext<'_>, at: Vec2, radius: f32) -> Vec<Hit> {
        let on_link = |(id, link): (LinkId, &Link)| {
            let nearest = |[from, to]: [Vec3; 2]| {
                let t = Segment::new(ground(from), ground(to)).nearest(at);
                hit(Element::Link(id), from.lerp(to, t), at)
            };
            lines(link).map(nearest).into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance))
        };
        sorted(context.editor.links_shown().filter_map(on_link).filter(|hit| hit.distance <= radius))
    }

    fn within(&self, context: PickContext<'_>, [min, max]: [Vec2; 2], touching: bool) -> Vec<Element> {
        let is_taken = |link: &Link| {
            let reaches = |[from, to]: [Vec3; 2]| {
                let [from, to] = [from, to].map(ground);
                [from, to].iter().any(|&end| is_inside(end, min, max)) || crosses_box(from, to, min, max)
            };
            ends(link).into_iter().all(|end| is_inside(ground(end), min, max))
                || touching && lines(link).into_iter().any(reaches)
        };
        let links = context.editor.links_shown().filter(|(_, link)| is_taken(link));
        links.map(|(id, _)| Element::Link(id)).collect()
    }

    fn all(&self, document: &Document) -> Vec<Element> {
        document.mesh.links().map(|(id, _)| Element::Link(id)).collect()
    }

    fn cells(&self, editor: &Editor, element: Element) -> SmallVec<[CellId; 8]> {
        let Element::Link(id) = element else { return SmallVec::new() };
        let ends = editor.derived.links.ends(id).into_iter().flatten();
        ends.flat_map(Attachment::anchors).map(|anchor| anchor.cell).collect()
    }

    fn draw(&self, editor: &Editor, scene: &mut Scene) {
        editor.draw_links(scene);
    }

    fn draw_hover(&self, editor: &Editor, scene: &mut Scene, element: Element) {
        if let Element::Link(id) = element {
            editor.draw_hovered_link(scene, id);
        }
    }

    fn positions(&self, document: &Document, object: Element) -> SmallVec<[Vec3; 4]> {
        let Element::Link(id) = object else { return SmallVec::new() };
        document.mesh.link(id).map(ends).map(SmallVec::from).unwrap_or_default()
    }

    fn transform(
        &self,
        draft: &mut DocumentDraft,
        object: Element,
        f: &dyn Fn(Vec3) -> Vec3,
    ) -> Result<(), Refusal> {
        let Element::Link(id) = object else { return Ok(()) };
        transform_links(draft, &[id], f).map(drop)
    }

    fn delete(&self, draft: &mut DocumentDraft, object: Element) -> Result<(), Refusal> {
        let Element::Link(id) = object else { return Ok(()) };
        delete_links(draft, &[id]).map(drop)
    }

    fn paste(
        &self,
        draft: &mut DocumentDraft,
        from: &Document,
        object: Element,
        offset: Vec3,
    ) -> Result<(), Refusal> {
        let Element::Link(id) = object else { return Ok(()) };
        let link = from.mesh.link(id).ok_or(Refusal::NoSuchLink(id))?;
        let added = add_link(draft, link.map(|place| place + offset))?.links;
        draft.added.extend(added.into_iter().map(Element::Link));
        Ok(())
    }
}

/// Returns the ends of both spans of a link.
fn ends(link: &Link) -> [Vec3; 4] {
    let [[a, b], [c, d]] = [link.from, link.to];
    [a, b, c, d]
}

//! Links.

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::edits::links;
use crate::editor::elements::entity::{EntityKind, Object};
use crate::editor::session::Session;
use crate::editor::session::command::Command as C;
use crate::editor::session::pick::{Element, hit, sorted};
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::edit::{Refusal, add_link, delete_links, transform_links};
use navsmith_core::navmesh::{Attachment, Link, LinkEnd, LinkId};

pub(in crate::editor) static LINKS: EntityKind = EntityKind {
    nouns: ["link", "links"],
    commands: &[&[C::ToggleOneWay, C::ReverseLink], &[C::Move, C::FrameSelection], &[C::Delete]],
    mode: None,
    // Linear in the number of all links.
    pick: |context, pointer| {
        let on_link = |(id, link): (LinkId, &Link)| {
            let nearest = |line| hit(Element::Link(id), pointer.nearest_on(line), pointer);
            link.lines().map(nearest).into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance))
        };
        sorted(
            links::links_shown(context.state)
                .filter_map(on_link)
                .filter(|hit| hit.distance <= pointer.pick_radius),
        )
    },
    within: |context, area, touching| {
        let is_taken = |link: &Link| {
            ends(link).into_iter().all(|end| area.contains(end))
                || touching && link.lines().into_iter().any(|line| area.touches(line))
        };
        let links = links::links_shown(context.state).filter(|(_, link)| is_taken(link));
        links.map(|(id, _)| Element::Link(id)).collect()
    },
    all: |document| document.mesh.links().map(|(id, _)| Element::Link(id)).collect(),
    cells: |state, element| {
        let Element::Link(id) = element else { return SmallVec::new() };
        let ends = state.derived().links.ends(id).into_iter().flatten();
        ends.flat_map(Attachment::anchors).map(|anchor| anchor.cell).collect()
    },
    draw_hover: |state, scene, element| {
        if let Element::Link(id) = element {
            draw_hovered_link(state, scene, id);
        }
    },
    object: Some(Object {
        draw: draw_links,
        is_shown: |_, _| true,
        positions: |document, object| {
            let Element::Link(id) = object else { return SmallVec::new() };
            document.mesh.link(id).map(ends).map(SmallVec::from).unwrap_or_default()
        },
        transform: |draft, object, f| {
            let Element::Link(id) = object else { return Ok(()) };
            transform_links(draft, &[id], f).map(drop)
        },
        delete: |draft, object| {
            let Element::Link(id) = object else { return Ok(()) };
            delete_links(draft, &[id]).map(drop)
        },
        paste: |draft, from, object, offset| {
            let Element::Link(id) = object else { return Ok(()) };
            let link = from.mesh.link(id).ok_or(Refusal::NoSuchLink(id))?;
            let added = add_link(draft, link.map(|place| place + offset))?.links;
            draft.added.extend(added.into_iter().map(Element::Link));
            Ok(())
        },
    }),
};

/// Returns the ends of both spans of a link.
fn ends(link: &Link) -> [Vec3; 4] {
    let [[a, b], [c, d]] = [link.from, link.to];
    [a, b, c, d]
}

/// Draws every link in the view; a selected one lies on a wider line.
fn draw_links(state: &State, scene: &mut Scene) {
    for (id, link) in links::links_shown(state) {
        if !scene.camera.sees(&Bounds::of(link.from.into_iter().chain(link.to))) {
            continue;
        }
        if state.selection().contains(Element::Link(id)) {
            scene.link_line(Role::LinkSelected, link);
            let spans = LinkEnd::BOTH.into_iter().filter(|&end| !link.is_point(end));
            for place in spans.flat_map(|end| link.span(end)) {
                scene.point(Role::LinkSelected, place);
            }
        }
        draw_link(state, scene, id, link);
    }
}

fn draw_link(session: &Session, scene: &mut Scene, id: LinkId, link: &Link) {
    let ends = session.derived().links.ends(id);
    let has_failed = |i: usize| ends.is_none_or(|ends| ends[i].failure().is_some());
    let role = match link.is_one_way {
        _ if has_failed(0) || has_failed(1) => Role::LinkFailed,
        true => Role::LinkOneWay,
        false => Role::Link,
    };
    scene.link_line(role, link);
    for (i, end) in LinkEnd::BOTH.into_iter().enumerate() {
        let is_arrow = link.is_one_way && end == LinkEnd::To;
        if has_failed(i) {
            scene.point(Role::LinkFailed, link.middle(end));
        } else if !is_arrow {
            scene.point(if role == Role::LinkFailed { Role::Link } else { role }, link.middle(end));
        }
    }
}

/// Draws the link under the pointer and its description.
fn draw_hovered_link(session: &Session, scene: &mut Scene, id: LinkId) {
    let Some(link) = session.mesh().link(id) else { return };
    scene.link_line(Role::Hover, link);
    let at = link.middle(LinkEnd::From).midpoint(link.middle(LinkEnd::To));
    match session.derived().links.failure(id) {
        Some((end, why)) => {
            let description = format!("Link {} is unattached at its {}: {why}", id.0, end.describe());
            scene.label(Role::LinkFailed, at, description);
        }
        None => scene.label(Role::Link, at, describe(id, link)),
    }
}

fn describe(id: LinkId, link: &Link) -> String {
    let ways = if link.is_one_way { "one way" } else { "both ways" };
    let cost =
        if link.cost == 1.0 { String::new() } else { format!(", {} × the cost of plain ground", link.cost) };
    format!("Link {}: {:.2} m, {ways}{cost}", id.0, link.length())
}

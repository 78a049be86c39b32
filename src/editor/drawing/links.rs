//! Marks of links: their ends, direction, and whether they are unattached.

use crate::editor::Editor;
use crate::editor::edits::links;
use crate::editor::session::pick::Element;
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::Bounds;
use crate::navmesh::{Link, LinkEnd, LinkId};

/// Draws every link in the view; a selected one lies on a wider line.
pub(in crate::editor) fn draw_links(editor: &Editor, scene: &mut Scene) {
    for (id, link) in links::links_shown(editor) {
        if !scene.camera.sees(&Bounds::of(link.from.into_iter().chain(link.to))) {
            continue;
        }
        if editor.selection.contains(Element::Link(id)) {
            scene.link_line(Role::LinkSelected, link);
            let spans = LinkEnd::BOTH.into_iter().filter(|&end| !link.is_point(end));
            for place in spans.flat_map(|end| link.span(end)) {
                scene.point(Role::LinkSelected, place);
            }
        }
        draw_link(editor, scene, id, link);
    }
}

fn draw_link(editor: &Editor, scene: &mut Scene, id: LinkId, link: &Link) {
    let ends = editor.derived.links.ends(id);
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
pub(in crate::editor) fn draw_hovered_link(editor: &Editor, scene: &mut Scene, id: LinkId) {
    let Some(link) = editor.document.mesh.link(id) else { return };
    scene.link_line(Role::Hover, link);
    let at = link.middle(LinkEnd::From).midpoint(link.middle(LinkEnd::To));
    match editor.derived.links.failure(id) {
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

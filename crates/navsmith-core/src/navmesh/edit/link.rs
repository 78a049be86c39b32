//! Adding, changing and deleting links.
//!
//! Id stability: every id stays except those of deleted links. Links refer to positions, not to cells; no other edit
//! moves or deletes a link, except within [`with_links_on_cells`].

use glam::Vec3;

use super::{Draft, EditResult, Edited, Refusal, require};
use crate::geometry::ground;
use crate::navmesh::{Link, LinkEnd, LinkId, Links, Surface};

/// Adds a link.
pub fn add_link(draft: &mut Draft, link: Link) -> EditResult {
    let id = draft.add_link(sound(link)?);
    Ok(Edited::of_links(vec![id]))
}

/// Replaces a link.
pub fn set_link(draft: &mut Draft, id: LinkId, link: Link) -> EditResult {
    require::link(draft, id)?;
    draft.set_link(id, sound(link)?);
    Ok(Edited::of_links(vec![id]))
}

/// Moves the midpoint of the span at one end of a link, and the span with it.
pub fn move_link_end(draft: &mut Draft, id: LinkId, end: LinkEnd, to: Vec3) -> EditResult {
    let mut link = require::link(draft, id)?;
    let delta = to - link.middle(end);
    let is_point = link.is_point(end);
    // A point is set to the exact position.
    *link.span_mut(end) = link.span(end).map(|place| if is_point { to } else { place + delta });
    set_link(draft, id, link)
}

/// Moves one end of the span at one end of a link; a point becomes a span.
pub fn move_link_place(draft: &mut Draft, id: LinkId, end: LinkEnd, place: usize, to: Vec3) -> EditResult {
    let mut link = require::link(draft, id)?;
    if let Some(at) = link.span_mut(end).get_mut(place) {
        *at = to;
    }
    set_link(draft, id, link)
}

/// Applies `f` to each position of links, once.
pub fn transform_links(draft: &mut Draft, ids: &[LinkId], f: impl Fn(Vec3) -> Vec3) -> EditResult {
    let ids = require::links(draft, ids)?;
    for &id in &ids {
        let link = require::link(draft, id)?.map(&f);
        draft.set_link(id, sound(link)?);
    }
    Ok(Edited::of_links(ids))
}

/// Applies an edit that changes heights, and moves the ends of links up and down with their cells.
///
/// `links` are the attachments before the edit. An end that is not over the same cell afterwards stays.
pub fn with_links_on_cells(
    draft: &mut Draft,
    links: &Links,
    edit: impl FnOnce(&mut Draft) -> EditResult,
) -> EditResult {
    let mut standing = Vec::new();
    for (id, link) in draft.mesh().links() {
        for (end, attachment) in LinkEnd::BOTH.into_iter().zip(links.ends(id).into_iter().flatten()) {
            for (index, place) in link.span(end).into_iter().enumerate() {
                let below = attachment.anchors().iter().find_map(|anchor| {
                    Some((anchor.cell, Surface::floor(draft.mesh(), anchor.cell, ground(place))?))
                });
                standing.extend(below.map(|below| (id, end, index, below)));
            }
        }
    }
    let edited = edit(draft)?;
    for (id, end, index, (cell, before)) in standing {
        let Some(mut link) = draft.mesh().link(id).copied() else { continue };
        let Some(place) = link.span_mut(end).get_mut(index) else { continue };
        let is_there = draft.mesh().cell(cell).is_some();
        let after = is_there.then(|| Surface::floor(draft.mesh(), cell, ground(*place))).flatten();
        if let Some(after) = after.filter(|after| *after != before) {
            place.y += after - before;
            draft.set_link(id, sound(link)?);
        }
    }
    Ok(edited)
}

/// Lets links be used in both directions.
pub fn make_two_way(draft: &mut Draft, ids: &[LinkId]) -> EditResult {
    for id in require::links(draft, ids)? {
        if let Some(&link) = draft.mesh().link(id) {
            draft.set_link(id, Link { is_one_way: false, ..link });
        }
    }
    Ok(Edited::of_links(ids.to_vec()))
}

/// Gives links the cost of plain ground.
pub fn allow_links(draft: &mut Draft, ids: &[LinkId]) -> EditResult {
    for id in require::links(draft, ids)? {
        if let Some(&link) = draft.mesh().link(id) {
            draft.set_link(id, Link { cost: 1.0, ..link });
        }
    }
    Ok(Edited::of_links(ids.to_vec()))
}

/// Deletes links.
pub fn delete_links(draft: &mut Draft, ids: &[LinkId]) -> EditResult {
    let ids = require::links(draft, ids)?;
    require::some(&ids, "delete")?;
    for id in ids {
        draft.remove_link(id);
    }
    Ok(Edited::default())
}

fn sound(link: Link) -> Result<Link, Refusal> {
    if !link.is_finite() {
        Err(Refusal::NotFinite)
    } else if link.has_cost() {
        Ok(link)
    } else {
        Err(Refusal::LinkCost)
    }
}

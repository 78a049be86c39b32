//! Correspondence of links.

use super::aspect::{Aspect, Aspects};
use super::matching::Matching;
use super::nearest::{Point, join_nearest};
use super::{DiffOptions, ElementDiff};
use navsmith_core::budget::Exhausted;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Link, LinkEnd, LinkId, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Joins links with equal ends, then those with one equal end, and then those whose ends are near.
///
/// The second value fails if the links are so crowded that the search for near ones exceeds its budget.
pub(super) fn match_links(
    meshes: [&NavMesh; 2],
    options: DiffOptions,
    progress: &Progress,
) -> Result<(Matching, Result<(), Exhausted>), Stopped> {
    let mut matching = Matching::new(meshes.map(NavMesh::link_slots));
    let keys = meshes.map(|mesh| mesh.links().map(|(id, link)| ((bits(link.from), bits(link.to)), id.0)));
    matching.join_by_key(keys, false, |_, _| true);
    for end in LinkEnd::BOTH {
        progress.check()?;
        let keys = meshes.map(|mesh| mesh.links().map(move |(id, link)| (bits(link.span(end)), id.0)));
        matching.join_by_key(keys, true, |_, _| true);
    }
    progress.check()?;
    let starts = [0, 1].map(|side| {
        let left = meshes[side].links().filter(|(id, _)| !matching.has(side, id.0));
        left.map(|(id, link)| (link.middle(LinkEnd::From), id.0)).collect::<Vec<Point>>()
    });
    let middle = |side: usize, id| meshes[side].link(LinkId(id)).map(|link: &Link| link.middle(LinkEnd::To));
    let is_near = |one, other| {
        let ends = middle(0, one).zip(middle(1, other));
        ends.is_some_and(|(one, other)| one.distance(other) <= options.tolerance)
    };
    let outcome = join_nearest(&mut matching, starts, options.tolerance, is_near);
    progress.check()?;
    Ok((matching, outcome))
}

fn bits(span: [Vec3; 2]) -> [[u32; 3]; 2] {
    span.map(|at| (at + Vec3::ZERO).to_array().map(f32::to_bits))
}

/// Returns the differences of the links.
pub(super) fn link_diff(
    meshes: [&NavMesh; 2],
    matching: &Matching,
    options: DiffOptions,
) -> ElementDiff<LinkId> {
    let ids = meshes.map(|mesh| mesh.links().map(|(id, _)| id));
    ElementDiff::of(
        ids,
        matching,
        |id| id.0,
        LinkId,
        |before, after| {
            let (Some(one), Some(other)) = (meshes[0].link(before), meshes[1].link(after)) else {
                return Aspects::default();
            };
            let places = |link: &Link| link.from.into_iter().chain(link.to);
            let is_moved = places(one)
                .zip(places(other))
                .any(|(one, other)| one != other && one.distance(other) > options.ignored_move);
            Aspects::default()
                .with(Aspect::Position, is_moved)
                .with(Aspect::Direction, one.is_one_way != other.is_one_way)
                .with(Aspect::Cost, one.cost != other.cost)
        },
    )
}

//! Correspondence of outlines.

use super::aspect::{Aspect, Aspects};
use super::entries::AreaMap;
use super::matching::Matching;
use super::{DiffOptions, ElementDiff};
use crate::document::{Document, PlacedOutline};
use navsmith_core::geometry::Vec2;
use navsmith_core::outlines::OutlineRole;

/// Returns the differences of the outlines.
///
/// Equal ones correspond, then those with equal names, then those at equal indices.
pub(super) fn outline_diff(
    documents: [&Document; 2],
    areas: &AreaMap,
    options: DiffOptions,
) -> ElementDiff<usize> {
    let lists = documents.map(|document| &*document.outlines.list);
    let mut matching = Matching::new(lists.map(<[PlacedOutline]>::len));
    let places = lists.map(|list| list.iter().map(place).collect::<Vec<_>>());
    let keys = places.each_ref().map(|list| (0..).zip(list).map(|(index, key)| (key, index)));
    matching.join_by_key(keys, false, |_, _| true);
    let named = |list: &'_ [PlacedOutline]| {
        let names = list.iter().map(|outline| outline.name.clone()).collect::<Vec<_>>();
        (0..).zip(names).filter(|(_, name)| !name.is_empty()).collect::<Vec<(u32, String)>>()
    };
    let names = lists.map(named);
    let keys = names.each_ref().map(|list| list.iter().map(|(index, name)| (&**name, *index)));
    matching.join_by_key(keys, false, |_, _| true);
    let keys = lists.map(|list| (0..list.len() as u32).map(|index| (index, index)));
    matching.join_by_key(keys, false, |_, _| true);
    ElementDiff::of(
        lists.map(|list| 0..list.len()),
        &matching,
        |index| index as u32,
        |index| index as usize,
        |before, after| {
            let [one, other] = [&lists[0][before], &lists[1][after]];
            let area = |role| if let OutlineRole::Ground(area) = role { Some(area) } else { None };
            let is_far = |one: &PlacedOutline, other: &PlacedOutline| {
                let mut pairs = one.points.iter().zip(&other.points);
                one.points.len() != other.points.len()
                    || pairs.any(|(one, other)| one.distance(*other) > options.ignored_move)
            };
            let is_ground = [one, other].map(|outline| area(outline.role).is_some());
            let areas = [area(one.role).map(|area| areas.to(area)), area(other.role)];
            Aspects::default()
                .with(Aspect::Name, one.name != other.name)
                .with(Aspect::Position, is_far(one, other))
                .with(Aspect::Role, is_ground[0] != is_ground[1] || one.is_ring() != other.is_ring())
                .with(Aspect::Area, is_ground == [true; 2] && areas[0] != areas[1])
                .with(Aspect::Height, (one.height - other.height).abs() > options.ignored_move)
        },
    )
}

/// Returns the bits of all positions of an outline.
fn place(outline: &PlacedOutline) -> Vec<u32> {
    let numbers = outline.points.iter().flat_map(Vec2::to_array).chain([outline.height]);
    numbers.map(|number| (number + 0.0).to_bits()).collect()
}

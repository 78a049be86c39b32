//! Links by the places of their ends.

use std::collections::BTreeMap;

use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{Link, LinkEnd};

/// Smallest distance up to which ends are in the same place, in metres.
const LEAST_REACH: f32 = 1e-3;

/// The middles of both ends of links in each of their directions, by squares of the ground.
#[derive(Clone, Debug)]
pub struct LinkPlaces {
    /// Width of a square, and distance up to which ends are in the same place, in metres.
    reach: f32,
    links: BTreeMap<[i32; 2], Vec<[Vec3; 2]>>,
}

impl LinkPlaces {
    /// Creates an empty list, in which ends up to `reach` metres apart are in the same place.
    pub fn within(reach: f32) -> Self {
        Self { reach: reach.max(LEAST_REACH), links: BTreeMap::new() }
    }

    /// Adds a link.
    pub fn add(&mut self, link: &Link) {
        let ends = LinkEnd::BOTH.map(|end| link.middle(end));
        self.links.entry(self.square(ends[0])).or_default().push(ends);
        if !link.is_one_way {
            self.links.entry(self.square(ends[1])).or_default().push([ends[1], ends[0]]);
        }
    }

    /// Whether a link that was added leads from the place of the start of another one to that of its end.
    pub fn has(&self, link: &Link) -> bool {
        let ends = LinkEnd::BOTH.map(|end| link.middle(end));
        let [x, z] = self.square(ends[0]);
        let squares = (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| [dx, dz]));
        squares.into_iter().any(|[dx, dz]| {
            let known = self.links.get(&[x.saturating_add(dx), z.saturating_add(dz)]);
            known.is_some_and(|known| {
                known.iter().any(|other| (0..2).all(|nth| other[nth].distance(ends[nth]) <= self.reach))
            })
        })
    }

    fn square(&self, at: Vec3) -> [i32; 2] {
        (ground(at) / self.reach).floor().as_ivec2().to_array()
    }
}

//! Links in the form of the file.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::{Position, RonElement, check_position, is_default};
use super::place::PlaceStep::{Field, Index};
use super::query::cost;
use navsmith_core::navmesh::Link;

/// A link; a span of one position is a point.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Link", deny_unknown_fields)]
pub(in crate::io) struct LinkEntry<P = Position> {
    from: Vec<P>,
    to: Vec<P>,
    #[serde(default, skip_serializing_if = "is_default")]
    one_way: bool,
    #[serde(default = "plain_cost", skip_serializing_if = "is_plain_cost", deserialize_with = "cost")]
    cost: f32,
}

fn plain_cost() -> f32 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_plain_cost(cost: &f32) -> bool {
    cost.to_bits() == plain_cost().to_bits()
}

impl<P> RonElement for LinkEntry<P> {
    fn kept(&self) -> usize {
        size_of::<Self>() + size_of::<Link>() + size_of_val(&*self.from) + size_of_val(&*self.to)
    }
}

impl<P> LinkEntry<P> {
    /// Returns the link with converted spans.
    pub(super) fn map(self, plain: impl Fn(Vec<P>) -> Vec<Position>) -> LinkEntry {
        LinkEntry { from: plain(self.from), to: plain(self.to), one_way: self.one_way, cost: self.cost }
    }
}

impl LinkEntry {
    pub(super) fn of(link: &Link) -> Self {
        let span = |[one, other]: [Vec3; 2]| {
            // The comparison is by bits, because the file distinguishes the two signs of zero.
            let is_point = one.to_array().map(f32::to_bits) == other.to_array().map(f32::to_bits);
            if is_point { vec![one.to_array()] } else { vec![one.to_array(), other.to_array()] }
        };
        Self { from: span(link.from), to: span(link.to), one_way: link.is_one_way, cost: link.cost }
    }

    pub(super) fn into_link(self) -> Link {
        let place = |at: Option<&Position>| at.copied().map_or(Vec3::NAN, Vec3::from);
        let span = |span: &[Position]| [place(span.first()), place(span.last())];
        Link { from: span(&self.from), to: span(&self.to), is_one_way: self.one_way, cost: self.cost }
    }

    /// Returns the first fault of the link at an index of a list.
    pub(super) fn check(&self, list: &'static str, i: usize) -> Result<(), RonFault> {
        let list = Field(list);
        for (which, span) in [("from", &self.from), ("to", &self.to)] {
            if !(1..=2).contains(&span.len()) {
                let description = format!(
                    "`{which}` of link {i} has {} positions; give one for a point or two for a span",
                    span.len()
                );
                return Err(RonFault::new([list, Index(i), Field(which)], description));
            }
            for (end, position) in span.iter().enumerate() {
                let path = [list, Index(i), Field(which), Index(end)];
                check_position(position, path, || format!("`{which}` of link {i}"))?;
            }
        }
        if self.cost > 0.0 {
            return Ok(());
        }
        let description =
            format!("the cost of link {i} is {}; give a positive number, or inf to forbid it", self.cost);
        Err(RonFault::new([list, Index(i), Field("cost")], description))
    }
}

//! Which cells links are attached to, and which islands they join.
//!
//! An end is attached to every cell that its span lies on. Where it lies on none, it is attached to the one cell nearest
//! to its middle, if that is within reach: a tenth of the link's length, and at most half a metre. This and no more is
//! decided by comparing positions.
//! This module does not know agents: a link that one of them may not use joins islands all the same.

mod attach;

use std::collections::BTreeSet;
use std::fmt;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::{CellId, IslandId, Islands, Link, LinkEnd, LinkId, Locator, NavMesh};
use crate::budget::Budget;
use crate::geometry::ground;

/// What an end of a link is attached to.
#[derive(Clone, Debug, PartialEq)]
pub enum Attachment {
    /// Cells, by id.
    Attached {
        /// Which cells, and where.
        anchors: SmallVec<[LinkAnchor; 2]>,
        /// Whether the span lies on more cells: these are the [`MOST_ANCHORS`] with the smallest ids.
        is_partial: bool,
        /// How far it is from the cell that it hangs beside, above or below, in metres; 0 where it lies on cells.
        gap: f32,
    },
    /// No cell, so the link cannot be used.
    Unattached(UnattachedReason),
}

/// A cell that an end of a link is attached to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkAnchor {
    /// The cell.
    pub cell: CellId,
    /// The stretch of the span that lies on it, from 0 to 1 along the span; all of it for a point.
    pub stretch: [f32; 2],
}

/// Why an end of a link is attached to nothing; prints as a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnattachedReason {
    /// There are no cells.
    EmptyMesh,
    /// The search stopped: more cells and links lie in one place than the size of the mesh justifies.
    NotSearched,
    /// No cell is within reach.
    TooFar {
        /// The nearest cell.
        cell: CellId,
        /// The point of it that is nearest to the middle of the span.
        point: Vec3,
        /// How far that is, in metres.
        distance: f32,
        /// How far the link reaches, in metres.
        reach: f32,
    },
}

impl fmt::Display for UnattachedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyMesh => f.write_str("the mesh has no cells"),
            Self::NotSearched => f.write_str(
                "the search for its cells stopped, because too many cells and links lie in one place; remove some of them",
            ),
            Self::TooFar { cell, distance, reach, .. } => write!(
                f,
                "the nearest cell, {}, is {distance:.2} m away, beyond its reach of {reach:.2} m",
                cell.0
            ),
        }
    }
}

impl Attachment {
    /// The cells that it is attached to, by id; none where it failed.
    pub fn anchors(&self) -> &[LinkAnchor] {
        match self {
            Self::Attached { anchors, .. } => anchors,
            Self::Unattached(_) => &[],
        }
    }

    /// Why it is attached to nothing; `None` where it is attached.
    pub fn failure(&self) -> Option<UnattachedReason> {
        match *self {
            Self::Unattached(why) => Some(why),
            Self::Attached { .. } => None,
        }
    }

    /// Whether the span lies on more cells than are attached.
    pub fn is_partial(&self) -> bool {
        matches!(self, Self::Attached { is_partial: true, .. })
    }

    /// Whether a change of any cell anywhere may change it.
    fn is_loose(&self) -> bool {
        !matches!(self, Self::Attached { gap: 0.0, is_partial: false, .. })
    }
}

/// A way over a link from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkStep {
    /// The link.
    pub link: LinkId,
    /// Where one steps on; the opposite end is where one gets off.
    pub end: LinkEnd,
    /// The cell that one gets off on.
    pub cell: CellId,
    /// The stretch of both spans that one can step on and get off at, from 0 to 1.
    pub stretch: [f32; 2],
}

/// The number of joined pairs from which on repeated ones are removed while they are collected.
const MOST_JOINED: usize = 1 << 14;

/// Which cells all links are attached to, and which islands they join.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links {
    /// By link slot; `None` where there is no link.
    attachments: Vec<Option<[Attachment; 2]>>,
    /// Which ends are on which cell, in order.
    at_cells: Vec<(CellId, LinkId, LinkEnd)>,
    /// From which island a link leads to which other, and whether only against a link's direction; in order, each once.
    joined: Vec<(IslandId, IslandId, bool)>,
    /// The least cost of a link with both ends attached.
    least_cost: Option<f32>,
    /// Whether the search for cells stopped before all links had theirs.
    is_cut_short: bool,
}

/// The most cells that one end of a link is attached to.
pub const MOST_ANCHORS: usize = 64;

/// Steps of the search for cells, as a multiple of those of an analysis.
///
/// Most are comparisons of two small numbers.
const STEPS: u64 = 16;

impl Links {
    /// Attaches all links.
    ///
    /// Each costs what [`Locator::nearest`] does, up to a budget for all of them; see [`Self::is_cut_short`].
    pub fn build(mesh: &NavMesh, islands: &Islands, locator: &Locator) -> Self {
        let mut links = Self::default();
        let all: Vec<LinkId> = mesh.links().map(|(id, _)| id).collect();
        links.update(mesh, islands, locator, &all, &[]);
        links
    }

    /// Follows links and cells that changed, by id, and returns the links attached differently.
    ///
    /// Passes over every link, and searches for the cells of those that changed, are near a changed cell, or are attached
    /// to one, to none, or to a part of those that they lie on.
    pub(super) fn update(
        &mut self,
        mesh: &NavMesh,
        islands: &Islands,
        locator: &Locator,
        changed: &[LinkId],
        cells: &[CellId],
    ) -> Vec<LinkId> {
        if self.attachments.is_empty() && mesh.link_slots() == 0 {
            return Vec::new();
        }
        let stale = self.stale(mesh, changed, cells);
        self.attachments.resize(mesh.link_slots(), None);
        self.is_cut_short = false;
        let mut budget = Budget::of_elements(mesh.cell_count() + mesh.link_count()).with_more_steps(STEPS);
        let mut moved = Vec::new();
        for id in stale {
            let Some(slot) = self.attachments.get_mut(id.0 as usize) else { continue };
            let attached = mesh.link(id).map(|link| attach::both_ends(mesh, locator, link, &mut budget));
            let failures = attached.iter().flatten().filter_map(Attachment::failure);
            self.is_cut_short |= failures.into_iter().any(|why| why == UnattachedReason::NotSearched);
            if *slot != attached {
                *slot = attached;
                moved.push(id);
            }
        }
        self.index(mesh, islands);
        moved
    }

    fn stale(&self, mesh: &NavMesh, changed: &[LinkId], cells: &[CellId]) -> BTreeSet<LinkId> {
        let mut stale: BTreeSet<LinkId> = changed.iter().copied().collect();
        if self.is_cut_short {
            stale.extend(mesh.links().map(|(id, _)| id));
            return stale;
        }
        if cells.is_empty() {
            return stale;
        }
        let places = cells.iter().flat_map(|&cell| mesh.ground_ring(cell));
        let (low, high) = places.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        let is_touched = |attachment: &Attachment| {
            attachment.is_loose()
                || attachment.anchors().iter().any(|anchor| cells.binary_search(&anchor.cell).is_ok())
        };
        let is_near = |link: &Link| {
            LinkEnd::BOTH.into_iter().any(|end| {
                let [a, b] = link.span(end).map(ground);
                let slack = Vec2::splat(attach::slack(link));
                (a.min(b) - slack).cmple(high).all() && (a.max(b) + slack).cmpge(low).all()
            })
        };
        for (id, link) in mesh.links() {
            if self.ends(id).is_some_and(|ends| ends.iter().any(is_touched)) || is_near(link) {
                stale.insert(id);
            }
        }
        stale
    }

    /// Rebuilds the lists that follow from the attachments.
    fn index(&mut self, mesh: &NavMesh, islands: &Islands) {
        self.at_cells.clear();
        self.least_cost = None;
        let (mut joined, mut most_joined) = (Vec::new(), MOST_JOINED);
        for (id, link) in mesh.links() {
            let Some(ends) = self.attachments.get(id.0 as usize).and_then(Option::as_ref) else { continue };
            for (end, attachment) in LinkEnd::BOTH.into_iter().zip(ends) {
                self.at_cells.extend(attachment.anchors().iter().map(|anchor| (anchor.cell, id, end)));
            }
            for (from, to, _) in pairs(ends) {
                let islands = (islands.of(from).unwrap_or_default(), islands.of(to).unwrap_or_default());
                joined.push((islands.0, islands.1, false));
                joined.push((islands.1, islands.0, link.is_one_way));
                // Links between cells that all overlap join the same islands again and again.
                if joined.len() >= most_joined {
                    joined.sort_unstable();
                    joined.dedup();
                    most_joined = MOST_JOINED.max(joined.len() * 2);
                }
                self.least_cost = Some(self.least_cost.map_or(link.cost, |least| least.min(link.cost)));
            }
        }
        self.at_cells.sort_unstable();
        joined.retain(|(from, to, _)| from != to);
        joined.sort_unstable();
        // What one link leads against, another may lead along: that comes first.
        joined.dedup_by_key(|(from, to, _)| (*from, *to));
        self.joined = joined;
    }

    /// Bytes of it, shallow.
    pub fn bytes(&self) -> usize {
        size_of_val(self.attachments.as_slice())
            + size_of_val(self.at_cells.as_slice())
            + size_of_val(self.joined.as_slice())
    }

    /// Whether the search for cells stopped before all links had theirs.
    ///
    /// Then more cells and links lie in one place than the size of the mesh justifies. Links without cells fail by
    /// [`UnattachedReason::NotSearched`].
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// What both ends of a link are attached to; `None` if there is no such link.
    pub fn ends(&self, link: LinkId) -> Option<&[Attachment; 2]> {
        self.attachments.get(link.0 as usize)?.as_ref()
    }

    /// The first end of a link that is attached to nothing, and why; `None` without such an end.
    pub fn failure(&self, link: LinkId) -> Option<(LinkEnd, UnattachedReason)> {
        let mut ends = LinkEnd::BOTH.into_iter().zip(self.ends(link)?);
        ends.find_map(|(end, attachment)| Some((end, attachment.failure()?)))
    }

    /// The ends of links on a cell, by id. Logarithmic in all ends.
    pub fn on(&self, cell: CellId) -> impl Iterator<Item = (LinkId, LinkEnd)> {
        let first = self.at_cells.partition_point(|&(on, ..)| on < cell);
        self.at_cells[first..].iter().take_while(move |&&(on, ..)| on == cell).map(|&(_, id, end)| (id, end))
    }

    /// The ways over links out of a cell, those against a link that leads one way included, by link and then by the
    /// cell that they lead to.
    pub fn steps(&self, cell: CellId) -> impl Iterator<Item = LinkStep> {
        self.on(cell).flat_map(move |(link, end)| {
            let ends = self.ends(link).into_iter().flat_map(pairs);
            ends.filter_map(move |(from, to, stretch)| {
                let (on, off) = if end == LinkEnd::From { (from, to) } else { (to, from) };
                (on == cell && off != cell).then_some(LinkStep { link, end, cell: off, stretch })
            })
        })
    }

    /// Whether a chain of islands joined by links leads from one island to another. Costs what there are joined islands.
    pub fn lead(&self, from: IslandId, to: IslandId) -> bool {
        self.chain(from, to, false)
    }

    /// The same, if every link led both ways.
    pub fn join(&self, from: IslandId, to: IslandId) -> bool {
        self.chain(from, to, true)
    }

    fn chain(&self, from: IslandId, to: IslandId, is_either_way: bool) -> bool {
        let mut reached = BTreeSet::from([from]);
        let mut queue = vec![from];
        while let Some(island) = queue.pop() {
            if island == to {
                return true;
            }
            let first = self.joined.partition_point(|&(on, ..)| on < island);
            let on_it = self.joined[first..].iter().take_while(|&&(on, ..)| on == island);
            for &(_, next, is_against) in on_it {
                if (is_either_way || !is_against) && reached.insert(next) {
                    queue.push(next);
                }
            }
        }
        false
    }

    /// The least that a metre along any link costs, and at most 1: what keeps a straight line an admissible heuristic.
    pub fn least_cost(&self) -> f32 {
        self.least_cost.map_or(1.0, |least| least.min(1.0))
    }
}

/// The pairs of cells that a link's two ends join, and the stretch of the spans at which they do.
fn pairs(ends: &[Attachment; 2]) -> impl Iterator<Item = (CellId, CellId, [f32; 2])> {
    let [from, to] = ends.each_ref().map(Attachment::anchors);
    from.iter().flat_map(move |one| {
        to.iter().filter_map(move |other| {
            let stretch = [one.stretch[0].max(other.stretch[0]), one.stretch[1].min(other.stretch[1])];
            (stretch[0] <= stretch[1]).then_some((one.cell, other.cell, stretch))
        })
    })
}

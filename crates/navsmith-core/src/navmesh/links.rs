//! Attachment of links to cells, and the islands that links join.
//!
//! An end is attached to every cell that its span lies on. An end on no cell is attached to the cell nearest to its
//! midpoint, if that cell is within reach. The reach is a tenth of the link's length, at most half a metre. Only this
//! attachment compares positions. This module does not depend on agents. A link that an agent may not use still joins
//! islands. A link that is forbidden for all agents is attached to nothing.

mod attach;

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::{CellId, IslandId, Islands, Link, LinkEnd, LinkId, Locator, NavMesh};
use crate::budget::Budget;
use crate::geometry::ground;

/// The attachment of a link end.
#[derive(Clone, Debug, PartialEq)]
pub enum Attachment {
    /// Attached to cells, sorted by id.
    Attached {
        /// The cells and the stretches of the span on them.
        anchors: SmallVec<[LinkAnchor; 2]>,
        /// Whether the span lies on more cells. `anchors` contains the [`MOST_ANCHORS`] with the smallest ids.
        is_partial: bool,
        /// Distance to the cell beside, above or below which the end lies, in metres; 0 on a cell.
        gap: f32,
    },
    /// Not attached to a cell, so the link cannot be used.
    Unattached(UnattachedReason),
}

/// A cell that an end of a link is attached to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkAnchor {
    /// The cell.
    pub cell: CellId,
    /// Stretch of the span that lies on the cell, from 0 to 1 along the span; `[0, 1]` for a point.
    pub stretch: [f32; 2],
}

/// The reason why a link end is not attached. Formats as part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum UnattachedReason {
    /// The mesh has no cells.
    #[error("the mesh has no cells")]
    EmptyMesh,
    /// The cost of the link is infinite.
    #[error("the link is forbidden, because its cost is infinite")]
    Forbidden,
    /// The search stopped: more cells and links overlap than the size of the mesh justifies.
    #[error(
        "the search for its cells stopped, because too many cells and links lie in one place; remove some of them"
    )]
    NotSearched,
    /// No cell is within reach.
    #[error("the nearest cell, {}, is {distance:.2} m away, beyond its reach of {reach:.2} m", .cell.0)]
    TooFar {
        /// The nearest cell.
        cell: CellId,
        /// Point of the cell nearest to the midpoint of the span.
        point: Vec3,
        /// Distance to that point, in metres.
        distance: f32,
        /// Reach of the link, in metres.
        reach: f32,
    },
}

impl Attachment {
    /// Returns the anchors, sorted by cell id; empty if the end is not attached.
    pub fn anchors(&self) -> &[LinkAnchor] {
        match self {
            Self::Attached { anchors, .. } => anchors,
            Self::Unattached(_) => &[],
        }
    }

    /// Returns the reason why the end is not attached; `None` if it is attached.
    pub fn failure(&self) -> Option<UnattachedReason> {
        match *self {
            Self::Unattached(why) => Some(why),
            Self::Attached { .. } => None,
        }
    }

    /// Whether the span lies on more cells than it is attached to.
    pub fn is_partial(&self) -> bool {
        matches!(self, Self::Attached { is_partial: true, .. })
    }

    /// Whether a change of any cell may change the attachment.
    fn is_loose(&self) -> bool {
        !matches!(self, Self::Attached { gap: 0.0, is_partial: false, .. })
    }
}

/// A traversal of a link from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkStep {
    /// The link.
    pub link: LinkId,
    /// End at which a path enters the link; it leaves at the opposite end.
    pub end: LinkEnd,
    /// Cell that the path enters.
    pub cell: CellId,
    /// Stretch of both spans at which a path can enter and leave, from 0 to 1.
    pub stretch: [f32; 2],
}

/// Minimum number of joined pairs at which duplicates are removed during collection.
const MOST_JOINED: usize = 1 << 14;

/// The attachments of all links and the islands that they join.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links {
    /// Attachments at each link slot; `None` for an unused slot.
    attachments: Vec<Option<[Attachment; 2]>>,
    /// The ends on each cell, sorted.
    at_cells: Vec<(CellId, LinkId, LinkEnd)>,
    /// Pairs of islands that a link joins, and whether only against the link's direction.
    ///
    /// Sorted; each pair occurs once.
    joined: Vec<(IslandId, IslandId, bool)>,
    /// Least and greatest cost of the links with both ends attached.
    costs: Option<[f32; 2]>,
    /// Whether the search for cells stopped before all links were attached.
    is_cut_short: bool,
}

/// Maximum number of cells that a link end is attached to.
pub const MOST_ANCHORS: usize = 64;

/// Step budget of the search for cells, as a multiple of the budget of an analysis.
///
/// Most steps are comparisons of two small numbers.
const STEPS: u64 = 16;

impl Links {
    /// Attaches all links.
    ///
    /// Each link costs one [`Locator::nearest`]. All links share a budget; see [`Self::is_cut_short`].
    pub fn build(mesh: &NavMesh, islands: &Islands, locator: &Locator) -> Self {
        let mut links = Self::default();
        let all: Vec<LinkId> = mesh.links().map(|(id, _)| id).collect();
        links.update(mesh, islands, locator, &all, &[]);
        links
    }

    /// Updates the attachments after changes, and returns the links whose attachments changed.
    ///
    /// The lists of changed links and cells are sorted by id. Visits every link. Searches cells only for links that
    /// changed or are near a changed cell. The search includes links attached to a changed cell, to no cell, or to a
    /// part of their cells. It also includes links with an end beside a cell.
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

    /// Rebuilds the lists derived from the attachments.
    fn index(&mut self, mesh: &NavMesh, islands: &Islands) {
        self.at_cells.clear();
        self.costs = None;
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
                // Links between overlapping cells join the same islands many times.
                if joined.len() >= most_joined {
                    joined.sort_unstable();
                    joined.dedup();
                    most_joined = MOST_JOINED.max(joined.len() * 2);
                }
                let [least, most] = self.costs.unwrap_or([link.cost; 2]);
                self.costs = Some([least.min(link.cost), most.max(link.cost)]);
            }
        }
        self.at_cells.sort_unstable();
        joined.retain(|(from, to, _)| from != to);
        joined.sort_unstable();
        // A pair joined against one link may be joined along another. `false` sorts first and stays.
        joined.dedup_by_key(|(from, to, _)| (*from, *to));
        self.joined = joined;
    }

    /// Returns the size of the tables in bytes, without the heap blocks of their elements.
    pub fn bytes(&self) -> usize {
        size_of_val(self.attachments.as_slice())
            + size_of_val(self.at_cells.as_slice())
            + size_of_val(self.joined.as_slice())
    }

    /// Whether the search for cells stopped before all links were attached.
    ///
    /// More cells and links then overlap than the size of the mesh justifies. Links without cells fail with
    /// [`UnattachedReason::NotSearched`].
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// Returns the attachments of both ends of a link; `None` if there is no such link.
    pub fn ends(&self, link: LinkId) -> Option<&[Attachment; 2]> {
        self.attachments.get(link.0 as usize)?.as_ref()
    }

    /// Returns the first end of a link that is not attached, with the reason; `None` if both are.
    pub fn failure(&self, link: LinkId) -> Option<(LinkEnd, UnattachedReason)> {
        let mut ends = LinkEnd::BOTH.into_iter().zip(self.ends(link)?);
        ends.find_map(|(end, attachment)| Some((end, attachment.failure()?)))
    }

    /// Returns the link ends on a cell, sorted by link id. Logarithmic in the number of all ends.
    pub fn on(&self, cell: CellId) -> impl Iterator<Item = (LinkId, LinkEnd)> {
        let first = self.at_cells.partition_point(|&(on, ..)| on < cell);
        self.at_cells[first..].iter().take_while(move |&&(on, ..)| on == cell).map(|&(_, id, end)| (id, end))
    }

    /// Returns the traversals of links out of a cell, sorted by link, then by the cell that they lead to.
    ///
    /// Includes traversals against the direction of one-way links.
    pub fn steps(&self, cell: CellId) -> impl Iterator<Item = LinkStep> {
        self.on(cell).flat_map(move |(link, end)| {
            let ends = self.ends(link).into_iter().flat_map(pairs);
            ends.filter_map(move |(from, to, stretch)| {
                let (on, off) = if end == LinkEnd::From { (from, to) } else { (to, from) };
                (on == cell).then_some(LinkStep { link, end, cell: off, stretch })
            })
        })
    }

    /// Whether links lead from one island to another, through other islands if necessary.
    ///
    /// Takes time proportional to the number of joined islands.
    pub fn lead(&self, from: IslandId, to: IslandId) -> bool {
        self.chain(from, to, false)
    }

    /// Like [`Self::lead`], but treats every link as bidirectional.
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

    /// Returns the minimum cost of a metre along any link, at most 1.
    ///
    /// It scales the straight-line distance to an admissible heuristic.
    pub fn least_cost(&self) -> f32 {
        self.costs.map_or(1.0, |[least, _]| least.min(1.0))
    }

    /// Whether a link with both ends attached has a cost other than that of plain ground.
    pub fn has_costs(&self) -> bool {
        self.costs.is_some_and(|costs| costs != [1.0; 2])
    }
}

/// Returns the pairs of cells that the two ends of a link join, with the common stretch of the spans.
fn pairs(ends: &[Attachment; 2]) -> impl Iterator<Item = (CellId, CellId, [f32; 2])> {
    let [from, to] = ends.each_ref().map(Attachment::anchors);
    from.iter().flat_map(move |one| {
        to.iter().filter_map(move |other| {
            let stretch = [one.stretch[0].max(other.stretch[0]), one.stretch[1].min(other.stretch[1])];
            (stretch[0] <= stretch[1]).then_some((one.cell, other.cell, stretch))
        })
    })
}

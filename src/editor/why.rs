//! Why there is no path, and what would make one: the gaps between islands with the edits that close them, and the
//! changes that open a shut way.
//!
//! Computed when first asked for after a change; of a large mesh, by the outside. This module does not know how gaps are
//! found or closed.

mod finding;

use finding::Finding;
pub use finding::{WhyFound, WhyJob};

use std::ops::ControlFlow;
use std::sync::OnceLock;

use glam::DVec3;

use super::query::with_active_query;
use super::{Coloring, Editor, Element, Message, Tint};
use crate::document::{Document, JoinKind, Offer, Opened, offers, opened};
use crate::geometry::{Bounds, Vec3};
use crate::navmesh::{CellId, Edge, IslandId};
use crate::pathfinding::{
    Answer, End, GapRoute, LocateEvent, LocateStep, Nearest, Query, Why, gap_routes, locate_observed,
    nearest_to_target,
};

/// As many gaps between two islands are shown.
const MOST_GAPS: usize = 5;

/// As many cells that an end does not stand on are told of.
const MOST_CANDIDATES: usize = 6;

/// How much of the ground around a gap is shown, in widths of it and at least in metres.
const WIDTHS_AROUND: f64 = 1.0;
const LEAST_AROUND: f64 = 0.25;

/// What is known of why there is no path.
#[derive(Debug, Default)]
pub(super) struct WhyView {
    /// Which of the ways over is looked at.
    chosen: usize,
    ways: OnceLock<Vec<GapRoute>>,
    /// By way.
    offers: [OnceLock<Vec<Offer>>; MOST_GAPS + 1],
    opened: OnceLock<Option<Opened>>,
    ruled_out: OnceLock<Vec<LocateEvent>>,
    nearest: OnceLock<Option<Nearest>>,
    finding: Finding,
}

/// Why there is no path, or none from the very start to the very target, and what would make one; of that only what is
/// known yet ([`Editor::is_why_awaited`], [`Editor::is_why_given_up`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhyNot<'a> {
    /// The reason; prints as a sentence.
    pub why: &'a Why,
    /// The ways over the gaps between the islands, the one with the narrowest gaps first; empty where the reason is
    /// another one.
    pub ways: &'a [GapRoute],
    /// Which of them is looked at.
    pub chosen: usize,
    /// What each way of closing its gaps comes to; empty while something is being dragged.
    pub offers: &'a [Offer],
    /// What opens a shut way; `None` where the reason is another one, or nothing does.
    pub opened: Option<&'a Opened>,
    /// Where one comes nearest to the target; `None` where one gets to it, or from nowhere.
    pub nearest: Option<&'a Nearest>,
}

/// What a user does about there being no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyInput {
    /// Looks at a way over gaps, by its index in [`WhyNot::ways`], and shows it in the view.
    Frame(usize),
    /// Shows a cell that an end does not stand on, and selects it.
    FrameCell(CellId),
    /// Closes the gaps of a way, as one undo step.
    Join(usize, JoinKind),
    /// Finds out what would make a path, after that was stopped.
    FindOut,
    /// Puts the target where one comes nearest to it, as one undo step.
    TargetNearest,
    /// Changes the settings of the active query, and links that lead the other way, so that the way is open; one undo
    /// step.
    Open,
}

impl Editor {
    /// Why there is no path, or only a partial one; `None` where there is a whole path or nothing is asked.
    pub fn why_not(&self) -> Option<WhyNot<'_>> {
        let why = self.answer()?.why()?;
        let (ways, chosen) = (self.gap_routes(), self.why.chosen);
        let (offers, opened, nearest) = (self.offers(chosen), self.opened(), self.nearest_reachable());
        Some(WhyNot { why, ways, chosen, offers, opened, nearest })
    }

    /// The ways over the gaps that keep start and target apart.
    pub(super) fn gap_routes(&self) -> &[GapRoute] {
        let Some([from, to]) = self.islands_apart() else { return &[] };
        let mesh = &self.document.mesh;
        let find = || gap_routes(mesh, &self.derived, &self.settings().filter, from, to, MOST_GAPS);
        self.why.known_or(mesh, &self.why.ways, find).map_or(&[], |ways| ways)
    }

    /// Which of the ways over is looked at.
    pub(super) fn chosen_way(&self) -> usize {
        self.why.chosen
    }

    /// What closing the gaps of a way comes to.
    pub(super) fn offers(&self, way: usize) -> &[Offer] {
        let is_dragged = self.history.open().is_some();
        let found = self.gap_routes().get(way).zip(self.why.offers.get(way)).filter(|_| !is_dragged);
        let Some(((way, offers_of), query)) = found.zip(self.asked()) else { return &[] };
        let mesh = &self.document.mesh;
        let find = || offers(mesh, &self.derived, &self.issues, &query, way, &mut goes_on);
        self.why.known_or(mesh, offers_of, find).map_or(&[], |offers| offers)
    }

    /// What opens a shut way.
    pub(super) fn opened(&self) -> Option<&Opened> {
        let is_dragged = self.history.open().is_some();
        let query = self.asked().filter(|_| !is_dragged)?;
        self.answer()?.why()?.relaxation()?;
        let mesh = &self.document.mesh;
        let find = || opened(mesh, &self.derived, &query, &mut goes_on);
        self.why.known_or(mesh, &self.why.opened, find)?.as_ref()
    }

    /// Where one comes nearest to a target that no path leads to.
    ///
    /// Computed when first asked for after a change; of a large mesh by the outside, and until then `None`.
    pub fn nearest_reachable(&self) -> Option<&Nearest> {
        let answer = self.answer().filter(|answer| answer.why().is_some() && !answer.is_stopped())?;
        let find = || nearest_to_target(&self.walkable(), answer);
        self.why.known_or(&self.document.mesh, &self.why.nearest, find)?.as_ref()
    }

    /// Puts the target where one comes nearest to it.
    pub(super) fn target_nearest(&mut self) {
        let Some(nearest) = self.nearest_reachable() else {
            if let Some(description) = self.why_unknown() {
                return self.say(Message::info(format!("{description}.")));
            }
            return self.say(Message::info("The path reaches the target already, or there is none."));
        };
        let target = nearest.endpoint(&self.walkable());
        self.edit_query("Target at the nearest point", |query| query.target = Some(target));
    }

    /// The islands of start and target, where no path is because they differ.
    pub(super) fn islands_apart(&self) -> Option<[IslandId; 2]> {
        match self.answer().and_then(Answer::why)? {
            Why::DifferentIslands { start, target, .. } => Some([*start, *target]),
            _ => None,
        }
    }

    /// The active query with both its ends; `None` until they are placed.
    pub(super) fn asked(&self) -> Option<Query> {
        let (start, target) = (self.endpoint(End::Start)?, self.endpoint(End::Target)?);
        Some(Query { start, target, settings: self.settings().clone() })
    }

    /// For the ends that are off the mesh: the cells near enough to be looked at with what ruled each out, and the one
    /// that the end was moved to. At most 6 for each end.
    ///
    /// Computed when first asked for after a change.
    pub fn ruled_out(&self) -> &[LocateEvent] {
        self.why.ruled_out.get_or_init(|| {
            let is_off = |end: &End| self.located(*end).is_some_and(|located| located.off_mesh.is_some());
            let ends = [End::Start, End::Target].into_iter().filter(is_off);
            ends.flat_map(|end| self.ruled_out_for(end)).collect()
        })
    }

    fn ruled_out_for(&self, end: End) -> Vec<LocateEvent> {
        let Some(asked) = self.endpoint(end) else { return Vec::new() };
        let (mut judged, mut chosen) = (Vec::new(), None);
        let mut tell = |step: LocateStep| match step {
            LocateStep::Judged { .. } if judged.len() < MOST_CANDIDATES => {
                judged.push(LocateEvent { end, step });
            }
            LocateStep::Chosen { .. } => chosen = Some(LocateEvent { end, step }),
            _ => {}
        };
        locate_observed(&self.document.mesh, &self.derived, asked, self.settings().max_height, &mut tell);
        judged.into_iter().chain(chosen).collect()
    }

    /// The tint of a cell on one of the islands that keep start and target apart.
    pub(super) fn apart_tint(&self, cell: CellId) -> Option<Tint> {
        let apart = self.islands_apart().filter(|_| self.options.coloring == Coloring::Area)?;
        self.derived.islands.of(cell).filter(|island| apart.contains(island)).map(Tint::Island)
    }

    /// What a legend says of such tints; empty without any.
    pub(super) fn apart_note(&self) -> String {
        self.islands_apart().map_or_else(String::new, |[start, target]| {
            format!("No path: the start is on island {start}, the target on island {target}.")
        })
    }

    pub(super) fn handle_why(&mut self, input: WhyInput) {
        match input {
            WhyInput::Frame(way) => self.frame_way(way),
            WhyInput::FrameCell(cell) => {
                let bounds = self.bounds_of_cells(&[cell]);
                self.camera.frame(&bounds);
                self.select_elements(self.document.mesh.cell(cell).map(|_| Element::Cell(cell)));
            }
            WhyInput::Join(way, kind) => self.settled().join(way, kind),
            WhyInput::FindOut => self.find_why(),
            WhyInput::TargetNearest => self.settled().target_nearest(),
            WhyInput::Open => self.settled().open_way(),
        }
    }

    fn frame_way(&mut self, index: usize) {
        let Some(way) = self.gap_routes().get(index).cloned() else {
            return self.say(Message::info("This gap no longer exists. Look at the list again."));
        };
        let ends = way.island_gaps.iter().flat_map(|gap| [gap.from.point, gap.to.point]);
        let around = Vec3::splat((way.widest() * WIDTHS_AROUND).max(LEAST_AROUND) as f32);
        let bounds = Bounds::of(ends.map(DVec3::as_vec3));
        self.camera.frame(&Bounds { min: bounds.min - around, max: bounds.max + around });
        self.why.chosen = index;
        let sides = way.island_gaps.iter().flat_map(|gap| [gap.from.side, gap.to.side]);
        let ends = sides.filter_map(|side| self.document.mesh.half_edge(side));
        let edges: Vec<_> = ends.map(|[from, to]| Element::Edge(Edge::new(from, to))).collect();
        self.select_elements(edges);
    }

    /// Closes the gaps of a way.
    pub(super) fn join(&mut self, way: usize, kind: JoinKind) {
        let offer = self.offers(way).iter().find(|offer| offer.kind == kind).cloned();
        match offer.map(|offer| offer.joining) {
            Some(Ok((joining, _))) => {
                self.edit(&format!("{} the gap", kind.title()), |draft| joining.run(draft));
            }
            Some(Err(why)) => self.say(Message::warning(why)),
            None => match self.why_unknown() {
                Some(description) => {
                    // Then it is found out about this one.
                    self.why.chosen = way.min(MOST_GAPS);
                    self.say(Message::info(format!("{description}.")));
                }
                None => {
                    self.say(Message::info("This gap no longer exists. Look at the list again."));
                }
            },
        }
    }

    /// Asks with the settings that open the way, and lets links lead both ways that have to.
    pub(super) fn open_way(&mut self) {
        let Some(opened) = self.opened().cloned() else {
            if let Some(description) = self.why_unknown() {
                return self.say(Message::info(format!("{description}.")));
            }
            return self.say(Message::info("No change of the agent, area costs or links unblocks a path."));
        };
        let active = self.active_query_index();
        let document = with_active_query(&self.document, active, |query| query.settings = opened.settings);
        self.edit_document("Unblock the path", Document { mesh: opened.mesh, ..document });
    }
}

/// Nobody breaks off what is done at once.
fn goes_on(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

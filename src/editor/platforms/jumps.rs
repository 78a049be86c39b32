//! Links between platforms, proposed for a body that runs and jumps.

use std::sync::Arc;

use super::found::{self, LARGE};
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::{CellId, Link};
use navsmith_core::platformer::{
    FreeSpace, Platform, PlatformLink, platform_links, platforms, why_unreachable,
};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::{SideView, count};

/// Key of the links between the platforms of a side view.
#[derive(Clone, Debug)]
pub(in crate::editor) struct JumpsKey {
    ground: MeshSnapshot,
    view: SideView,
}

impl PartialEq for JumpsKey {
    /// Links of the mesh do not count, because bodies do not follow them.
    fn eq(&self, other: &Self) -> bool {
        let [mesh, beside] = [&self.ground.mesh, &other.ground.mesh];
        let has_same_cells = || {
            mesh.vertices_apart() == beside.vertices_apart()
                && mesh.vertices().eq(beside.vertices())
                && mesh.cells().eq(beside.cells())
        };
        self.view == other.view && (self.ground == other.ground || has_same_cells())
    }
}

/// Proposed links between platforms.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpsFound {
    /// The platforms.
    pub platforms: Vec<Platform>,
    /// How a body gets from one to another.
    pub jumps: Vec<PlatformLink>,
    /// The links of the mesh for them, in the same order.
    pub links: Vec<Link>,
}

impl Analysis for JumpsKey {
    type Value = Arc<JumpsFound>;

    const TITLE: &'static str = "searching jumps";

    fn when(_: &State) -> When {
        When::OnRequest
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { ground: state.mesh_snapshot(), view: state.document().side_view()? })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Arc<JumpsFound>, Stopped> {
        let SideView { gravity, jumper } = &self.view;
        let space = FreeSpace::new(&self.ground.mesh, &self.ground.derived);
        let platforms = platforms(&space, gravity);
        let jumps = platform_links(&space, gravity, &platforms, jumper, progress)?;
        let links = jumps.iter().map(|jump| jump.proposed(&space, jumper)).collect();
        Ok(Arc::new(JumpsFound { platforms, jumps, links }))
    }

    fn done(state: &mut State) -> Reaction {
        let Some(found) = state.analyses.jumps.current().filter(|found| found.jumps.is_empty()) else {
            return Reaction::Nothing;
        };
        Reaction::Show(Message::info(match found.platforms.len() {
            0 | 1 => "There are fewer than two platforms, so no link is suggested.",
            _ => "No platform can be reached from another one. Ask why in the panel Platforms.",
        }))
    }
}

/// Key of the answer why a body does not get from one platform to another.
#[derive(Clone, Debug)]
pub(in crate::editor) struct WhyJumpKey {
    ground: MeshSnapshot,
    view: SideView,
    jumps: Arc<JumpsFound>,
    pair: [usize; 2],
}

impl PartialEq for WhyJumpKey {
    /// The mesh and the settings follow from the jumps.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.jumps, &other.jumps) && self.pair == other.pair
    }
}

impl Analysis for WhyJumpKey {
    /// The reason, a sentence; `None` if a way leads there.
    type Value = Option<String>;

    const TITLE: &'static str = "finding the missing jump";

    fn when(state: &State) -> When {
        When::for_cells(state, LARGE, When::AfterFirstUse)
    }

    fn key(state: &State) -> Option<Self> {
        let (view, jumps) = (state.document().side_view()?, Arc::clone(state.analyses.jumps.current()?));
        let pair = state.platforms.asked;
        let is_known = pair[0] != pair[1] && pair.iter().all(|&it| it < jumps.platforms.len());
        is_known.then(|| Self { ground: state.mesh_snapshot(), view, jumps, pair })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Option<String>, Stopped> {
        let space = FreeSpace::new(&self.ground.mesh, &self.ground.derived);
        let JumpsFound { platforms, jumps, .. } = &*self.jumps;
        let SideView { gravity, jumper } = &self.view;
        let why = why_unreachable(&space, gravity, platforms, (jumper, jumps), self.pair);
        Ok(why.map(|why| why.to_string()))
    }
}

/// Returns the proposed links of the present mesh; `None` until they are searched.
pub fn found(state: &State) -> Option<&JumpsFound> {
    state.analyses.jumps.current().map(|found| &**found)
}

/// Whether links are proposed.
pub(in crate::editor) fn has_links(state: &State) -> bool {
    found(state).is_some_and(|found| !found.links.is_empty())
}

/// Returns the number of the job while links are being searched.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.jumps.running()
}

/// Returns why a body does not get from the first asked platform to the second one.
///
/// The inner `None` means that it does. `None` without two platforms, or until the answer is computed.
pub fn why(state: &State) -> Option<Option<&str>> {
    state.value::<WhyJumpKey>().map(Option::as_deref)
}

/// Returns the platforms of the question.
pub fn asked(state: &State) -> [usize; 2] {
    state.platforms.asked
}

/// Searches the links between platforms.
pub(in crate::editor) fn search(editor: &mut Editor) {
    editor.request::<JumpsKey>();
}

/// Adds the proposed links to the mesh as one undo step, except those that it has already.
pub(in crate::editor) fn add(editor: &mut Editor) {
    let Some(found) = editor.state.analyses.jumps.current().map(Arc::clone) else { return };
    let known: Vec<Link> = editor.mesh().links().map(|(_, link)| *link).collect();
    let new: Vec<Link> = found.links.iter().filter(|link| !known.contains(link)).copied().collect();
    if new.is_empty() {
        return editor.say(Message::info("All of these links are in the mesh already."));
    }
    let title = format!("Add {} between platforms", count(new.len(), "link", "links"));
    editor.edit(&title, |draft| {
        let links = new.into_iter().map(|link| draft.add_link(link)).collect();
        Ok(Edited { links, ..Edited::default() })
    });
}

/// Shows a platform in the view.
pub(super) fn frame(state: &mut State, index: usize) {
    let Some(platform) = found::found(state).and_then(|found| found.platforms.get(index)) else { return };
    let cells: Vec<CellId> = platform.sides.iter().map(|side| side.cell).collect();
    let bounds = state.bounds_of_cells(&cells);
    state.platforms.framed = Some(index);
    state.frame(&bounds);
}

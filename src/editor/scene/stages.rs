//! Marks of the stages other than the search and the funnel.

use glam::Vec3;

use super::{Role, Scene};
use crate::editor::Editor;
use crate::pathfinding::mesh_query::locate::{LocateStep, LocateVerdict};
use crate::pathfinding::query::Answer;
use crate::pathfinding::string_pulling::portal::PortalEvent;
use crate::pathfinding::string_pulling::profile::SurfaceEvent;
use crate::pathfinding::timeline::corridor::CorridorEvent;
use crate::pathfinding::timeline::{LocateEvent, QueryEvent};

impl Editor {
    /// Draws the event at the cursor, in stages that have no module of their own.
    pub(super) fn draw_stage(&self, scene: &mut Scene) {
        match self.event() {
            Some(QueryEvent::Locate(event)) => self.draw_locating(scene, event),
            Some(QueryEvent::Corridor(event)) => self.draw_tracing_back(scene, event),
            Some(QueryEvent::Portals(event)) => draw_listing(scene, &event),
            Some(QueryEvent::Surface(event)) => self.draw_laying(scene, &event),
            Some(QueryEvent::Walk(_)) => self.draw_walk_step(scene),
            Some(QueryEvent::Ray(_)) => self.draw_ray_step(scene),
            Some(QueryEvent::Search(_) | QueryEvent::Interval(_) | QueryEvent::Funnel(_)) | None => {}
        }
    }

    /// Draws the candidates up to the cursor: ruled out, accepted and chosen.
    fn draw_locating(&self, scene: &mut Scene, event: LocateEvent) {
        let Some((_, here)) = self.stage() else { return };
        for (local, earlier) in self.trace().locate().events().iter().enumerate().take(here + 1) {
            if earlier.end != event.end {
                continue;
            }
            let (cell, role) = match earlier.step {
                LocateStep::Judged { cell, verdict: LocateVerdict::Stands { .. }, .. } => {
                    (cell, Role::Stands)
                }
                LocateStep::Judged { cell, .. } => (cell, Role::RuledOut),
                LocateStep::Measured { cell, is_nearest, .. } => {
                    (cell, if is_nearest { Role::Stands } else { Role::RuledOut })
                }
                LocateStep::Chosen { cell, .. } => (cell, Role::Expanded),
                LocateStep::NoCell => continue,
            };
            // Draws the candidate at the cursor, and the earlier ones that were ruled out.
            if local == here || role == Role::RuledOut {
                self.draw_cell(scene, role, cell);
            }
        }
        if let LocateStep::Chosen { point, .. } = event.step {
            scene.point(Role::Candidate, point);
        }
    }

    fn draw_tracing_back(&self, scene: &mut Scene, event: CorridorEvent) {
        self.draw_cell(scene, Role::Expanded, event.cell);
        if let Some(side) = event.from.and_then(|(_, way)| way.side()) {
            self.draw_side(scene, Role::CurrentPortal, side);
        }
    }

    /// Draws the path on the surface up to the cursor, with the current portal.
    fn draw_laying(&self, scene: &mut Scene, event: &SurfaceEvent) {
        let lane = self.trace().surface().events();
        let Some(so_far) = lane.get(..=event.passing.portal) else { return };
        let points: Vec<Vec3> = so_far.iter().map(|event| event.passing.point).collect();
        let path = self.answer().and_then(Answer::path);
        // Rounding applies to the complete path, so only the last step shows a rounded one.
        match path.filter(|path| path.rounding.is_some() && so_far.len() == path.portals.len()) {
            Some(path) => self.draw_string(scene, path),
            None => scene.polyline(Role::Path, points),
        }
        if let Some(portal) = path.and_then(|path| path.portals.get(event.passing.portal)) {
            scene.line(Role::CurrentPortal, portal.left, portal.right);
        }
        scene.point(Role::Candidate, event.passing.point);
    }
}

fn draw_listing(scene: &mut Scene, event: &PortalEvent) {
    let [left, right] = [event.portal.left, event.portal.right];
    scene.line(Role::CurrentPortal, left, right);
    if event.portal.ids.is_some() {
        scene.point(Role::PortalLeft, left);
        scene.point(Role::PortalRight, right);
        scene.label(Role::PortalLeft, left, "left");
        scene.label(Role::PortalRight, right, "right");
    }
}

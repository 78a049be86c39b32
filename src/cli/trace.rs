//! `navsmith trace`: every decision of the funnel.

use serde::Serialize;

use super::Done;
use super::args::QueryArguments;
use super::load::load;
use super::output::{json, xyz};
use crate::navmesh::Derived;
use crate::pathfinding::{Decision, FunnelStep, find_path_traced};

#[derive(Serialize)]
struct Step {
    /// Counted with the start as 0, so that 1 is the first side crossed.
    portal: usize,
    /// `left` or `right`.
    side: &'static str,
    candidate: [f32; 3],
    /// The funnel before the decision.
    apex: [f32; 3],
    left: [f32; 3],
    right: [f32; 3],
    /// Twice the signed areas of apex, leg and candidate: for the leg of this side, then for the other; positive where
    /// the candidate lies to the left.
    areas: [f64; 2],
    /// `tightened`, `outside`, `crossed`, `forced` or `arrived`.
    decision: &'static str,
    /// The new waypoint, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<[f32; 3]>,
    /// Behind which portal the walk goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    restart_from: Option<usize>,
    caption: String,
    rule: String,
    /// How many waypoints there were before the decision.
    waypoints: usize,
}

impl Step {
    fn of(step: &FunnelStep) -> Self {
        let (decision, corner, restart_from) = match step.decision {
            Decision::Tightened => ("tightened", None, None),
            Decision::Outside => ("outside", None, None),
            Decision::Crossed { corner, restart_from } => ("crossed", Some(corner), Some(restart_from)),
            Decision::Forced { waypoint, .. } => ("forced", Some(waypoint), None),
            Decision::Arrived => ("arrived", None, None),
        };
        Self {
            portal: step.portal,
            side: step.side.name(),
            candidate: xyz(step.candidate),
            apex: xyz(step.funnel.apex),
            left: xyz(step.funnel.left),
            right: xyz(step.funnel.right),
            areas: step.areas,
            decision,
            corner: corner.map(xyz),
            restart_from,
            caption: step.caption(),
            rule: step.rule(),
            waypoints: step.waypoints,
        }
    }
}

pub(super) fn run(arguments: &QueryArguments) -> Result<Done, String> {
    let mesh = load(&arguments.source)?.document.mesh;
    let (answer, trace) = find_path_traced(&mesh, &Derived::build(&mesh), &arguments.query());
    let steps: Vec<Step> = trace.funnel().events().iter().map(Step::of).collect();
    let is_found = answer.path().is_some();
    let why = answer.why().map(|why| format!("{}: {why}", if is_found { "partial" } else { "no path" }));
    Ok(if arguments.json {
        Done { text: json(&steps)?, aside: why, is_found }
    } else {
        let why = why.map_or_else(String::new, |why| why + "\n");
        Done { text: why + &text(&steps), aside: None, is_found }
    })
}

fn text(steps: &[Step]) -> String {
    let lines =
        (1..).zip(steps).map(|(number, step)| format!("{number:<4}{}\n    {}\n", step.caption, step.rule));
    lines.collect()
}

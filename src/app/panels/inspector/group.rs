//! A selected group of agents: their number, size, behaviour, target and movement.

use egui::{Checkbox, ComboBox, Ui};

use super::number_row::{POSITIVE, number_row};
use super::start_and_target;
use crate::app::panels::filter_form::{group_costs_ui, links_ui};
use crate::app::theme::{Icon, icon_button};
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::pick::GroupId;
use crate::editor::simulation::groups;
use crate::editor::simulation::input::SimulationInput;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, MOST_AGENTS, MOST_HORIZON, MOST_NEIGHBORS, MovementSettings,
};
use navsmith_core::simulation::steer::nav_actor::Replanning;
use navsmith_core::simulation::steer::steering::{SteeringSettings, Turning};

/// Draws the settings of a group; each change is one undo step.
pub(in crate::app) fn ui(ui: &mut Ui, state: &State, id: GroupId, inputs: &mut Vec<Input>) {
    let Some(group) = groups::group(state, id) else { return };
    let mut changed = group.clone();
    parts::section_with(ui, "Agent group", |ui| {
        let remove = icon_button(ui, Icon::TRASH, "Delete agent group", false);
        let input = Input::Simulation(SimulationInput::RemoveGroup(id));
        parts::on_click(remove, "Delete this group of agents", inputs, input);
    });
    parts::facts(ui, "agent group", |facts| {
        facts.row_ui("Name", |ui| {
            let name = parts::name_field(ui, id.group, &group.name, 160.0, "Name of the group");
            changed.name = name.unwrap_or_else(|| group.name.clone());
        });
        agents_ui(facts, id, &mut changed);
        way_ui(facts, id, &mut changed);
        spread_ui(facts, id, &mut changed);
    });
    parts::section(ui, "Start and target");
    parts::facts(ui, "start and target", |facts| start_and_target::ui(facts, state, id, &mut changed));
    for note in groups::off_mesh_notes(state, group) {
        parts::note(ui, &note);
    }
    if changed.behavior != Behavior::Chase {
        parts::facts(ui, "agent links", |facts| links_ui(facts, state, &mut changed.filter));
    }
    parts::section(ui, "Cost per metre");
    group_costs_ui(ui, state, id, &mut changed.filter);
    parts::section(ui, "Movement");
    parts::facts(ui, "agent movement", |facts| {
        if changed.behavior == Behavior::Waypoints {
            waypoints_ui(facts, id, &mut changed.movement);
        }
        movement_ui(facts, id, &mut changed.movement);
    });
    if changed.behavior == Behavior::Chase {
        parts::section(ui, "Steering");
        parts::facts(ui, "agent steering", |facts| steering_ui(facts, id, &mut changed.steering));
    }
    if changed != *group {
        inputs.push(Input::Simulation(SimulationInput::SetGroup(id, Box::new(changed))));
    }
}

fn agents_ui(facts: &mut Facts<'_>, id: GroupId, group: &mut AgentGroup) {
    facts.row_ui("Count", |ui| {
        let typed = released(ui, ("agent count", id), group.count, |ui, shown| {
            ui.add(NumberField::new(shown).range(1..=MOST_AGENTS)).on_hover_text("Number of agents")
        });
        group.count = typed.unwrap_or(group.count);
    });
    number_row(facts, id, ("Radius", " m", "Radius of an agent"), &mut group.radius, POSITIVE);
    number_row(facts, id, ("Speed", " m/s", "Maximum speed of an agent"), &mut group.speed, POSITIVE);
}

/// Draws the greatest differences of the agents from the values of their group.
fn spread_ui(facts: &mut Facts<'_>, id: GroupId, group: &mut AgentGroup) {
    let AgentGroup { radius, speed, priority, spread, .. } = group;
    for (name, unit, value, number) in [
        ("Radius spread", " m", *radius, &mut spread.radius),
        ("Speed spread", " m/s", *speed, &mut spread.speed),
        ("Priority spread", "", *priority, &mut spread.priority),
    ] {
        let description = "Greatest difference of an agent from the value of the group; 0 for equal agents";
        number_row(facts, id, (name, unit, description), number, 0.0..=groups::MOST_SPREAD * value);
    }
}

fn way_ui(facts: &mut Facts<'_>, id: GroupId, group: &mut AgentGroup) {
    facts.row_ui("Behaviour", |ui| {
        let all = [Behavior::Waypoints, Behavior::Corridor, Behavior::Chase];
        let combo = ComboBox::from_id_salt(("behaviour", id));
        choice::of_values(ui, combo, &mut group.behavior, &all, behavior_title, describe_behavior);
    });
    facts.row_ui("Avoids others", |ui| {
        let avoids = Checkbox::without_text(&mut group.avoids);
        ui.add(avoids).on_hover_text("Whether the agents avoid others; others avoid them in any case");
    });
    let description = "Of two agents, the one with the lower priority gives way more";
    number_row(facts, id, ("Priority", "", description), &mut group.priority, POSITIVE);
    facts.row_ui("At the target", |ui| {
        let all = [Arrival::Formation, Arrival::Queue, Arrival::Stop, Arrival::Leave];
        let combo = ComboBox::from_id_salt(("arrival", id));
        choice::of_values(ui, combo, &mut group.arrival, &all, arrival_title, describe_arrival);
    });
}

/// Draws the settings of agents that follow waypoints.
fn waypoints_ui(facts: &mut Facts<'_>, id: GroupId, movement: &mut MovementSettings) {
    facts.row_ui("Replanning", |ui| {
        let all = [Replanning::TargetMoved, Replanning::TargetMovedOnAxis, Replanning::CheckCorridor];
        let combo = ComboBox::from_id_salt(("replanning", id));
        choice::of_values(ui, combo, &mut movement.replanning, &all, replanning_title, describe_replanning);
    });
    let description = "Length of the tangents of a smoothed path, as a share of the distance between two bends; \
                       0 for a path of straight lines and arcs";
    number_row(facts, id, ("Smoothing", "", description), &mut movement.smoothing, 0.0..=1.0);
}

fn movement_ui(facts: &mut Facts<'_>, id: GroupId, movement: &mut MovementSettings) {
    let MovementSettings { close, margin, horizon, wall_horizon, neighbors, patience, .. } = movement;
    let MovementSettings { look_ahead, braking, progress, stuck_after, gives_up_after, .. } = movement;
    for (name, unit, description, number) in [
        ("Arrival distance", " m", "Distance at which a waypoint or target counts as reached", close),
        ("Replanning margin", " m", "Distance that the target may move before the next search", margin),
        ("Agent horizon", " s", "Time for which collisions with agents are avoided in advance", horizon),
        ("Wall horizon", " s", "Time for which collisions with walls are avoided in advance", wall_horizon),
        ("Look ahead", " s", "Time of walking for which a wall before the waypoint is searched", look_ahead),
        ("Patience", " s", "Least time between two searches because a wall hides the waypoint", patience),
        ("Braking time", " s", "Time in which an agent comes to rest at the end of its path", braking),
        ("Progress", " m", "Decrease of the remaining distance that counts as progress", progress),
        ("Stuck after", " s", "Time without progress after which an agent is stuck", stuck_after),
        (
            "Gives up after",
            " s",
            "Time without progress after which an agent near its target stays where it is",
            gives_up_after,
        ),
    ] {
        number_row(facts, id, (name, unit, description), number, POSITIVE);
    }
    facts.row_ui("Neighbours", |ui| {
        let typed = released(ui, ("neighbours", id), *neighbors, |ui, shown| {
            ui.add(NumberField::new(shown).range(0..=MOST_NEIGHBORS))
                .on_hover_text("Maximum number of other agents that an agent avoids")
        });
        *neighbors = typed.unwrap_or(*neighbors);
    });
}

fn steering_ui(facts: &mut Facts<'_>, id: GroupId, steering: &mut SteeringSettings) {
    let SteeringSettings { turn_share, frame_rate, turning, turn_distance, stand_off, .. } = steering;
    let SteeringSettings { climb_slope, climb_factor, force, mass, drag, containment, .. } = steering;
    let any = 0.0..=1000.0;
    let seconds = 0.0..=f64::from(MOST_HORIZON);
    for (name, unit, description, number, range) in [
        ("Force", " N", "Force towards the target", force, any.clone()),
        ("Mass", " kg", "Mass of an agent: the force divided by it is the acceleration", mass, 0.01..=1000.0),
        ("Drag", " /s", "Deceleration relative to the speed", drag, any.clone()),
        ("Stand-off", " m", "Distance from the target within which no force acts", stand_off, any.clone()),
        (
            "Still distance",
            " m",
            "Distance within which an agent neither turns nor gets a force",
            turn_distance,
            any.clone(),
        ),
        (
            "Containment",
            " s",
            "Time for which an agent turns away from walls in advance; 0 for a straight chase",
            containment,
            seconds,
        ),
        (
            "Climb slope",
            " m",
            "Height of the target above the start from which an agent climbs",
            climb_slope,
            any.clone(),
        ),
        (
            "Climb factor",
            "",
            "Factor of the force while an agent climbs; gravity is off then",
            climb_factor,
            any.clone(),
        ),
        (
            "Turn share",
            "",
            "Share of the remaining angle that an agent turns in a frame",
            turn_share,
            0.0..=1.0,
        ),
        ("Frame rate", " Hz", "Frames per second to which the turn share refers", frame_rate, 1.0..=1000.0),
    ] {
        number_row(facts, id, (name, unit, description), number, range);
    }
    turning_ui(facts, id, turning);
}

fn turning_ui(facts: &mut Facts<'_>, id: GroupId, turning: &mut Turning) {
    facts.row_ui("Turning", |ui| {
        let combo = ComboBox::from_id_salt(("turning", id));
        choice::of_values(
            ui,
            combo,
            turning,
            &[Turning::Exact, Turning::PerFrame],
            turning_title,
            describe_turning,
        );
    });
}

fn turning_title(turning: Turning) -> &'static str {
    match turning {
        Turning::PerFrame => "Per step",
        Turning::Exact => "Exact",
    }
}

fn describe_turning(turning: Turning) -> &'static str {
    match turning {
        Turning::PerFrame => "Turns by the same share in each step, so the curve depends on the time step",
        Turning::Exact => "Turns along the same curve for all time steps",
    }
}

fn replanning_title(replanning: Replanning) -> &'static str {
    match replanning {
        Replanning::TargetMoved => "Target",
        Replanning::TargetMovedOnAxis => "Target on axis",
        Replanning::CheckCorridor => "Corridor",
    }
}

fn describe_replanning(replanning: Replanning) -> &'static str {
    match replanning {
        Replanning::TargetMoved => {
            "Searches again when the target moved by more than the margin, or a wall hides the waypoint"
        }
        Replanning::TargetMovedOnAxis => {
            "As in the tutorial: the margin is compared along each axis, so the target is in a cube"
        }
        Replanning::CheckCorridor => "Also when the agent leaves the cells of its path, or it leads nowhere",
    }
}

fn behavior_title(behavior: Behavior) -> &'static str {
    match behavior {
        Behavior::Chase => "Straight chase",
        Behavior::Waypoints => "Waypoints",
        Behavior::Corridor => "Path corridor",
    }
}

fn describe_behavior(behavior: Behavior) -> &'static str {
    match behavior {
        Behavior::Chase => {
            "Is moved straight to the target by a force, and stops at the stand-off. It searches no path, so it takes no links and ignores costs"
        }
        Behavior::Waypoints => {
            "Walks along the waypoints of a path, and searches again when the target moves"
        }
        Behavior::Corridor => "Walks along a path corridor that follows the agent and the target",
    }
}

fn arrival_title(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::Stop => "Stop",
        Arrival::Formation => "Formation",
        Arrival::Queue => "Queue",
        Arrival::Leave => "Leave",
    }
}

fn describe_arrival(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::Stop => "Stops near the target; the accepted distance grows with the number that arrived",
        Arrival::Formation => "Takes a place in a formation around the target",
        Arrival::Queue => "Takes a place in a queue that begins at the target",
        Arrival::Leave => "Leaves the mesh, as through an exit",
    }
}

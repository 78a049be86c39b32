//! The inspector panel: number, position and size of the selected elements.

mod number_row;
mod start_and_target;
pub(super) mod group;
mod link;
mod outline;

use egui::{RichText, ScrollArea, Ui};
use glam::Vec3;

use crate::app::theme::Icon;
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::edits::outlines;
use crate::editor::edits::place::{self, Place, PlaceInput};
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::pick::GroupId;
use crate::editor::simulation::groups;
use navsmith_core::geometry::{Bounds, ground, ground_area, normal};
use navsmith_core::navmesh::{CellId, Edge, EdgeKind, LinkId};

/// Text of a field for vertices of different heights.
const SEVERAL: &str = "several";

/// Largest selection that is measured, because the panel measures it in every frame.
const MOST_MEASURED: usize = 20_000;

/// Draws the panel; `lift` is the height in the field beside *Raise*, in metres.
pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, lift: &mut f32) {
    let selection = state.selection();
    if selection.is_empty() {
        nothing_ui(ui, state, inputs);
        return;
    }
    ui.label(RichText::new(parts::capitalized(&selection.describe())).strong());
    let Some(place) =
        Some(selection.len()).filter(|&n| n <= MOST_MEASURED).and_then(|_| place::of_selection(state))
    else {
        parts::note(ui, "The selection is too large to measure. Select fewer elements.");
        return;
    };
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        parts::section(ui, "Position");
        place_ui(ui, place, inputs, lift);
        let links: Vec<LinkId> = selection.links().take(2).collect();
        if !selection.has_no_elements() || links.len() > 1 {
            details_ui(ui, state);
        }
        let groups: Vec<GroupId> = groups::selected(state).take(2).collect();
        if let [only] = *groups {
            group::ui(ui, state, only, inputs);
        }
        if let [only] = *links {
            link::ui(ui, state, only, inputs);
        }
        if let Some(only) = outlines::only_selected(state) {
            outline::ui(ui, state, only, inputs);
        }
    });
}

fn place_ui(ui: &mut Ui, place: Place, inputs: &mut Vec<Input>, lift: &mut f32) {
    let Place { center, height } = place;
    parts::facts(ui, "place", |facts| {
        facts.row_ui("X", |ui| coordinate_ui(ui, 0, Some(center.x), inputs));
        facts.row_ui("Height (Y)", |ui| coordinate_ui(ui, 1, height, inputs));
        facts.row_ui("Z", |ui| coordinate_ui(ui, 2, Some(center.z), inputs));
        facts.row_ui("Raise by", |ui| lift_ui(ui, inputs, lift));
    });
}

/// Draws a coordinate; releasing the number makes the edit, so that a drag is one undo step.
fn coordinate_ui(ui: &mut Ui, axis: usize, value: Option<f32>, inputs: &mut Vec<Input>) {
    let typed = released(ui, ("coordinate", axis), value, |ui, shown| {
        let is_mixed = shown.is_none();
        let field = NumberField::or(shown.get_or_insert_default(), SEVERAL).speed(0.02).max_decimals(3);
        let field = if is_mixed { field.shown_as(SEVERAL) } else { field.suffix(" m") };
        ui.add(field).on_hover_text(match axis {
            1 => "Height of every selected vertex\nDrag, or click and type a number or =1/3",
            _ => "Centre of the selection\nDrag, or click and type a number or =1/3",
        })
    });
    if let Some(typed) = typed {
        let at = |wanted: usize| typed.filter(|_| axis == wanted);
        inputs.push(Input::Place(PlaceInput::SetCoordinates { x: at(0), y: at(1), z: at(2) }));
    }
}

fn lift_ui(ui: &mut Ui, inputs: &mut Vec<Input>, lift: &mut f32) {
    ui.horizontal(|ui| {
        ui.add(NumberField::new(lift).speed(0.02).max_decimals(3).suffix(" m"))
            .on_hover_text("Height to add to every selected vertex; negative lowers");
        let raise = ui.add_enabled(*lift != 0.0, egui::Button::new("Raise"));
        let tooltip = "Raise every selected vertex by this height";
        parts::on_click(raise, tooltip, inputs, Input::Place(PlaceInput::OffsetHeight(*lift)));
    });
}

fn nothing_ui(ui: &mut Ui, session: &Session, inputs: &mut Vec<Input>) {
    let text = "Click a vertex, an edge or a cell, or drag a box around several. This panel shows positions and sizes.";
    parts::empty(ui, Icon::SELECT, "Nothing is selected", text);
    let mesh = &session.document().mesh;
    parts::section(ui, "Whole mesh");
    let islands = session.derived().islands.all().iter();
    let bounds = islands.fold(Bounds::EMPTY, |bounds, island| bounds.union(island.bounds));
    parts::facts(ui, "mesh", |facts| {
        facts.row("Vertices", parts::thousands(mesh.vertex_count()));
        facts.row("Cells", parts::thousands(mesh.cell_count()));
        facts.row("Islands", parts::thousands(session.derived().islands.len()));
        let outlines = &session.document().outlines;
        if !outlines.is_empty() {
            let cells = parts::thousands(outlines.cell_count());
            facts.row("Outlines", format!("{}, which generate {cells} cells", outlines.list.len()));
        }
        if !bounds.is_empty() {
            let size = bounds.size();
            facts.row("Size", format!("{:.2} × {:.2} m, {:.2} m high", size.x, size.z, size.y));
        }
    });
    let mut is_closed = mesh.is_closed_surface();
    if let Some(spec) = Command::ClosedSurface.spec()
        && ui.checkbox(&mut is_closed, spec.title).on_hover_text(spec.tooltip).clicked()
    {
        inputs.push(Input::Run(spec.command));
    }
}

fn details_ui(ui: &mut Ui, session: &Session) {
    let selection = session.selection();
    let (vertices, edges, cells) = (selection.vertices(), selection.edges(), selection.cells());
    parts::section(ui, "Measures");
    parts::facts(ui, "measures", |facts| match (vertices.len(), edges.len(), cells.len()) {
        (0, 0, 1) => cells.iter().for_each(|&cell| cell_facts(facts, session, cell)),
        (0, 1, 0) => edges.iter().for_each(|&edge| edge_facts(facts, session, edge)),
        (1, 0, 0) => vertices.iter().for_each(|&vertex| {
            facts.row("Number", vertex.0.to_string());
            facts.row("Adjacent cells", session.derived().adjacency.star(vertex).len().to_string());
        }),
        (2.., 0, 0) => distance_facts(facts, session),
        _ => sums(facts, session),
    });
}

fn edge_facts(facts: &mut Facts<'_>, session: &Session, edge: Edge) {
    let mesh = &session.document().mesh;
    let [a, b] = mesh.edge_positions(edge);
    facts.row("Length", parts::meters(f64::from(a.distance(b))));
    facts.row("Direction", format!("{:.1}°", direction(a, b)));
    let kind = match session.derived().adjacency.kind(mesh, edge) {
        EdgeKind::None => "no edge",
        EdgeKind::Boundary => "boundary",
        EdgeKind::Inner => "shared by two cells",
        EdgeKind::Tangled => "tangled: three or more cells, or two in one direction",
    };
    facts.row("Kind", kind);
}

fn cell_facts(facts: &mut Facts<'_>, session: &Session, cell: CellId) {
    let document = session.document();
    let ring = document.mesh.ring(cell);
    facts.row("Number", cell.0.to_string());
    let area = document.mesh.cell(cell).and_then(|cell| document.area(cell.area()));
    facts.row("Area type", area.map_or("unknown", |area| area.name.as_str()));
    facts.row("Area", format!("{:.3} m²", ground_area(&document.mesh.ground_ring(cell))));
    if let Some(index) = document.outlines.ground_of(&document.mesh, cell) {
        let outline = document.outlines.list.get(index).map(|outline| outline.title(index));
        facts.row("Generated by", outline.unwrap_or_default());
    }
    if let Some(up) = normal(&ring) {
        facts.row("Slope", format!("{:.1}°", up.y.abs().clamp(0.0, 1.0).acos().to_degrees()));
    }
    let n = ring.len();
    let lengths: Vec<String> =
        (0..n).map(|i| format!("{:.2}", ring[i].distance(ring[(i + 1) % n]))).collect();
    facts.row("Sides", format!("{} m", lengths.join(", ")));
    let angles: Vec<String> = (0..n)
        .map(|i| format!("{:.0}°", corner(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n])))
        .collect();
    facts.row("Angles", angles.join(", "));
    let island = session.derived().islands.of(cell);
    facts.row("Island", island.map_or_else(|| "none".into(), |island| island.to_string()));
}

fn distance_facts(facts: &mut Facts<'_>, session: &Session) {
    let order = session.selection().in_order();
    let mesh = &session.document().mesh;
    let lengths =
        order.windows(2).map(|pair| f64::from(mesh.position(pair[0]).distance(mesh.position(pair[1]))));
    facts.row("From first to last", parts::meters(lengths.sum()));
}

fn sums(facts: &mut Facts<'_>, session: &Session) {
    let mesh = &session.document().mesh;
    let selection = session.selection();
    if !selection.cells().is_empty() {
        let area: f64 = selection.cells().iter().map(|&cell| ground_area(&mesh.ground_ring(cell))).sum();
        facts.row("Area together", format!("{area:.3} m²"));
    }
    if !selection.edges().is_empty() {
        let length = |&edge| {
            let [a, b] = mesh.edge_positions(edge);
            f64::from(a.distance(b))
        };
        facts.row("Length together", parts::meters(selection.edges().iter().map(length).sum()));
    }
    let mut links = selection.links().filter_map(|id| mesh.link(id)).peekable();
    if links.peek().is_some() {
        facts.row("Links together", parts::meters(links.map(|link| f64::from(link.length())).sum()));
    }
}

/// Returns the angle at `b` in the ground plane, in degrees.
fn corner(a: Vec3, b: Vec3, c: Vec3) -> f32 {
    let [to_a, to_c] = [ground(a) - ground(b), ground(c) - ground(b)];
    to_c.angle_to(to_a).to_degrees().rem_euclid(360.0).min(to_a.angle_to(to_c).to_degrees().rem_euclid(360.0))
}

/// Returns the direction of a line in the ground plane, in degrees from 0 to 180.
///
/// It is counter-clockwise from X as seen in the view.
fn direction(a: Vec3, b: Vec3) -> f32 {
    let along = ground(b) - ground(a);
    (-along.y).atan2(along.x).to_degrees().rem_euclid(180.0)
}

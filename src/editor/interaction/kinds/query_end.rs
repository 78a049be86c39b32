//! The start and the target of the active query; they are dragged, but not selected.

use smallvec::SmallVec;

use crate::editor::elements::entity::EntityKind;
use crate::editor::session::command::Command as C;
use crate::editor::session::pick::{Element, hit};
use crate::editor::simulation::{groups, playback};
use navsmith_core::geometry::at_height;
use navsmith_core::pathfinding::mesh_query::End;

pub(in crate::editor) static QUERY_ENDS: EntityKind = EntityKind {
    nouns: ["end", "ends"],
    commands: &[&[C::SwapEnds, C::ClearEnds], &[C::NewQuery, C::RemoveQuery]],
    mode: None,
    pick: |context, pointer| {
        // While a run is shown, starts and targets of agents come before the ends of the query.
        let is_run_shown = playback::playback(context.state).is_shown();
        if is_run_shown && groups::is_position_at(context.state, *pointer) {
            return Vec::new();
        }
        let marker = |(end, element)| {
            let placed = context.state.endpoint(end)?;
            let height = placed.height.or_else(|| context.height_at(placed.ground, 0.0));
            Some(hit(element, at_height(placed.ground, height.unwrap_or_default()), pointer))
        };
        let ends = [(End::Start, Element::Start), (End::Target, Element::Target)];
        ends.into_iter().filter_map(marker).filter(|hit| hit.distance <= pointer.pick_radius).collect()
    },
    within: |_, _, _| Vec::new(),
    all: |_| Vec::new(),
    cells: |_, _| SmallVec::new(),
    draw_hover: |_, _, _| {},
    object: None,
};

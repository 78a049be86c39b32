//! The arrow of gravity in a side view; its tip is dragged, but not selected.

use smallvec::SmallVec;

use crate::editor::elements::entity::EntityKind;
use crate::editor::platforms::gravity;
use crate::editor::session::command::Command as C;
use crate::editor::session::pick::{Element, hit};

pub(in crate::editor) static GRAVITY: EntityKind = EntityKind {
    nouns: ["gravity", "gravity"],
    commands: &[&[C::SideView, C::ShowPlatforms]],
    mode: None,
    pick: |context, pointer| {
        let tip = gravity::arrow(context.state).map(|[_, tip]| hit(Element::Gravity, tip, pointer));
        tip.into_iter().filter(|hit| hit.distance <= pointer.pick_radius).collect()
    },
    within: |_, _, _| Vec::new(),
    all: |_| Vec::new(),
    cells: |_, _| SmallVec::new(),
    draw_hover: |_, _, _| {},
    object: None,
};

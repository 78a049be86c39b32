//! The start and the target of the active query; they are dragged, but not selected.

use glam::Vec2;

use super::EntityKind;
use crate::editor::Command as C;
use crate::editor::pick::{PickContext, hit};
use crate::editor::{Element, Hit};
use crate::geometry::at_height;
use crate::pathfinding::mesh_query::End;

pub(super) struct QueryEnds;

impl EntityKind for QueryEnds {
    fn nouns(&self) -> [&'static str; 2] {
        ["end", "ends"]
    }

    fn title(&self, element: Element) -> String {
        if element == Element::Start { "Start".into() } else { "Target".into() }
    }

    fn commands(&self) -> &'static [&'static [C]] {
        &[&[C::SwapEnds, C::ClearEnds], &[C::NewQuery, C::RemoveQuery]]
    }

    fn pick(&self, context: PickContext<'_>, at: Vec2, radius: f32) -> Vec<Hit> {
        let marker = |(end, element)| {
            let placed = context.editor.endpoint(end)?;
            let height = placed.height.or_else(|| context.height_at(placed.ground, 0.0));
            let hit = hit(element, at_height(placed.ground, height.unwrap_or_default()), at);
            (hit.distance <= radius).then_some(hit)
        };
        [(End::Start, Element::Start), (End::Target, Element::Target)]
            .into_iter()
            .filter_map(marker)
            .collect()
    }

    fn is_selectable(&self) -> bool {
        false
    }
}

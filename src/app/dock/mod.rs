//! The dock: layout of the panels, which can be moved, resized and stored.

use std::collections::HashMap;
use std::sync::Arc;

use egui::{
    Align2, Color32, Galley, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Style, TextStyle,
    TextWrapMode, Ui, Visuals, WidgetInfo, WidgetText, vec2,
};
use egui_tiles::{
    Container, ContainerKind, EditAction, Linear, LinearDir, SimplificationOptions, TabState, Tile, TileId,
    Tiles, Tree,
};
use serde::{Deserialize, Serialize};

use super::theme;

/// A panel of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pane {
    /// The view from above.
    Viewport,
    /// The 3D view.
    Space,
    /// Steps of a query.
    Stepper,
    /// Plots of a path and of runs.
    Plots,
    /// Position and size of the selection.
    Inspector,
    /// Connected parts of the mesh.
    Islands,
    /// Issues of the mesh.
    Issues,
    /// Statistics and analyses of the mesh.
    Analysis,
    /// Area types.
    Areas,
    /// Level geometry below the mesh.
    Level,
    /// Generation of the mesh from the levels.
    Generation,
    /// A side view: gravity, platforms, throws and jumps.
    Platforms,
    /// Saved queries.
    Queries,
    /// Scenarios and their simulation.
    Simulation,
    /// Differences from another document.
    Comparison,
    /// Steps that can be undone and redone.
    History,
}

impl Pane {
    /// Returns the title and the tooltip of the tab.
    fn tab(self) -> [&'static str; 2] {
        match self {
            Self::Viewport => ["View", "The mesh from above"],
            Self::Space => ["3D", "The mesh and its level in perspective"],
            Self::Stepper => {
                ["Stepper", "Step through all stages of a query, from locating its ends to the path"]
            }
            Self::Plots => [
                "Plots",
                "Signed areas, portal widths and heights along the path; sampled detours; runs of scenarios",
            ],
            Self::Inspector => ["Inspector", "Position and size of the selection"],
            Self::Islands => ["Islands", "Connected parts of the mesh"],
            Self::Issues => ["Issues", "Problems of the mesh, and their fixes"],
            Self::Analysis => [
                "Analysis",
                "Statistics, detours, chokepoints, the farthest pair of cells and the busiest portals",
            ],
            Self::Level => ["Level", "Level geometry below the mesh, and its cut"],
            Self::Generation => {
                ["Generate", "Generate the mesh from the levels, and see what each stage removes"]
            }
            Self::Platforms => {
                ["Platforms", "Gravity, platforms, throws and jumps of a mesh that is seen from the side"]
            }
            Self::Areas => ["Areas", "Area types, and painting them"],
            Self::Queries => ["Queries", "Saved queries, their settings and their expected results"],
            Self::Simulation => ["Simulation", "Scenarios of moving agents, and their simulation"],
            Self::Comparison => ["Compare", "Differences from another document or an earlier version"],
            Self::History => ["History", "All steps that can be undone and redone"],
        }
    }
}

/// The layout of the panels.
#[derive(Debug)]
pub struct Dock {
    /// Containers with the panels as leaves.
    pub tree: Tree<Pane>,
    is_changed: bool,
}

impl Dock {
    /// Returns the layout written by [`Self::write`], or the default one if `written` is `None` or invalid.
    pub fn read(written: Option<&str>) -> Self {
        let tree = written.and_then(|text| ron::from_str(text).ok()).filter(holds_every_pane_once);
        Self { tree: tree.unwrap_or_else(usual), is_changed: false }
    }

    /// Returns the layout as text, for [`Self::read`].
    pub fn write(&self) -> Option<String> {
        ron::to_string(&self.tree).ok()
    }

    /// Returns whether the user changed the layout since the last call.
    pub(in crate::app) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    pub(in crate::app) fn reset(&mut self) {
        *self = Self { tree: usual(), is_changed: true };
    }

    /// Brings a panel to the front of its tabs.
    pub fn show(&mut self, pane: Pane) {
        self.tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
        self.is_changed = true;
    }

    /// Shows the 3D view beside the view from above, or as a tab of it if it is beside it already.
    pub fn split_views(&mut self) {
        let tiles = &mut self.tree.tiles;
        let [above, space] = [Pane::Viewport, Pane::Space].map(|pane| tiles.find_pane(&pane));
        let (Some(above), Some(space)) = (above, space) else { return };
        let [above_in, space_in] = [above, space].map(|tile| tiles.parent_of(tile));
        let (Some(above_in), Some(space_in)) = (above_in, space_in) else { return };
        let is_tabs = |tile: TileId| {
            tiles.get_container(tile).is_some_and(|container| container.kind() == ContainerKind::Tabs)
        };
        let (has_tabs, is_tab) = (is_tabs(above_in), above_in == space_in && is_tabs(above_in));
        // The parent of the tile that a new container replaces.
        let outer = if is_tab { tiles.parent_of(above_in) } else { Some(above_in) };
        let Some(outer) = outer else { return };
        if let Some(Tile::Container(container)) = tiles.get_mut(space_in) {
            if let Container::Linear(linear) = container
                && let Some(&beside) = [above, above_in].iter().find(|tile| linear.children.contains(tile))
            {
                // The view from above gets the room of the 3D view, so that the other panels keep theirs.
                linear.shares.set_share(beside, linear.shares[beside] + linear.shares[space]);
            }
            container.remove_child(space);
        }
        if is_tab {
            activate(tiles, above_in, above);
            let beside = tiles.insert_horizontal_tile(vec![above_in, space]);
            replace(tiles, outer, above_in, beside);
        } else if has_tabs {
            if let Some(Tile::Container(container)) = tiles.get_mut(above_in) {
                container.add_child(space);
            }
            activate(tiles, above_in, space);
        } else {
            let tabs = tiles.insert_tab_tile(vec![above, space]);
            activate(tiles, tabs, space);
            replace(tiles, outer, above, tabs);
        }
        self.is_changed = true;
    }

    /// Draws all panels; `pane_ui` draws the contents of a panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, pane_ui: &mut dyn FnMut(&mut Ui, Pane)) {
        let fits = tab_fits(&self.tree, ui);
        let mut behavior = Behavior { pane_ui, is_changed: false, fits };
        self.tree.ui(&mut behavior, ui);
        self.is_changed |= behavior.is_changed;
    }
}

/// Builds the default layout.
///
/// The view is at the left; the stepper is at the right, above the plots. The other panels share the tabs of these
/// two.
fn usual() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let views = [Pane::Viewport, Pane::Space].map(|pane| tiles.insert_pane(pane));
    let view = tiles.insert_tab_tile(views.to_vec());
    let upper_panes = [
        Pane::Stepper,
        Pane::Inspector,
        Pane::Queries,
        Pane::Simulation,
        Pane::Analysis,
        Pane::Level,
        Pane::Generation,
        Pane::Platforms,
    ];
    let upper_ids = upper_panes.map(|pane| tiles.insert_pane(pane));
    let upper = tiles.insert_tab_tile(upper_ids.to_vec());
    let lower_panes =
        [Pane::Plots, Pane::Islands, Pane::Issues, Pane::Areas, Pane::Comparison, Pane::History];
    let lower_ids = lower_panes.map(|pane| tiles.insert_pane(pane));
    let lower = tiles.insert_tab_tile(lower_ids.to_vec());
    for (tabs, first) in [(view, views[0]), (upper, upper_ids[0]), (lower, lower_ids[0])] {
        if let Some(Tile::Container(Container::Tabs(tabs))) = tiles.get_mut(tabs) {
            tabs.set_active(first);
        }
    }
    let side = tiles.insert_container(Container::Linear(Linear::new_binary(
        LinearDir::Vertical,
        [upper, lower],
        0.66,
    )));
    let root = tiles.insert_container(Container::Linear(Linear::new_binary(
        LinearDir::Horizontal,
        [view, side],
        0.7,
    )));
    Tree::new(Id::unique("dock"), root, tiles)
}

/// Whether a layout that was read contains every panel of this version exactly once.
fn holds_every_pane_once(tree: &Tree<Pane>) -> bool {
    let panes = |tree: &Tree<Pane>| {
        let pane = |tile: &Tile<Pane>| if let Tile::Pane(pane) = tile { Some(*pane) } else { None };
        let mut panes: Vec<Pane> = tree.tiles.tiles().filter_map(pane).collect();
        panes.sort_unstable();
        panes
    };
    tree.root().is_some() && panes(tree) == panes(&usual())
}

/// Brings a tab to the front.
fn activate(tiles: &mut Tiles<Pane>, tabs: TileId, tab: TileId) {
    if let Some(Tile::Container(Container::Tabs(tabs))) = tiles.get_mut(tabs) {
        tabs.set_active(tab);
    }
}

/// Puts a tile in the place of another one.
fn replace(tiles: &mut Tiles<Pane>, container: TileId, old: TileId, new: TileId) {
    if let Some(Tile::Container(container)) = tiles.get_mut(container) {
        if let Container::Linear(linear) = container {
            linear.shares.replace_with(old, new);
        }
        let _index = container.replace_child(old, new);
    }
}

struct Behavior<'a> {
    pane_ui: &'a mut dyn FnMut(&mut Ui, Pane),
    is_changed: bool,
    fits: HashMap<TileId, TabFit>,
}

impl egui_tiles::Behavior<Pane> for Behavior<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile_id: TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        (self.pane_ui)(ui, *pane);
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.tab()[0].into()
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Pane>,
        ui: &mut Ui,
        id: Id,
        tile_id: TileId,
        state: &TabState,
    ) -> Response {
        let whole = self.tab_title_for_tile(tiles, tile_id);
        let font = TextStyle::Button.resolve(ui.style());
        let mut galley = whole.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, font);
        let roomy = TabFit { padding: theme::SPACE_L, share: 1.0 };
        let fit = self.fits.get(&tile_id).copied().unwrap_or(roomy);
        if let Some(pane) = tiles.get_pane(&tile_id).filter(|_| fit.share < 1.0) {
            galley = title(ui, *pane, (galley.size().x * fit.share).floor());
        }
        let width = galley.size().x + 2.0 * fit.padding;
        let (_, rect) = ui.allocate_space(vec2(width, ui.available_height()));
        let tab = ui.interact(rect, id, Sense::click_and_drag());
        tab.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), state.active, galley.text()));
        if ui.is_rect_visible(rect) && !state.is_being_dragged {
            paint_tab(ui, rect, &tab, galley, state.active);
        }
        match tiles.get_pane(&tile_id) {
            Some(pane) => tab.on_hover_text(tooltip(*pane, !state.active && fit.share < 1.0)),
            None => tab,
        }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        let palette = theme::palette(visuals.dark_mode);
        if visuals.dark_mode { palette.sunken } else { palette.bar }
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        28.0
    }

    fn gap_width(&self, _style: &Style) -> f32 {
        4.0
    }

    fn min_size(&self) -> f32 {
        120.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: false, ..SimplificationOptions::default() }
    }

    fn on_edit(&mut self, _edit: EditAction) {
        self.is_changed = true;
    }
}

/// Horizontal fit of the tabs of a bar.
#[derive(Clone, Copy, Debug)]
struct TabFit {
    /// Space on each side of a title, in points.
    padding: f32,
    /// Visible fraction of a title's width, from 0 to 1.
    share: f32,
}

/// Returns the fit of the tabs of every bar to its width in the last frame.
///
/// Tabs that do not fit first lose the space at their sides; then all titles but that of the active tab are cut.
fn tab_fits(tree: &Tree<Pane>, ui: &Ui) -> HashMap<TileId, TabFit> {
    let mut fits = HashMap::new();
    for (&id, tile) in tree.tiles.iter() {
        let (Tile::Container(Container::Tabs(tabs)), Some(bar)) = (tile, tree.tiles.rect(id)) else {
            continue;
        };
        let width_of = |child: &TileId| {
            tree.tiles.get_pane(child).map_or(0.0, |pane| title(ui, *pane, f32::INFINITY).size().x)
        };
        let titles: f32 = tabs.children.iter().map(width_of).sum();
        let active = tabs.active.as_ref().map_or(0.0, width_of);
        let count = tabs.children.len().max(1) as f32;
        let padding = ((bar.width() - titles) / (2.0 * count)).floor().clamp(theme::SPACE_S, theme::SPACE_L);
        let room = bar.width() - 2.0 * count * padding - active;
        let share = (room / (titles - active).max(1.0)).clamp(0.0, 1.0);
        fits.extend(tabs.children.iter().map(|&child| {
            let share = if tabs.active == Some(child) { 1.0 } else { share };
            (child, TabFit { padding, share })
        }));
    }
    fits
}

/// Returns the tooltip of a tab, which begins with its title where that is cut.
fn tooltip(pane: Pane, is_cut: bool) -> String {
    let [title, about] = pane.tab();
    if is_cut { format!("{title}\n{about}") } else { about.into() }
}

/// Lays out the title of a panel, cut at a width.
fn title(ui: &Ui, pane: Pane, width: f32) -> Arc<Galley> {
    let font = TextStyle::Button.resolve(ui.style());
    WidgetText::from(pane.tab()[0]).into_galley(ui, Some(TextWrapMode::Truncate), width, font)
}

/// Paints a tab; the active tab joins its panel and has a line in the accent colour.
fn paint_tab(ui: &Ui, rect: Rect, tab: &Response, title: Arc<Galley>, is_active: bool) {
    let palette = theme::palette(ui.visuals().dark_mode);
    if is_active {
        ui.painter().rect_filled(rect, 0.0, palette.panel);
        ui.painter().hline(rect.x_range(), rect.top() + 1.0, Stroke::new(2.0, palette.accent));
    }
    let color = match (is_active, tab.hovered() || tab.has_focus()) {
        (true, _) => palette.text_strong,
        (false, true) => palette.text,
        (false, false) => palette.text_weak,
    };
    let place = Align2::CENTER_CENTER.align_size_within_rect(title.size(), rect).min;
    ui.painter().galley(place, title, color);
    if tab.has_focus() {
        let outline = Stroke::new(1.0, palette.accent);
        ui.painter().rect_stroke(rect.shrink(2.0), theme::CORNER, outline, StrokeKind::Inside);
    }
}

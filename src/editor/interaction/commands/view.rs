//! Commands for display options and the view.

use super::shortcut::{Key, Shortcut};
use super::{Action, Enabled, Spec, needs};
use crate::editor::analysis::distances::DistancesKey;
use crate::editor::edits::problems;
use crate::editor::elements::{islands, selecting};
use crate::editor::files::statistics;
use crate::editor::levels::{cut, outdated};
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Panel};
use crate::editor::session::options::{Coloring, LEGEND_CORNER, Options};
use crate::editor::view::grid::{self, GridSize};
use crate::editor::view::orbit::Direction;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::mesh_query::End;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::FrameAll, "Show all", "Show the whole mesh", |editor| {
        editor.state.frame(&selecting::visible_bounds(editor));
    })
    .keys(&[Shortcut::plain(Key::Home)])
    .when(needs::mesh),
    Spec::new(Command::FrameSelection, "Show the selection", "Move the view to the selection", |editor| {
        editor.state.frame(&selecting::selected_bounds(editor));
    })
    .keys(&[Shortcut::plain(Key::F)])
    .when(needs::selection),
    Spec::new(Command::ZoomIn, "Zoom in", "Enlarge the view", |editor| zoom(&mut editor.state, ZOOM))
    .keys(&[Shortcut::plain(Key::Plus)]),
    Spec::new(Command::ZoomOut, "Zoom out", "Shrink the view", |editor| zoom(&mut editor.state, 1.0 / ZOOM))
    .keys(&[Shortcut::plain(Key::Minus)]),
    Spec::new(Command::LookFromTop, "Top", "Look straight down in the 3D view", |editor| {
        look(editor, Direction::Top);
    })
    .keys(&[Shortcut::plain(Key::Num7)]),
    Spec::new(Command::LookFromFront, "Front", "Look along -Z in the 3D view, with X to the right", |editor| {
        look(editor, Direction::Front);
    })
    .keys(&[Shortcut::plain(Key::Num8)]),
    Spec::new(Command::LookFromRight, "Right", "Look along -X in the 3D view, with -Z to the right", |editor| {
        look(editor, Direction::Right);
    })
    .keys(&[Shortcut::plain(Key::Num6)]),
    Spec::new(Command::LookFromCorner, "Corner", "Look from a corner in the 3D view, in perspective", |editor| {
        look(editor, Direction::Corner);
    })
    .keys(&[Shortcut::plain(Key::Num4)]),
    Spec::new(Command::LookFromOpposite, "Opposite side", "Look from the opposite side in the 3D view", |editor| {
        editor.state.views.orbit_mut().look_back();
        show_space(editor);
    })
    .keys(&[Shortcut::plain(Key::Num9)]),
    Spec::new(
        Command::ToggleParallel,
        "Parallel projection",
        "Keep parallel lines parallel in the 3D view, instead of perspective",
        |editor| {
            let is_parallel = !editor.orbit().has_parallel_lines();
            editor.state.views.orbit_mut().set_parallel(is_parallel);
        },
    )
    .keys(&[Shortcut::plain(Key::Num5)])
    .checked(|state| state.orbit().has_parallel_lines()),
    Spec::new(Command::ShowSpace, "Show the 3D view", "Bring the 3D view to the front", show_space)
        .keys(&[Shortcut::plain(Key::Num0)]),
    Spec::new(
        Command::SplitViews,
        "Views side by side",
        "Show the 3D view beside the view from above, or as a tab of it again",
        |editor| editor.ask_outside(Effect::SplitViews),
    )
    .keys(&[Shortcut::shift(Key::Num0)]),
    Spec::new(
        Command::HideIslands,
        "Hide island",
        "Hide the islands of the selection, or the one under the pointer",
        |editor| hide(editor, true),
    )
    .keys(&[Shortcut::plain(Key::H)])
    .when(needs::island),
    Spec::new(
        Command::IsolateIslands,
        "Isolate island",
        "Hide all islands except those of the selection, or the one under the pointer",
        |editor| hide(editor, false),
    )
    .keys(&[Shortcut::shift(Key::H)])
    .when(needs::island),
    Spec::new(
        Command::ShowAllIslands,
        "Show hidden islands",
        "Show all islands again",
        |editor| islands::show_all_islands(&mut editor.state.session),
    )
    .keys(&[Shortcut::alt(Key::H)])
    .when(|state| needs::need(state.has_hidden(), "No island is hidden")),
    Spec::new(
        Command::NextColoring,
        "Next colouring",
        "Switch to the next colouring: area, height, island, distance",
        |editor| color(editor, editor.state.session.options.coloring.next()),
    )
    .keys(&[Shortcut::plain(Key::T)]),
    Spec::of(
        Command::ColorByArea,
        "Colour by area",
        "Give cells the colours of their areas",
        Action::Color(Coloring::Area),
    )
    .keys(&[Shortcut::alt(Key::Num1)]),
    Spec::of(
        Command::ColorByHeight,
        "Colour by height",
        "Colour cells from dark, low, to light, high",
        Action::Color(Coloring::Height),
    )
    .keys(&[Shortcut::alt(Key::Num2)]),
    Spec::of(
        Command::ColorByIsland,
        "Colour by island",
        "Colour each island, with a pattern",
        Action::Color(Coloring::Island),
    )
    .keys(&[Shortcut::alt(Key::Num3)]),
    Spec::of(
        Command::ColorByDistance,
        "Colour by distance",
        "Colour cells from near the start, red, to far from it, blue",
        Action::Color(Coloring::Distance),
    )
    .keys(&[Shortcut::alt(Key::Num4)])
    .when(has_start),
    Spec::of(
        Command::ColorByTrueDistance,
        "Colour by true distance",
        "Colour cells by the length of the shortest path from the start in the ground plan, with lines of equal distance",
        Action::Color(Coloring::TrueDistance),
    )
    .keys(&[Shortcut::alt(Key::Num5)])
    .when(has_start),
    Spec::new(
        Command::ColorByMeasure,
        "Colour by measure",
        "Colour cells by the measure that the statistics show, from dark, small, to light, large",
        |editor| color(editor, Coloring::Measure(statistics::measure(editor))),
    )
    .keys(&[Shortcut::alt(Key::Num6)])
    .when(needs::cells_exist)
    .checked(|state| matches!(state.options().coloring, Coloring::Measure(_))),
    Spec::toggle(
        Command::ToggleGridSnap,
        "Snap to grid",
        "Snap points to grid crossings; Ctrl inverts it",
        |options| &mut options.snaps_to_grid,
    )
    .keys(&[Shortcut::shift(Key::G)]),
    Spec::new(Command::CoarserGrid, "Coarser grid", "Make the steps of the grid larger", |editor| {
        let camera = editor.camera();
        set(editor, |options| options.grid = options.grid.next(&camera, true));
    })
    .keys(&[Shortcut::command(Key::Up)]),
    Spec::new(Command::FinerGrid, "Finer grid", "Make the steps of the grid smaller", |editor| {
        let camera = editor.camera();
        set(editor, |options| options.grid = options.grid.next(&camera, false));
    })
    .keys(&[Shortcut::command(Key::Down)]),
    Spec::new(
        Command::AdaptiveGrid,
        "Adaptive grid",
        "Let the grid follow the zoom, or fix it at its size now",
        |editor| {
            let step = grid::step(editor);
            set(editor, |options| {
                let is_fixed = options.grid != GridSize::Adaptive;
                options.grid = if is_fixed { GridSize::Adaptive } else { GridSize::Fixed(step) };
            });
        },
    )
    .checked(|state| state.options().grid == GridSize::Adaptive),
    Spec::toggle(
        Command::ToggleMeshSnap,
        "Snap to mesh",
        "Snap points to vertices and edges: to grid lines on them, ends and middles; Ctrl inverts it",
        |options| &mut options.snaps_to_mesh,
    )
    .keys(&[Shortcut::shift(Key::V)]),
    Spec::toggle(
        Command::ToggleLevelSnap,
        "Snap to level",
        "Snap points to corners and edges of the level, and to its section; Ctrl inverts it",
        |options| &mut options.snaps_to_level,
    ),
    Spec::toggle(
        Command::ToggleLevelHeights,
        "Follow the level",
        "Let moved vertices take the height of the level below or above them",
        |options| &mut options.follows_level,
    ),
    Spec::new(
        Command::CutLevels,
        "Cut the level",
        "Hide the level above a height, and draw its walls there as lines",
        cut::toggle_cut,
    )
    .when(needs::level)
    .checked(|state| state.options().cut_height.is_some()),
    Spec::new(Command::RaiseCut, "Raise the cut", "Show more of the level; Ctrl+wheel does the same", |editor| {
        cut::move_cut(editor, 1.0);
    })
    .keys(&[Shortcut::command(Key::PageUp)])
    .when(needs::level),
    Spec::new(Command::LowerCut, "Lower the cut", "Show less of the level; Ctrl+wheel does the same", |editor| {
        cut::move_cut(editor, -1.0);
    })
    .keys(&[Shortcut::command(Key::PageDown)])
    .when(needs::level),
    Spec::new(
        Command::NextOutdated,
        "Next outdated place",
        "Show the next place where a level has changed since the mesh was made for it",
        |editor| outdated::frame_next(editor, None),
    )
    .when(needs::outdated),
    Spec::toggle(
        Command::ToggleMergeOnDrop,
        "Merge on drop",
        "Merge a vertex with the one that it is dropped on",
        |options| &mut options.merges_on_drop,
    )
    .keys(&[Shortcut::alt(Key::V)]),
    Spec::toggle(Command::ToggleIssues, "Show issues", "Mark broken cells and gaps", |options| {
        &mut options.shows_issues
    })
    .keys(&[Shortcut::plain(Key::F8)]),
    Spec::new(
        Command::NextIssue,
        "Next issue",
        "Show the next issue of the list; after the last one, the first",
        |editor| problems::step(editor, true),
    )
    .keys(&[Shortcut::command(Key::F8)])
    .when(needs::issues),
    Spec::new(
        Command::PreviousIssue,
        "Previous issue",
        "Show the previous issue of the list; before the first one, the last",
        |editor| problems::step(editor, false),
    )
    .keys(&[Shortcut::command(Key::F8).and_shift()])
    .when(needs::issues),
    Spec::toggle(
        Command::ToggleCorridor,
        "Show the corridor",
        "Mark the cells that the path crosses and the line through their centres",
        |options| &mut options.shows_corridor,
    )
    .keys(&[Shortcut::plain(Key::F6)]),
    Spec::toggle(
        Command::TogglePortals,
        "Show portals",
        "Draw the portals of the path, left and right ends in different colours",
        |options| &mut options.shows_portals,
    )
    .keys(&[Shortcut::plain(Key::F7)]),
    Spec::toggle(
        Command::ToggleNumbers,
        "Show numbers",
        "Label vertices and cells with their numbers",
        |options| &mut options.shows_numbers,
    )
    .keys(&[Shortcut::plain(Key::F9)]),
    Spec::toggle(
        Command::ToggleLegend,
        "Show the legend",
        "Name the colours and marks in view, in the lower right corner",
        |options| &mut options.shows_legend,
    )
    .keys(&[Shortcut::plain(Key::F5)]),
    Spec::toggle(Command::ToggleTheme, "Dark theme", "Make the window dark or light", |options| {
        &mut options.is_dark
    })
    .keys(&[Shortcut::command(Key::D)]),
    Spec::new(Command::EnlargeUi, "Larger text", "Make text and controls larger", |editor| set(editor, |options| options.ui_scale *= UI_STEP))
    .keys(&[Shortcut::command(Key::Plus)]),
    Spec::new(Command::ShrinkUi, "Smaller text", "Make text and controls smaller", |editor| set(editor, |options| options.ui_scale /= UI_STEP))
    .keys(&[Shortcut::command(Key::Minus)]),
    Spec::new(Command::ResetUiScale, "Normal text", "Use the system's text size", |editor| set(editor, |options| options.ui_scale = 1.0))
    .keys(&[Shortcut::command(Key::Num0)]),
    Spec::new(Command::ResetLayout, "Reset panels", "Restore the initial layout", |editor| {
        editor.set_options(Options { legend_place: LEGEND_CORNER, ..editor.state.session.options.clone() });
        editor.ask_outside(Effect::ResetLayout);
    }),
];

/// Zoom factor of one key press.
const ZOOM: f32 = 1.25;

/// Text scale factor of one key press.
const UI_STEP: f32 = 1.1;

pub(super) fn set(editor: &mut Editor, change: impl FnOnce(&mut Options)) {
    let mut options = editor.state.session.options.clone();
    change(&mut options);
    editor.set_options(options);
}

/// Hides the islands meant, or all others.
fn hide(editor: &mut Editor, hides_meant: bool) {
    let meant = selecting::islands_meant(editor);
    if meant.is_empty() {
        return editor.warn("That is part of no island. Select a cell, or move the pointer over one.");
    }
    islands::hide_islands(&mut editor.state, |island| meant.contains(&island) == hides_meant);
}

/// Zooms the active view about its middle.
fn zoom(state: &mut State, factor: f32) {
    state.views.zoom(factor);
}

/// Turns the 3D view to a fixed direction, and shows it.
fn look(editor: &mut Editor, direction: Direction) {
    editor.state.views.orbit_mut().look(direction);
    show_space(editor);
}

fn show_space(editor: &mut Editor) {
    editor.ask_outside(Effect::Show(Panel::Space));
}

pub(super) fn color(editor: &mut Editor, coloring: Coloring) {
    set(editor, |options| options.coloring = coloring);
    editor.request::<DistancesKey>();
}

fn has_start(state: &State) -> Enabled {
    needs::need(state.located(End::Start).is_some(), "Place a start on the mesh first")
}

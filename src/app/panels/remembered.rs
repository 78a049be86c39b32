//! Settings stored between runs: options, recent files and the layout of the panels.

use crate::app::dock::Dock;
use crate::app::platform::files;
use crate::app::platform::storage::Storage;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::options::{Coloring, Options};
use crate::editor::view::grid::GridSize;
use crate::editor::view::views::{ViewId, ViewInput};
use navsmith_formats::io::FileRef;
use navsmith_formats::io::settings::UserSettings;

/// The stored settings, and where they are stored.
#[derive(Debug, Default)]
pub struct Remembered {
    settings: UserSettings,
    pub(super) storage: Storage,
    /// Whether no settings were stored: this is the first start.
    pub(super) is_first: bool,
    /// Message for the user if the settings could not be read.
    pub(super) note: Option<String>,
}

impl Remembered {
    /// Returns settings that are stored nowhere.
    pub fn of(settings: UserSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Reads the settings from a storage.
    pub fn load(storage: Storage) -> Self {
        let stored = storage.settings();
        let is_first = storage.has_settings() && stored.is_none();
        let (settings, note) = stored.unwrap_or_default();
        Self { settings, storage, is_first, note }
    }

    /// Returns the stored size of the window, in points.
    pub(in crate::app) fn window_size(&self) -> Option<egui::Vec2> {
        self.settings.window.map(egui::Vec2::from)
    }

    pub(super) fn layout(&self) -> Option<&str> {
        Some(self.settings.layout.as_str()).filter(|layout| !layout.is_empty())
    }

    /// Returns the recent files and whether they still exist.
    pub(super) fn recent(&self) -> Vec<(FileRef, bool)> {
        self.settings.recent.iter().map(|file| (file.clone(), files::exists(file))).collect()
    }

    pub(super) fn newest(&self) -> Option<&FileRef> {
        self.settings.recent.first()
    }

    /// Returns the options of the editor that the settings contain.
    pub fn options(&self) -> Options {
        let settings = &self.settings;
        let coloring = Coloring::ALL.into_iter().find(|coloring| word(*coloring) == settings.coloring);
        let mut options = Options {
            coloring: coloring.unwrap_or_default(),
            grid: if settings.grid_size > 0.0 {
                GridSize::Fixed(settings.grid_size)
            } else {
                GridSize::Adaptive
            },
            weld_distance: settings.weld_distance,
            legend_place: settings.legend_place.into(),
            ui_scale: settings.ui_scale,
            ..Options::default()
        };
        let mut settings = settings.clone();
        for (option, setting) in SWITCHES {
            *option(&mut options) = *setting(&mut settings);
        }
        options
    }

    /// Returns the inputs that give an editor the stored settings.
    pub fn inputs(&self) -> Vec<Input> {
        let projection = ViewInput::SetParallel(self.settings.is_parallel);
        vec![Input::SetOptions(self.options()), Input::View(ViewId::SPACE, projection)]
    }

    /// Puts a file at the top of the recent ones.
    pub(super) fn remember(&mut self, file: &FileRef) {
        self.settings.remember(file);
        self.storage.save_settings(self.settings.clone());
    }

    /// Saves changed settings once the pointer is released.
    pub(super) fn follow(&mut self, ctx: &egui::Context, state: &State, dock: &mut Dock) {
        if !self.storage.has_settings() || ctx.input(|input| input.pointer.any_down()) {
            return;
        }
        let mut settings = with_options(self.settings.clone(), state.options());
        settings.is_parallel = state.orbit().is_parallel;
        if dock.take_changed() {
            settings.layout = dock.write().unwrap_or_default();
        }
        if let Some(window) = ctx.input(|input| input.viewport().inner_rect) {
            // egui scales the points of its window by the zoom factor.
            let scale = ctx.zoom_factor();
            settings.window = Some((window.width() * scale, window.height() * scale));
        }
        if settings != self.settings {
            self.settings = settings;
            self.storage.save_settings(self.settings.clone());
        }
    }
}

/// Options that are switches, and their settings.
const SWITCHES: [Switch; 12] = [
    (|options| &mut options.snaps_to_grid, |settings| &mut settings.snaps_to_grid),
    (|options| &mut options.snaps_to_mesh, |settings| &mut settings.snaps_to_mesh),
    (|options| &mut options.merges_on_drop, |settings| &mut settings.merges_on_drop),
    (|options| &mut options.keeps_outlines, |settings| &mut settings.keeps_outlines),
    (|options| &mut options.shows_issues, |settings| &mut settings.shows_issues),
    (|options| &mut options.shows_corridor, |settings| &mut settings.shows_corridor),
    (|options| &mut options.shows_portals, |settings| &mut settings.shows_portals),
    (|options| &mut options.keeps_previous, |settings| &mut settings.keeps_previous),
    (|options| &mut options.reloads_changed, |settings| &mut settings.reloads_changed),
    (|options| &mut options.regenerates_changed, |settings| &mut settings.regenerates_changed),
    (|options| &mut options.shows_legend, |settings| &mut settings.shows_legend),
    (|options| &mut options.is_dark, |settings| &mut settings.is_dark),
];

type Switch = (fn(&mut Options) -> &mut bool, fn(&mut UserSettings) -> &mut bool);

/// Returns settings with the options of an editor.
pub fn with_options(mut settings: UserSettings, options: &Options) -> UserSettings {
    let mut switches = options.clone();
    for (option, setting) in SWITCHES {
        *setting(&mut settings) = *option(&mut switches);
    }
    UserSettings {
        ui_scale: options.ui_scale,
        coloring: word(options.coloring).into(),
        grid_size: if let GridSize::Fixed(step) = options.grid { step } else { 0.0 },
        weld_distance: options.weld_distance,
        legend_place: options.legend_place.into(),
        ..settings
    }
}

/// Returns the word for a colouring in the file; empty for the default.
fn word(coloring: Coloring) -> &'static str {
    match coloring {
        Coloring::Area => "",
        Coloring::Height => "height",
        Coloring::Island => "island",
        Coloring::Distance => "distance",
        Coloring::TrueDistance => "true distance",
        Coloring::Measure(measure) => measure.name(),
    }
}

//! Settings stored between runs, in RON.
//!
//! Missing settings have their defaults, and unknown ones are ignored, so older and newer versions can read the same
//! file. A broken file is renamed to `….bad`, `….bad2` and so on, and does not prevent a start.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file::{self, ReadError};
use super::file_ref::FileRef;
use super::save::{SaveError, SaveOptions, save};

/// Maximum number of recent files.
const RECENT: usize = 10;

/// Maximum number of broken files that are kept.
const MOST_BROKEN: u32 = 20;

/// Maximum size of a settings file, in bytes.
const CAP: u64 = 1 << 20;

/// All stored settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct UserSettings {
    /// Version of the file format.
    pub version: u32,
    /// Files opened or saved, most recent first; at most ten.
    pub recent: Vec<FileRef>,
    /// Whether the theme is dark.
    pub is_dark: bool,
    /// Scale of text and controls; 1 is the scale of the system.
    pub ui_scale: f32,
    /// Meaning of the cell colours, in a word; empty for the default.
    pub coloring: String,
    /// Distance between the lines of the grid, in metres; 0 adapts it to the zoom.
    pub grid_size: f32,
    /// Whether points snap to the grid.
    pub snaps_to_grid: bool,
    /// Whether points snap to vertices, edges and edge midpoints.
    pub snaps_to_mesh: bool,
    /// Whether a vertex dropped on another merges with it.
    pub merges_on_drop: bool,
    /// Whether drawn cells, rectangles and holes are kept as outlines.
    pub keeps_outlines: bool,
    /// Weld distance in metres, below which vertices and edges count as nearly touching.
    pub weld_distance: f32,
    /// Whether broken cells and gaps are marked.
    pub shows_issues: bool,
    /// Whether the cells that the path crosses are marked.
    pub shows_corridor: bool,
    /// Whether the portals of the path are drawn.
    pub shows_portals: bool,
    /// Whether the 3D view is in parallel projection.
    pub is_parallel: bool,
    /// Whether the legend is unfolded.
    pub shows_legend: bool,
    /// Position of the legend, as fractions of the free width and height of the view.
    pub legend_place: (f32, f32),
    /// Layout of the panels, as written by the window; empty for the default.
    pub layout: String,
    /// Whether a save keeps the previous version.
    pub keeps_previous: bool,
    /// Whether a file that another program changed is reloaded without a question, if nothing is lost.
    pub reloads_changed: bool,
    /// Whether a generated mesh is generated again when a file of its level changes.
    pub regenerates_changed: bool,
    /// Width and height of the window in points; `None` for the default.
    pub window: Option<(f32, f32)>,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            version: 1,
            recent: Vec::new(),
            is_dark: true,
            ui_scale: 1.0,
            coloring: String::new(),
            grid_size: 0.5,
            snaps_to_grid: true,
            snaps_to_mesh: true,
            merges_on_drop: true,
            keeps_outlines: false,
            weld_distance: 0.05,
            shows_issues: true,
            shows_corridor: true,
            shows_portals: true,
            is_parallel: false,
            shows_legend: true,
            legend_place: (1.0, 1.0),
            layout: String::new(),
            keeps_previous: true,
            reloads_changed: false,
            regenerates_changed: false,
            window: None,
        }
    }
}

impl UserSettings {
    /// Returns the path of the settings on this system; `None` if there is no home folder.
    pub fn path_of_system() -> Option<PathBuf> {
        Some(directories::ProjectDirs::from("", "", "navsmith")?.config_dir().join("settings.ron"))
    }

    /// Loads settings; returns the defaults if there is no file, or with a note if it is broken.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        let text = match file::read(path, CAP) {
            Err(ReadError::Io { why, .. }) if why.kind() == std::io::ErrorKind::NotFound => {
                return (Self::default(), None);
            }
            Err(error) => Err(error.to_string()),
            Ok(bytes) => String::from_utf8(bytes).map_err(|error| error.to_string()),
        };
        match text.and_then(|text| Self::parse(&text)) {
            Ok(settings) => (settings, None),
            Err(why) => (Self::default(), Some(put_aside(path, &why))),
        }
    }

    /// Parses settings; `Err` is the reason. Empty text gives the defaults.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        ::ron::from_str(text).map(Self::made_sensible).map_err(|error| error.to_string())
    }

    /// Saves settings atomically, and creates their folder if necessary.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        let io = |why| SaveError::Io { path: path.into(), why };
        let text = ::ron::ser::to_string_pretty(self, ::ron::ser::PrettyConfig::new());
        let text = text.map_err(|error| io(std::io::Error::other(error)))?;
        fs::create_dir_all(path.parent().unwrap_or_else(|| Path::new("."))).map_err(io)?;
        save(path, format!("{text}\n").as_bytes(), &SaveOptions::default()).map(drop)
    }

    /// Puts a file at the top of the recent ones.
    pub fn remember(&mut self, file: &FileRef) {
        // A canonical path on Windows has a form that other programs do not understand.
        let file = std::path::absolute(file.path()).map_or_else(|_| file.clone(), FileRef::from);
        self.recent.retain(|recent| *recent != file);
        self.recent.insert(0, file);
        self.recent.truncate(RECENT);
    }

    /// Replaces invalid numbers in a hand-edited file.
    fn made_sensible(mut self) -> Self {
        let default = Self::default();
        let is_good = |value: f32| value.is_finite() && value > 0.0;
        self.ui_scale = if is_good(self.ui_scale) { self.ui_scale.clamp(0.5, 3.0) } else { default.ui_scale };
        if !is_good(self.weld_distance) {
            self.weld_distance = default.weld_distance;
        }
        if self.grid_size != 0.0 && !is_good(self.grid_size) {
            self.grid_size = default.grid_size;
        }
        let is_share = |share: f32| (0.0..=1.0).contains(&share);
        if !is_share(self.legend_place.0) || !is_share(self.legend_place.1) {
            self.legend_place = default.legend_place;
        }
        self.window = self.window.filter(|&(width, height)| is_good(width) && is_good(height));
        self.recent.truncate(RECENT);
        self
    }
}

/// Renames a broken file and returns a note about it.
///
/// The new name is a free one; if none is free, the first one.
fn put_aside(path: &Path, why: &str) -> String {
    let first = path.with_added_extension("bad");
    let others = (2..=MOST_BROKEN).map(|number| path.with_added_extension(format!("bad{number}")));
    let aside =
        std::iter::once(first.clone()).chain(others).find(|aside| fs::symlink_metadata(aside).is_err());
    let aside = aside.unwrap_or(first);
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!("The old file is now {}.", aside.display()),
        Err(error) => {
            format!("The file could not be renamed ({error}). The next change of a setting replaces it.")
        }
    };
    format!("The settings in {} cannot be read ({why}), so they are reset. {kept}", path.display())
}

//! References to files that the editor and the window exchange.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::format::Format;
use super::images::IMAGE_EXTENSIONS;

/// Extension of files with comma-separated values.
pub const CSV_EXTENSION: &str = "csv";

/// Reference to a file: a path on this machine.
///
/// In a browser, it will be the name of a handle that `app/platform` stores. The editor and the window compare, name
/// and pass on references. Only `app/platform` reads and writes what they refer to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileRef(PathBuf);

impl FileRef {
    /// Returns the path on this machine.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the name of the file without its folder.
    pub fn name(&self) -> String {
        self.0.file_name().unwrap_or(self.0.as_os_str()).to_string_lossy().into_owned()
    }

    /// Returns the name of the file without its folder and extension.
    pub fn stem(&self) -> String {
        let path = if self.format().is_some() {
            Format::without_extension(&self.0)
        } else {
            self.0.with_extension("")
        };
        Self(path).name()
    }

    /// Returns the folder of the file; `None` for the root of a file system.
    pub fn folder(&self) -> Option<Self> {
        self.0.parent().map(Self::from)
    }

    /// Returns the file with a name or a path that starts in this folder.
    #[must_use]
    pub fn join(&self, name: &str) -> Self {
        Self(self.0.join(name))
    }

    /// Returns the absolute path as text; `None` if it is not valid UTF-8.
    pub fn absolute_text(&self) -> Option<String> {
        let path = std::path::absolute(&self.0).unwrap_or_else(|_| self.0.clone());
        path.to_str().map(str::to_owned)
    }

    /// Whether the name has an extension.
    pub fn has_extension(&self) -> bool {
        self.0.extension().is_some()
    }

    /// Whether the extension is that of an image.
    pub fn is_image(&self) -> bool {
        self.has_extension_of(&IMAGE_EXTENSIONS)
    }

    /// Whether the extension is in a list of lower-case ones.
    pub fn has_extension_of(&self, extensions: &[&str]) -> bool {
        let extension = self.0.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        extension.is_some_and(|extension| extensions.contains(&&*extension))
    }

    /// Returns the file with an extension after its whole name.
    #[must_use]
    pub fn with_added(&self, extension: &str) -> Self {
        let mut name = self.0.clone().into_os_string();
        name.push(".");
        name.push(extension);
        Self(name.into())
    }

    /// Returns the format that the extension names; `None` if it names none.
    pub fn format(&self) -> Option<&'static Format> {
        Format::of_name(&self.0)
    }

    /// Returns a file with the extension of a format, which replaces that of another format.
    #[must_use]
    pub fn in_format(&self, format: &Format) -> Self {
        Self(format.renamed(&self.0))
    }
}

impl fmt::Display for FileRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl<P: Into<PathBuf>> From<P> for FileRef {
    fn from(path: P) -> Self {
        Self(path.into())
    }
}

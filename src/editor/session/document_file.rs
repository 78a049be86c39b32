//! The file of the document, and what it contained when it was last read or saved.

use crate::editor::session::Session;
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::Stamp;

/// Name of a document without a file.
pub(in crate::editor) const UNTITLED: &str = "untitled";

/// The file of the document.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct DocumentFile {
    pub(in crate::editor) file: Option<FileRef>,
    /// Name in the title if the document has no file.
    pub(in crate::editor) name: String,
    /// File stamp when the document was read or saved.
    pub(in crate::editor) stamp: Option<Stamp>,
    /// Document as it was last saved or opened; `None` if it was never in a file.
    pub(in crate::editor) saved: Option<Document>,
    /// Whether the file was removed after the document was read or saved.
    pub(in crate::editor) is_removed: bool,
}

impl DocumentFile {
    pub(in crate::editor) fn new(document: &Document) -> Self {
        Self { name: UNTITLED.into(), saved: Some(document.clone()), ..Self::default() }
    }

    /// Whether a document is in the file.
    pub(in crate::editor) fn holds(&self, document: &Document) -> bool {
        !self.is_removed && self.saved.as_ref() == Some(document)
    }
}

impl Session {
    /// Returns the open file; `None` for a document that was never saved.
    pub fn file_ref(&self) -> Option<&FileRef> {
        self.file.file.as_ref()
    }

    /// Returns the name of the document: its file name, or "untitled".
    pub fn name(&self) -> String {
        self.file.file.as_ref().map_or_else(|| self.file.name.clone(), FileRef::name)
    }

    /// Whether the document has unsaved changes.
    pub fn is_dirty(&self) -> bool {
        !self.file.holds(&self.document)
    }

    /// Returns the window's title: the document's name, marked if it is not saved.
    pub fn title(&self) -> String {
        let mark = if self.is_dirty() { "*" } else { "" };
        format!("{}{mark} — navsmith", self.name())
    }

    /// Returns the document without the preview of a gesture under way.
    pub(in crate::editor) fn without_gesture(&self) -> &Document {
        self.history.open().map_or(&self.document, |step| &step.document)
    }
}

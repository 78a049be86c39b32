//! Tables of statistics, islands and areas, as comma-separated values: copied, or saved in a file.

use crate::editor::edits::area;
use crate::editor::elements::islands;
use crate::editor::files::reply::{FileFailure, FileReply};
use crate::editor::files::{comparison, statistics};
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::request::{FilePurpose, FileRequest, FileWrite, WriteContent};
use crate::editor::session::table::{MeasuredMeshes, Table, TableContent};
use crate::editor::{Editor, State};
use navsmith_formats::document::statistics::table::{of_areas, of_histograms, of_islands};
use navsmith_formats::io::file::RequiredState;
use navsmith_formats::io::save::{SaveOptions, refusal};
use navsmith_formats::io::{CSV_EXTENSION, FileRef, ProtectedFiles};

/// Copies a table in the order of its list; of the statistics, copies the histogram that is shown.
pub(in crate::editor) fn copy(editor: &mut Editor, table: Table) {
    let (text, what) = match table {
        Table::Statistics => (histogram(editor), "histogram"),
        Table::Islands => (Some(rows_of_islands(editor)), "islands"),
        Table::Areas => (Some(rows_of_areas(editor)), "areas"),
    };
    let Some(text) = text else {
        return editor.say(Message::info("The mesh is being measured. Copy the statistics afterwards."));
    };
    editor.ask_outside(Effect::Copy(text));
    editor.say(Message::info(format!("Copied the {what} as comma-separated values.")));
}

/// Shows the dialog for a file to save a table to; suggests the name of the document and of the table.
pub(in crate::editor) fn ask_where_to_save(editor: &mut Editor, table: Table) {
    let name = format!("{}-{}", FileRef::from(editor.name()).stem(), table.name());
    let folder = editor.file_ref().and_then(FileRef::folder);
    let file = folder.map_or_else(|| FileRef::from(&*name), |folder| folder.join(&name));
    ask(editor, table, file.with_added(CSV_EXTENSION));
}

fn ask(editor: &mut Editor, table: Table, suggested: FileRef) {
    editor.outbox.request(FileRequest::choose_near(FilePurpose::Table(table), suggested));
}

/// Shows the result of a write of a table.
pub(super) fn written(editor: &mut Editor, file: &FileRef, reply: Result<FileReply, FileFailure>) {
    editor.say(match reply {
        Ok(FileReply::Written { warning, .. }) => {
            warning.map_or_else(|| Message::info(format!("Saved {file}.")), Message::warning)
        }
        Err(FileFailure::ChangedOnDisk) => {
            Message::warning(format!("Not saved: {file} exists already. Choose another name."))
        }
        Err(FileFailure::NeedsConsent(cautions)) => Message::warning(refusal(file, cautions)),
        Err(FileFailure::Error(why)) => Message::error(why),
        _ => Message::error(format!("Stopped saving {}. The file is unchanged.", file.name())),
    });
}

/// Saves a table to a chosen file; refuses a name that does not end in `.csv`, and asks again.
///
/// Islands and areas are in the order of their lists. The statistics are those of all measures.
pub(in crate::editor) fn save(editor: &mut Editor, table: Table, file: FileRef) {
    let is_completed = !file.has_extension();
    let file = if is_completed { file.with_added(CSV_EXTENSION) } else { file };
    if !file.has_extension_of(&[CSV_EXTENSION]) {
        let text = format!("Not saved: {} does not end in .csv. Choose a name that does.", file.name());
        editor.say(Message::warning(text));
        return ask(editor, table, file.with_added(CSV_EXTENSION));
    }
    let content = WriteContent::Table(match table {
        Table::Statistics => TableContent::Histograms(Box::new(measured_meshes(editor))),
        Table::Islands => TableContent::Text(rows_of_islands(editor)),
        Table::Areas => TableContent::Text(rows_of_areas(editor)),
    });
    // The file dialog has already confirmed overwriting.
    let expected = if is_completed { RequiredState::Nothing } else { RequiredState::Anything };
    let keeps_previous = editor.state.session.options.keeps_previous;
    let options = SaveOptions { expected, keeps_previous, ..SaveOptions::default() };
    let protected = ProtectedFiles::default();
    editor.outbox.request(FileRequest::Write(FileWrite { file, content, options, protected }.into()));
}

fn measured_meshes(state: &State) -> MeasuredMeshes {
    let other = comparison::other(state).map(|other| (other.name.clone(), other.document.mesh.clone()));
    MeasuredMeshes { ground: state.mesh_snapshot(), other }
}

/// Returns the histogram that is shown; `None` until it is computed.
fn histogram(state: &State) -> Option<String> {
    let other = comparison::other(state).map(|other| other.name.as_str());
    Some(of_histograms([statistics::found(state)?], other))
}

fn rows_of_islands(state: &State) -> String {
    let all = state.derived().islands.all();
    let rows = islands::sorted_rows(state).into_iter();
    of_islands(rows.filter_map(|row| Some((row.id, all.get(row.id.0 as usize)?))))
}

fn rows_of_areas(state: &State) -> String {
    let rows = area::sorted_rows(state).into_iter();
    of_areas(rows.filter_map(|row| Some((row.id, &*state.document().area(row.id)?.name, row.sum))))
}

//! Questions of the editor: unsaved changes, changed or existing files, and recovery files.

use egui::{CollapsingHeader, Label, RichText, Ui};

use super::frame;
use crate::app::platform::clock;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::files::dialog::{AfterSave, Choice};
use crate::editor::files::export::ExportConcern;
use crate::editor::files::file::changed;
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::Caution;
use navsmith_formats::io::{FileRef, NotLocal};

/// An answer: the words of its button, their tooltip, and the choice.
type Answer = (&'static str, &'static str, Choice);

const KEEP_BOTH: Answer =
    ("Save elsewhere…", "Keep both: save under another name\nEnter", Choice::SaveElsewhere);
const DO_NOT_SAVE: Answer = ("Cancel", "Return to the document without saving\nEscape", Choice::Cancel);

/// Draws a question in words with its answers, the default one first.
fn ask(
    ctx: &egui::Context,
    title: &str,
    width: f32,
    answers: &[Answer],
    words_ui: impl FnOnce(&mut Ui),
) -> Option<Choice> {
    frame::show(ctx, title, width, Choice::Cancel, |ui| {
        words_ui(ui);
        frame::buttons(ui, answers)
    })
}

pub(super) fn unsaved(ctx: &egui::Context, state: &State, then: &AfterSave) -> Option<Choice> {
    if let AfterSave::Reload(file) = then {
        return reload(ctx, state, file);
    }
    let answers = [
        ("Save", "Save the document and continue\nEnter", Choice::Save),
        ("Cancel", "Return to the document\nEscape", Choice::Cancel),
        ("Discard", "Continue without the changes", Choice::Discard),
    ];
    let (name, then) = (state.name(), then.describe());
    let (title, what, loss) = if changed::is_removed(state) {
        let what = format!("{name} was deleted or moved by another program.");
        ("Save the document?", what, format!("The document is lost unless you save it {then}."))
    } else {
        let what = format!("{name} has changes that are not saved.");
        ("Save your changes?", what, format!("They are lost unless you save them {then}."))
    };
    ask(ctx, title, 440.0, &answers, |ui| {
        ui.add(Label::new(what).wrap());
        parts::note(ui, &loss);
    })
}

/// Draws the question before the file of the document is read again.
fn reload(ctx: &egui::Context, state: &State, file: &FileRef) -> Option<Choice> {
    let is_changed = changed::offer(state).is_some_and(|(changed, _)| changed == file);
    let [title, verb] = if is_changed {
        ["Reload the changed file?", "Reload"]
    } else {
        ["Revert to the saved file?", "Revert"]
    };
    let answers = [
        ("Cancel", "Return to the document\nEnter or Escape", Choice::Cancel),
        (verb, "Read the file again without your changes; undo restores them", Choice::Discard),
    ];
    ask(ctx, title, 440.0, &answers, |ui| {
        ui.add(Label::new(format!("{} has changes that are not saved.", state.name())).wrap());
        parts::note(ui, "The content of the file replaces them. Undo restores them.");
    })
}

/// Draws the question about a file that changed on disk since it was read.
pub(super) fn changed_on_disk(ctx: &egui::Context, path: &FileRef) -> Option<Choice> {
    let reload = ("Reload", "Read the file again without your changes; undo restores them", Choice::Discard);
    let overwrite = ("Overwrite", "Lose the changes of the other program", Choice::Save);
    ask(ctx, "The file has changed", 500.0, &[KEEP_BOTH, DO_NOT_SAVE, reload, overwrite], |ui| {
        path_ui(ui, path);
        let text = "Another program changed this file after it was opened or saved here. Overwriting the file loses those \
                    changes.";
        ui.add(Label::new(text).wrap());
    })
}

/// Draws the question about an existing file at the chosen path, extension included.
pub(super) fn exists(ctx: &egui::Context, path: &FileRef) -> Option<Choice> {
    let overwrite = ("Overwrite", "Lose the contents of the file", Choice::Save);
    ask(ctx, "The file exists", 500.0, &[KEEP_BOTH, DO_NOT_SAVE, overwrite], |ui| {
        path_ui(ui, path);
        ui.add(Label::new("Overwriting it loses its contents.").wrap());
    })
}

pub(super) fn consent(ctx: &egui::Context, path: &FileRef, cautions: &[Caution]) -> Option<Choice> {
    let answers = [
        ("Save elsewhere…", "Leave this file and choose another name\nEnter", Choice::SaveElsewhere),
        DO_NOT_SAVE,
        ("Replace it", "Save over the file all the same", Choice::Save),
    ];
    ask(ctx, "Replace this file?", 500.0, &answers, |ui| {
        path_ui(ui, path);
        for caution in cautions {
            ui.add(Label::new(describe_caution(*caution)).wrap());
        }
    })
}

/// Draws the question before an export to a target of the document.
pub(super) fn confirm_export(ctx: &egui::Context, path: &FileRef, concern: &ExportConcern) -> Option<Choice> {
    let later = ("Not now", "Leave the file as it is; saves no longer export to it\nEscape", Choice::Cancel);
    let (title, text, export) = match concern {
        ExportConcern::Outside(why) => (
            if *why == NotLocal::Hidden { "Export to a hidden folder?" } else { "Export outside of the folder?" },
            format!(
                "The document stores this file as an export target. It {why}. Allow it only if you trust the document."
            ),
            ("Export", "Write the file, and allow it until the document is closed", Choice::Save),
        ),
        ExportConcern::Existing => (
            "Replace the exported file?",
            "Another program changed this file, or it was there before the first export. Replacing it loses its \
             contents."
                .to_owned(),
            ("Replace", "Write over the file", Choice::Save),
        ),
    };
    ask(ctx, title, 500.0, &[later, export], |ui| {
        path_ui(ui, path);
        ui.add(Label::new(text).wrap());
    })
}

fn describe_caution(caution: Caution) -> String {
    match caution {
        Caution::ReadOnly => {
            "The file is read-only. A version control system may have locked it: check it out first.".into()
        }
        Caution::OtherOwner => "The file belongs to another user or group. Saving makes it yours.".into(),
        Caution::HardLinks(count) => {
            let names = parts::count(count as usize, "other name", "other names");
            format!("The file has {names} (hard links). They keep the old content.")
        }
        Caution::Emptied => "The document is empty, and the file is not.".into(),
        Caution::NoCells => "The mesh has no cells, and the file has some.".into(),
    }
}

pub(super) fn recovery(ctx: &egui::Context, found: &[RecoveryFile]) -> Option<Choice> {
    frame::show(ctx, "Restore unsaved work?", 540.0, Choice::Cancel, |ui| {
        ui.add(Label::new("The program ended before these documents were saved:").wrap());
        ui.add_space(theme::SPACE_S);
        let chosen = frame::scrolling(ui, "found", |ui| {
            let documents = documents(found);
            let is_only = documents.len() == 1;
            documents.iter().filter_map(|versions| document_ui(ui, found, versions, !is_only)).last()
        });
        let choices = [
            ("Restore", "Open the newest one; save it to keep it\nEnter", Choice::Recover(0)),
            ("Later", "Ask again at the next start\nEscape", Choice::Cancel),
            ("Discard all", "Delete all of them permanently", Choice::Discard),
        ];
        chosen.or_else(|| frame::buttons(ui, &choices))
    })
}

/// Returns the indices of the versions of each document, newest first.
pub fn documents(found: &[RecoveryFile]) -> Vec<Vec<usize>> {
    let mut documents: Vec<Vec<usize>> = Vec::new();
    for (index, work) in found.iter().enumerate() {
        match documents.iter_mut().find(|versions| found[versions[0]].original == work.original) {
            // Documents that were never saved may be different ones.
            Some(versions) if work.original.is_some() => versions.push(index),
            _ => documents.push(vec![index]),
        }
    }
    documents
}

/// Draws the newest version of a document, and a list of the earlier ones; returns the chosen one.
///
/// The buttons of the dialog restore the newest version of the only document, which has no button.
fn document_ui(ui: &mut Ui, found: &[RecoveryFile], versions: &[usize], has_button: bool) -> Option<Choice> {
    let (&newest, earlier) = versions.split_first()?;
    let mut chosen = work_ui(ui, &found[newest], has_button).then_some(Choice::Recover(newest));
    if !earlier.is_empty() {
        let words = parts::count(earlier.len(), "earlier version", "earlier versions");
        CollapsingHeader::new(words).id_salt(newest).show(ui, |ui| {
            for &version in earlier {
                if work_ui(ui, &found[version], true) {
                    chosen = Some(Choice::Recover(version));
                }
            }
        });
    }
    chosen
}

/// Draws an entry of the list; returns whether its button was clicked, if it has one.
fn work_ui(ui: &mut Ui, work: &RecoveryFile, has_button: bool) -> bool {
    let name = work.original.as_ref().map_or_else(|| "untitled".into(), FileRef::name);
    let place = work.original.as_ref().map_or_else(|| "never saved".into(), ToString::to_string);
    parts::card(ui, |ui| {
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.label(RichText::new(&name).strong());
                let kept = describe_recovery(work, clock::now());
                ui.add(Label::new(RichText::new(&kept).small()).truncate()).on_hover_text(&kept);
                ui.add(Label::new(RichText::new(&place).small().weak()).truncate()).on_hover_text(&place);
            });
            parts::at_right(ui, |ui| {
                has_button
                    && ui.button("Restore").on_hover_text("Open this one; save it to keep it").clicked()
            })
        })
        .inner
    })
}

/// Returns the time and size of saved work: "3 minutes ago (14:05:09 UTC), 12 vertices, 4 cells".
pub fn describe_recovery(work: &RecoveryFile, now: u64) -> String {
    let amount = work.size.map_or_else(String::new, |(vertices, cells)| {
        let vertices = parts::count(vertices, "vertex", "vertices");
        format!(", {vertices}, {}", parts::count(cells, "cell", "cells"))
    });
    let since = work.kept;
    let [hours, minutes, seconds] = [since / 3600 % 24, since / 60 % 60, since % 60];
    format!("{} ({hours:02}:{minutes:02}:{seconds:02} UTC){amount}", age(now.saturating_sub(since)))
}

fn age(seconds: u64) -> String {
    match seconds {
        0..45 => "less than a minute ago".into(),
        45..90 => "a minute ago".into(),
        90..5400 => format!("{} minutes ago", (seconds + 30) / 60),
        5400..129_600 => format!("{} hours ago", (seconds + 1800) / 3600),
        _ => format!("{} days ago", (seconds + 43_200) / 86_400),
    }
}

pub(super) fn path_ui(ui: &mut Ui, path: &FileRef) {
    let words = path.to_string();
    ui.add(Label::new(RichText::new(&words).monospace()).truncate()).on_hover_text(words);
    ui.add_space(theme::SPACE_S);
}

//! Modal dialogs: questions of the editor and windows opened by commands.

mod frame;
pub(in crate::app) mod help;
mod import;
mod issue_kind;
pub mod path;
mod preferences;
pub mod questions;
mod targets;
mod export;
mod repair;

use self::path::PathDialog;
use super::jobs::Jobs;
use crate::editor::State;
use crate::editor::analysis::repair::is_open as is_repair_open;
use crate::editor::files::dialog::{Choice, Dialog};
use crate::editor::files::file::FileInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::effect::AuxiliaryWindow;
use crate::editor::session::request::FileDialog;
use navsmith_formats::check::IssueType;
use navsmith_formats::io::FileRef;

#[derive(Debug, Default)]
pub(in crate::app) struct Dialogs {
    window: Option<AuxiliaryWindow>,
    path: Option<PathDialog>,
    /// Kind of issues that is explained.
    kind: Option<&'static IssueType>,
    filter: String,
}

impl Dialogs {
    pub(in crate::app) fn toggle(&mut self, window: AuxiliaryWindow) {
        self.window = if self.window == Some(window) { None } else { Some(window) };
        self.filter.clear();
    }

    pub(in crate::app) fn explain(&mut self, kind: &'static IssueType) {
        self.kind = Some(kind);
    }

    /// Whether a dialog of the program or of the editor is open.
    pub(in crate::app) fn is_any_open(&self, state: &State) -> bool {
        let is_own = self.window.is_some() || self.path.is_some() || self.kind.is_some();
        is_own || state.dialog().is_some() || is_repair_open(state)
    }

    /// Opens the built-in file dialog, without the file dialog of the system.
    pub(in crate::app) fn choose(
        &mut self,
        number: u64,
        request: FileDialog,
        recent: Option<&FileRef>,
        jobs: &mut Jobs,
    ) {
        self.path = Some(PathDialog::new(number, request, recent, jobs));
    }

    pub(in crate::app) fn ui(
        &mut self,
        ctx: &egui::Context,
        state: &State,
        jobs: &mut Jobs,
        inputs: &mut Vec<Input>,
    ) {
        self.window_ui(ctx, state, inputs);
        question_ui(ctx, state, inputs);
        repair::ui(ctx, state, jobs, inputs);
        self.kind = self.kind.filter(|kind| issue_kind::ui(ctx, state, kind));
        if let Some(dialog) = &mut self.path
            && !dialog.ui(ctx, jobs, inputs)
        {
            self.path = None;
        }
    }

    fn window_ui(&mut self, ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
        let stays = match self.window {
            Some(AuxiliaryWindow::CheatSheet) => help::keys_ui(ctx, &mut self.filter),
            Some(AuxiliaryWindow::Preferences) => preferences::ui(ctx, state, inputs),
            Some(AuxiliaryWindow::About) => help::about_ui(ctx),
            Some(AuxiliaryWindow::ExportTargets) => targets::ui(ctx, state, inputs),
            Some(AuxiliaryWindow::Palette | AuxiliaryWindow::Start | AuxiliaryWindow::FrameTimes) | None => {
                false
            }
        };
        self.window = self.window.filter(|_| stays);
    }
}

fn question_ui(ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
    let choice: Option<Choice> = match state.dialog() {
        None => None,
        Some(Dialog::Unsaved(then)) => questions::unsaved(ctx, state, then),
        Some(Dialog::ChangedOnDisk(file)) => questions::changed_on_disk(ctx, file),
        Some(Dialog::Exists(file)) => questions::exists(ctx, file),
        Some(Dialog::Consent { file, cautions, .. }) => questions::consent(ctx, file, cautions),
        Some(Dialog::Export(dialog)) => export::ui(ctx, state, dialog, inputs),
        Some(Dialog::ConfirmExport { file, concern }) => questions::confirm_export(ctx, file, concern),
        Some(Dialog::Recovery(found)) => questions::recovery(ctx, found),
        Some(Dialog::Import(dialog)) => {
            import::ui(ctx, state, dialog, inputs);
            None
        }
    };
    inputs.extend(choice.map(|choice| Input::File(FileInput::Answer(choice))));
}

//! The repair dialog: its settings, the preview of each step, and the repair as one undo step.
//!
//! A job computes the repaired mesh while the dialog is open, so applying it takes no time.

mod message;
pub mod settings;

use std::sync::Arc;

use crate::editor::analysis::agent_issues::{self, AgentIssuesKey};
use crate::editor::session::job::{IssuesSnapshot, JobContext, MeshSnapshot};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::{Derived, IdCounts};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::apart::Apart;
use navsmith_formats::check::repair::{MeshFigures, RepairOptions, RepairStep, StepEffect, repair};
use navsmith_formats::check::{AllIssues, Issues, ListedIssues, Severity};
use navsmith_formats::document::Document;
use settings::RepairSettings;

/// Approximate completed shares of a preview: after its steps, its search, and the count of issues.
const STEPS: f32 = 0.7;
const SEARCHED: f32 = 0.8;
const COUNTED: f32 = 0.9;

/// Ground shown around one place: a fraction of the diagonal of the mesh, and a minimum in metres.
const PART_AROUND: f32 = 0.02;
const LEAST_AROUND: f32 = 0.25;

/// Numbers of a mesh before or after a repair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepairFigures {
    /// Sizes of the mesh.
    pub mesh: MeshFigures,
    /// Number of issues of each severity in the panel of issues, the worst first.
    pub issues: [usize; Severity::ALL.len()],
}

/// Result of a repair before it is applied.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairPreview {
    /// The effect of each step that runs, in order.
    pub effects: Vec<StepEffect>,
    /// The mesh before the repair.
    pub before: RepairFigures,
    /// The mesh after the repair.
    pub after: RepairFigures,
    /// Number of ignored issues, which the repair leaves as they are.
    pub ignored: usize,
    /// Whether another repair would change nothing.
    pub is_complete: bool,
    /// Whether the repaired mesh may have errors that are not listed.
    pub may_lack_errors: bool,
    /// Steps that do not run on this mesh, as a clause.
    pub skipped: Option<String>,
    /// The islands that are left, and what separates them.
    pub apart: Apart,
    /// Searches for issues after the repair that do not list all, in sentences without a full stop.
    pub unlisted: Vec<String>,
    repaired: LoadedDocument,
}

impl RepairPreview {
    /// Returns the number of changes of all steps.
    pub fn change_count(&self) -> usize {
        self.effects.iter().map(|effect| effect.changes).sum()
    }

    /// Returns the effect of a step; `None` if it does not run.
    pub fn effect(&self, step: RepairStep) -> Option<&StepEffect> {
        self.effects.iter().find(|effect| effect.step == step)
    }
}

/// State of the repair dialog.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct RepairView {
    is_open: bool,
    settings: RepairSettings,
    /// The settings of the user, while the dialog shows a single step.
    own_settings: Option<RepairSettings>,
    /// The step under the pointer.
    pointed: Option<RepairStep>,
    selected: Option<RepairStep>,
    /// Index of the framed place of the selected step.
    place: Option<usize>,
    /// Width of the views that the dialog covers at the right, in pixels.
    covered: f32,
}

impl RepairView {
    fn restore_settings(&mut self) {
        if let Some(own) = self.own_settings.take() {
            self.settings = own;
        }
    }
}

/// Key of the preview.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct RepairKey {
    document: Document,
    ground: MeshSnapshot,
    issues: IssuesSnapshot,
    /// Search for the issues of the agent; `None` until the triangles of the levels are collected.
    agent: Option<AgentIssuesKey>,
    options: RepairOptions,
    given: IdCounts,
}

/// User input about the repair dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum RepairInput {
    /// Changes the settings.
    Set(RepairSettings),
    /// Marks the places of a step while the pointer is on it.
    Point(Option<RepairStep>),
    /// Selects a step, marks its places and frames them.
    Select(RepairStep),
    /// Frames one place of the selected step.
    Frame(usize),
    /// Sets the width of the views that the dialog covers at the right, in pixels.
    Cover(f32),
    /// Stops the computation of the preview.
    Stop,
    /// Starts the computation of the preview again.
    Resume,
    /// Repairs the mesh as one undo step, and closes the dialog.
    Apply,
    /// Closes the dialog without a repair.
    Close,
}

impl Analysis for RepairKey {
    type Value = RepairPreview;

    const TITLE: &'static str = "previewing the repair";

    fn when(state: &State) -> When {
        if state.repair.is_open { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        let agent = AgentIssuesKey::key(state);
        let levels = agent.as_ref().and_then(AgentIssuesKey::levels);
        Some(Self {
            document: state.document().clone(),
            ground: state.mesh_snapshot(),
            agent,
            issues: IssuesSnapshot(state.shared_issues()),
            options: RepairOptions {
                levels,
                max_climb: agent_issues::limits(state).agent.max_climb,
                ..state.repair.settings.options(state.document())
            },
            given: state.given(),
        })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<RepairPreview, Stopped> {
        let IssuesSnapshot(issues) = &self.issues;
        let steps = progress.stage("repairing", 0.0..STEPS);
        let repaired = repair(&self.ground.mesh, &self.options, self.given, &steps)?;
        let document = self.document.with_mesh(repaired.mesh);
        let ground =
            MeshSnapshot { derived: Arc::new(Derived::build(&document.mesh)), mesh: document.mesh.clone() };
        let searched = progress.part(STEPS..SEARCHED);
        let weld_distance = issues.limits().weld_distance;
        let loaded =
            LoadedDocument::with_derived(document, Arc::clone(&ground.derived), weld_distance, &searched)?;
        let counted = progress.stage("counting issues", SEARCHED..COUNTED);
        let before = (&self.document, &self.ground, &**issues);
        let (before, unlisted) = self.figures(before, &counted.part(0.0..0.5))?;
        let after = loaded
            .issues()
            .map(|issues| self.figures((&loaded.document, &ground, issues), &counted.part(0.5..1.0)));
        let (after, unlisted) = after.transpose()?.unwrap_or((before, unlisted));
        let apart = progress.stage("comparing islands", COUNTED..1.0);
        let apart = Apart::of(&loaded.document, &ground.derived, &self.options, &apart)?;
        Ok(RepairPreview {
            effects: repaired.effects,
            before,
            after,
            ignored: repaired.ignored,
            is_complete: repaired.is_complete,
            may_lack_errors: repaired.may_lack_errors,
            skipped: self.options.skipped_on(&self.ground.mesh),
            apart,
            unlisted,
            repaired: loaded,
        })
    }
}

impl RepairKey {
    /// Returns the figures of a document, whose mesh has these derived data and issues.
    ///
    /// Also returns a sentence for each search that does not list all issues.
    fn figures(
        &self,
        (document, ground, issues): (&Document, &MeshSnapshot, &Issues),
        progress: &Progress,
    ) -> Result<(RepairFigures, Vec<String>), Stopped> {
        let limits = *issues.limits();
        let of_document = ListedIssues::of_document(document, &ground.derived, &limits);
        let of_agent = self.agent.as_ref().map(|agent| agent.find_in(ground, &progress.part(0.0..0.5)));
        let of_agent = of_agent.transpose()?;
        let exports =
            ListedIssues::of_targets(document, || issues.iter(), &limits, &progress.part(0.5..1.0))?;
        let all = AllIssues {
            mesh: issues,
            document: Some(&of_document),
            agent: of_agent.as_ref(),
            exports: Some(&exports),
        };
        let figures = RepairFigures {
            mesh: MeshFigures::of(&ground.mesh, ground.derived.islands.len(), limits),
            issues: Severity::counts(all.iter().filter(|issue| !document.ignored.contains(issue))),
        };
        Ok((figures, all.stopped().collect()))
    }
}

/// Whether the repair dialog is open.
pub fn is_open(state: &State) -> bool {
    state.repair.is_open
}

/// Returns the settings of the dialog.
pub fn settings(state: &State) -> &RepairSettings {
    &state.repair.settings
}

/// Returns the preview for the present mesh and settings; `None` until it is computed.
pub fn preview(state: &State) -> Option<&RepairPreview> {
    state.known::<RepairKey>()
}

/// Returns the last preview, which may be that of earlier settings; `None` until the first is computed.
pub fn latest_preview(state: &State) -> Option<&RepairPreview> {
    state.analyses.repair.latest()
}

/// Returns the number of the job that computes the preview.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.repair.running()
}

/// Whether the user stopped the computation of the preview.
pub fn is_given_up(state: &State) -> bool {
    state.analyses.repair.is_stopped()
}

/// Returns the step under the pointer.
pub fn pointed(state: &State) -> Option<RepairStep> {
    state.repair.pointed
}

/// Returns the selected step.
pub fn selected(state: &State) -> Option<RepairStep> {
    state.repair.selected
}

/// Returns the width of the views that the dialog covers at the right, in pixels.
pub fn covered(state: &State) -> f32 {
    state.repair.covered
}

/// Returns the index of the framed place of the selected step.
pub fn framed_place(state: &State) -> Option<usize> {
    state.repair.place
}

/// Returns the positions that the repair changes: those of the pointed or selected step, or all.
pub(in crate::editor) fn places(state: &State) -> impl Iterator<Item = Vec3> {
    let step = state.repair.pointed.or(state.repair.selected);
    let effects = preview(state).filter(|_| is_open(state)).into_iter().flat_map(|found| &found.effects);
    let effects = effects.filter(move |effect| step.is_none_or(|step| effect.step == step));
    effects.flat_map(|effect| effect.places.iter().copied())
}

/// Opens the dialog with the settings of the user; its preview starts.
pub(in crate::editor) fn open(editor: &mut Editor) {
    let view = &mut editor.settled().state.repair;
    view.restore_settings();
    view.is_open = true;
    editor.follow_analyses();
}

/// Opens the dialog with a single step and at least a tolerance in metres; its preview starts.
///
/// The settings of the user return when it closes.
pub(in crate::editor) fn open_at(editor: &mut Editor, step: RepairStep, least: f32) {
    editor.settled().state.repair.restore_settings();
    let present = editor.state.repair.settings.options(editor.document()).tolerance;
    let view = &mut editor.state.repair;
    let own = view.settings.clone();
    view.settings.steps = own.steps.iter().map(|&(other, _)| (other, other == step)).collect();
    if least > present {
        view.settings.tolerance = Some(least);
    }
    (view.own_settings, view.selected, view.place) = (Some(own), Some(step), None);
    view.is_open = true;
    editor.follow_analyses();
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: RepairInput) {
    let view = &mut editor.state.repair;
    match input {
        RepairInput::Set(settings) if settings.is_valid() => view.settings = settings,
        RepairInput::Set(_) => {}
        RepairInput::Point(step) => view.pointed = step,
        RepairInput::Select(step) => {
            (view.selected, view.place) = (Some(step), None);
            let bounds = Bounds::of(places_of(editor, step).iter().copied());
            frame(&mut editor.state, bounds);
        }
        RepairInput::Frame(index) => frame_place(&mut editor.state, index),
        RepairInput::Cover(width) => view.covered = width,
        RepairInput::Stop => editor.cancel::<RepairKey>(),
        RepairInput::Resume => editor.resume::<RepairKey>(),
        RepairInput::Apply => apply(editor),
        RepairInput::Close => close(editor),
    }
}

fn places_of(state: &State, step: RepairStep) -> &[Vec3] {
    preview(state).and_then(|found| found.effect(step)).map_or(&[], |effect| &effect.places)
}

fn frame_place(state: &mut State, index: usize) {
    let Some(&at) = selected(state).and_then(|step| places_of(state, step).get(index)) else { return };
    state.repair.place = Some(index);
    frame(state, Bounds::of([at]));
}

/// Shows a box in the views with the ground around it, unless it is empty.
fn frame(state: &mut State, bounds: Bounds) {
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return;
    }
    let mesh = state.mesh().bounds();
    let part = mesh.min.distance(mesh.max) * PART_AROUND;
    let around = Vec3::splat(if part.is_finite() { part.max(LEAST_AROUND) } else { LEAST_AROUND });
    let around = Bounds { min: bounds.min - around, max: bounds.max + around };
    state.views.frame(&around, state.repair.covered);
}

/// Closes the dialog and frees its preview; the settings of the user stay.
fn close(editor: &mut Editor) {
    editor.forget::<RepairKey>();
    editor.state.repair.restore_settings();
    let settings = std::mem::take(&mut editor.state.repair.settings);
    editor.state.repair = RepairView { settings, ..RepairView::default() };
}

fn apply(editor: &mut Editor) {
    let Some(found) = preview(editor).filter(|found| is_open(editor) && found.change_count() > 0).cloned()
    else {
        return;
    };
    let message = message::describe(&found);
    close(editor);
    editor.edit_document("Repair", found.repaired);
    editor.say(message);
}

//! `navsmith render`: a picture of a mesh, with a path and a step of its search.
//!
//! It drives the editor without a window, so the picture shows what the window would show.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::Done;
use super::args::render::{Frame, RenderArguments};
use super::load::load;
use super::output::{in_lines, json, unsaved};
use crate::editor::edits::problems::{IssueInput, shown_with};
use crate::editor::files::file::{FileInput, unanswered};
use crate::editor::files::reply::{FileContent, FileFailure, FileReply};
use crate::editor::interaction::input::Input;
use crate::editor::levels::files::{self as levels, LevelFile};
use crate::editor::queries::stepping::StepInput;
use crate::editor::session::command::Command;
use crate::editor::session::effect::Effect;
use crate::editor::session::job::JobContext;
use crate::editor::session::options::{Coloring, Options};
use crate::editor::session::picture::PictureSettings;
use crate::editor::session::request::{FileRequest, ReadPurpose};
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::Role;
use crate::editor::{Editor, State};
use crate::picture::shape::VectorPicture;
use crate::picture::{drawing, encode};
use crate::theme::color::Color;
use crate::theme::palette::palette;
use crate::theme::role;
use navsmith_core::geometry::{Bounds, Vec2, at_height};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::progress::Progress;
use navsmith_formats::check::Issue;
use navsmith_formats::document::{Document, NamedQuery, enumeration};
use navsmith_formats::io::file::{self, Stamp};
use navsmith_formats::io::levels::{LevelError, read_level_of};
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::{FileRef, Format, NotLocal, PNG, SVG, list};

#[derive(Serialize)]
struct Rendered {
    width: f32,
    height: f32,
    bytes: usize,
    /// Stage and number of the shown step; `null` for the finished path.
    stage: Option<&'static str>,
    step: Option<usize>,
    steps: Option<usize>,
    caption: Option<String>,
    notes: Vec<String>,
}

pub(super) fn run(arguments: &RenderArguments) -> Result<Done, String> {
    let out = &arguments.out;
    let Some(format) = Format::of_name(out).filter(|format| format.is_picture) else {
        let formats = list([&SVG, &PNG].into_iter());
        return Err(format!("{} does not end like a picture: {formats}; rename it", out.display()));
    };
    if !arguments.is_forced && !can_replace(out) {
        let shown = out.display();
        return Err(format!(
            "{shown} was not replaced: it is no picture; --force replaces it, or write to another file"
        ));
    }
    let mut notes = Vec::new();
    let (mut editor, left_out) = open(arguments, &mut notes)?;
    if arguments.step.is_some() || arguments.stage.is_some() {
        go_to_step(&mut editor, arguments, &mut notes)?;
    }
    let picture = draw(&mut editor, arguments, &mut notes)?;
    let in_out = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
    let bytes = encode(&picture, format, f32::from(arguments.pixel_ratio)).map_err(|error| in_out(&error))?;
    let options = SaveOptions { is_forced: arguments.is_forced, ..SaveOptions::default() };
    let saved = save(out, &bytes, &options).map_err(|error| unsaved(&error))?;
    let (stage, local) = editor.stage().unzip();
    let rendered = Rendered {
        width: picture.size.x,
        height: picture.size.y,
        bytes: bytes.len(),
        stage: stage.map(Stage::name),
        step: local.map(|local| local + 1),
        steps: stage.map(|stage| editor.trace().count(stage)),
        caption: editor.event().map(|event| editor.document().worded(event.caption())),
        notes,
    };
    let shown = out.display().to_string();
    let text = if arguments.how.json { json(&rendered)? } else { rendered.text(&shown) };
    let asides = saved.warning(out).into_iter().chain(left_out).collect();
    Ok(Done { asides, is_written: true, ..Done::found(text) })
}

/// Number of bytes at the start of an SVG that contain its first element.
const HEAD: u64 = 1024;

/// Whether a file can be replaced by a picture: it is one, is empty or does not exist.
///
/// Saving reports all other problems, so a file that cannot be read counts as replaceable.
fn can_replace(path: &Path) -> bool {
    let is_picture = |head: Vec<u8>| {
        head.is_empty()
            || head.starts_with(b"\x89PNG\r\n\x1a\n")
            || String::from_utf8_lossy(&head).contains("<svg")
    };
    file::head(path, HEAD).is_none_or(is_picture)
}

impl Rendered {
    fn text(&self, out: &str) -> String {
        let mut lines = vec![format!("wrote {out}: {} by {}", self.width, self.height)];
        if let (Some(stage), Some(step), Some(steps), Some(caption)) =
            (self.stage, self.step, self.steps, &self.caption)
        {
            lines.push(format!("{stage} {step} of {steps}: {caption}"));
        }
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        in_lines(&lines)
    }
}

/// Opens the file as the window does, with the query to show as the only one.
///
/// Returns a line about the ground that was left out, too.
fn open(arguments: &RenderArguments, notes: &mut Vec<String>) -> Result<(Editor, Option<String>), String> {
    let source = &arguments.how.source;
    let loaded = load(source)?;
    loaded.protected.check(&arguments.out).map_err(|error| error.to_string())?;
    let left_out = loaded.left_out_line();
    notes.extend(loaded.notes);
    let query = arguments.query(&loaded.document)?;
    let document = Document { queries: Arc::new(vec![query]), ..loaded.document };
    Ok((opened(document, &source.file, (arguments.coloring, arguments.is_dark()), notes), left_out))
}

/// Opens a document as the window does, and reads its levels.
fn opened(
    document: Document,
    file: &Path,
    (coloring, is_dark): (Coloring, bool),
    notes: &mut Vec<String>,
) -> Editor {
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::File(FileInput::Open(file.into())));
    let request = unanswered(&editor).next_back().map(|(number, _)| number);
    if let Some(number) = request {
        let content = FileContent::Document(document.into(), Some(Stamp::of(&[])));
        editor.handle(Input::File(FileInput::Reply(number, Ok(FileReply::Read(content)))));
    }
    editor.handle(Input::Run(Command::CellMode));
    let options = Options { coloring, is_dark, ..editor.options().clone() };
    editor.handle(Input::SetOptions(options));
    settle(&mut editor, notes);
    notes.extend(unread(&editor));
    editor
}

/// An editor without a window, which draws pictures of a document without a path.
pub(super) struct RenderCanvas(Editor);

impl RenderCanvas {
    /// Opens a document as the window does. Its first query decides on the agent.
    pub(super) fn of(document: Document, file: &Path, notes: &mut Vec<String>) -> Self {
        let settings = document.queries.first().map(|query| query.settings.clone()).unwrap_or_default();
        let query = NamedQuery { settings, ..NamedQuery::default() };
        let document = Document { queries: Arc::new(vec![query]), ..document };
        Self(opened(document, file, (Coloring::Area, false), notes))
    }

    /// Draws a part of the ground.
    pub(super) fn picture(&mut self, bounds: &Bounds, size: Vec2, notes: &mut Vec<String>) -> VectorPicture {
        let mut camera = Camera { size, ..Camera::default() };
        camera.frame(bounds);
        drawn(&mut self.0, camera, PictureSettings { has_legend: false, ..PictureSettings::default() }, notes)
    }

    /// Draws an issue with its elements selected.
    pub(super) fn picture_of_issue(
        &mut self,
        issue: &Issue,
        size: Vec2,
        notes: &mut Vec<String>,
    ) -> VectorPicture {
        self.0.handle(Input::Issue(IssueInput::Frame(issue.clone())));
        let (bounds, _) = shown_with(&self.0, issue);
        self.picture(&bounds, size, notes)
    }
}

/// Returns the colours of the marks in pictures of issues, with their meanings.
pub(super) fn meanings_of_marks() -> Vec<(Color, &'static str)> {
    let marks = [Role::Broken, Role::Remark, Role::Hint, Role::BoundaryGap];
    let of_mark = |role: Role| Some((role::role(role, false).color, role.meaning(None)?.name));
    let selected = (palette(false).accent, "elements of the issue of the picture");
    [selected].into_iter().chain(marks.into_iter().filter_map(of_mark)).collect()
}

/// Returns a note for each visible level that a document alone does not decide to read.
fn unread(state: &State) -> impl Iterator<Item = String> {
    let levels = (0..state.document().levels.len()).filter_map(|index| levels::state(state, index));
    levels.filter(|(level, _)| level.is_visible).filter_map(|(level, file)| {
        let LevelFile::Unread(why) = file else { return None };
        let why = why.as_ref().unwrap_or(&NotLocal::Outside);
        let advice = "copy it into the folder of the document, and give its new path to the level";
        Some(format!("a level is left out: {} {why}; {advice}", level.file))
    })
}

/// Carries out the jobs of the editor until none is left, and reads the levels that the document names.
///
/// Returns whether there were any.
fn settle(editor: &mut Editor, notes: &mut Vec<String>) -> bool {
    let progress = Progress::none();
    let mut are_any = false;
    loop {
        let effects = editor.take_effects();
        let mut is_any = false;
        for effect in effects {
            let input = match effect {
                Effect::Start(job) => {
                    Input::JobDone(job.run(JobContext { progress: &progress, now: &|| 0.0 }))
                }
                Effect::File(number, FileRequest::Read(file, ReadPurpose::Level(document))) => {
                    let document = document.as_ref().map(FileRef::path);
                    let reply = match read_level_of(document, file.path(), &progress) {
                        Ok(content) => Ok(FileReply::Read(FileContent::Level(content))),
                        Err(LevelError::NotLocal { why, .. }) => Err(FileFailure::NotLocal(why)),
                        Err(why) => {
                            notes.push(format!("a level is left out: {why}"));
                            Err(FileFailure::Error(why.to_string()))
                        }
                    };
                    Input::File(FileInput::Reply(number, reply))
                }
                _ => continue,
            };
            editor.handle(input);
            is_any = true;
        }
        if !is_any {
            return are_any;
        }
        are_any = true;
    }
}

/// Goes to the step that the arguments name; `Err` is a sentence.
fn go_to_step(
    editor: &mut Editor,
    arguments: &RenderArguments,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    editor.handle(Input::Step(StepInput::Record));
    settle(editor, notes);
    let stage = arguments.stage.unwrap_or(Stage::Funnel);
    let range = editor.trace().range(stage);
    let wanted = arguments.step.map_or_else(|| range.len(), |step| step as usize);
    if wanted == 0 || wanted > range.len() {
        return Err(no_step(editor, stage, wanted));
    }
    editor.handle(Input::Step(StepInput::SetCursor(range.start + wanted - 1)));
    settle(editor, notes);
    Ok(())
}

fn no_step(state: &State, stage: Stage, wanted: usize) -> String {
    if state.trace().is_empty() {
        return "there are no steps to show, because no path is searched; give --from and --to, or --query"
            .into();
    }
    let counts = TraceKind::Query.stages().map(|stage| (stage.name(), state.trace().count(stage)));
    let counts: Vec<String> =
        counts.filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    let counts = enumeration(&counts);
    match wanted {
        0 => format!("the stage {} has no steps; the numbers of steps are: {counts}", stage.name()),
        _ => format!("the stage {} has no step {wanted}; the numbers of steps are: {counts}", stage.name()),
    }
}

/// Draws the picture in the size and the part of the ground that the arguments name.
fn draw(
    editor: &mut Editor,
    arguments: &RenderArguments,
    notes: &mut Vec<String>,
) -> Result<VectorPicture, String> {
    let settings = PictureSettings {
        has_grid: !arguments.no_grid,
        has_legend: arguments.has_legend,
        has_caption: !arguments.no_caption,
        ..PictureSettings::default()
    };
    let mut size = arguments.size.0;
    size.y -= drawing::caption_height(editor, settings, size.x);
    if size.y < 32.0 {
        return Err("the caption leaves no space for the view; give a larger --size or --no-caption".into());
    }
    let mut camera = Camera { size, ..Camera::default() };
    camera.frame(&bounds(editor, arguments.frame)?);
    Ok(drawn(editor, camera, settings, notes))
}

/// Draws a picture once all values that it shows are computed.
fn drawn(
    editor: &mut Editor,
    camera: Camera,
    settings: PictureSettings,
    notes: &mut Vec<String>,
) -> VectorPicture {
    let picture = drawing::draw(editor, camera, settings);
    // The first picture may have requested values that jobs compute.
    editor.handle(Input::Tick(0.0));
    if settle(editor, notes) { drawing::draw(editor, camera, settings) } else { picture }
}

fn bounds(state: &State, frame: Frame) -> Result<Bounds, String> {
    match frame {
        Frame::Mesh => Ok(state.document().mesh.bounds()),
        Frame::Path => {
            let path = state.answer().and_then(Answer::path);
            let path = path.ok_or("there is no path to show; give --frame mesh")?;
            Ok(Bounds::of(path.waypoints.iter().map(|waypoint| waypoint.point)))
        }
        Frame::Corners(corners) => Ok(Bounds::of(corners.map(|corner| at_height(corner, 0.0)))),
    }
}

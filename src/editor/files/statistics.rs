//! Statistics of the document, beside those of the document that it is compared with.

use std::sync::Arc;

use crate::editor::elements::entity;
use crate::editor::files::comparison::{self, OtherDocument};
use crate::editor::session::effect::Message;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::options::{Coloring, Options};
use crate::editor::session::pick::Element;
use crate::editor::session::selection::Selection;
use crate::editor::{Editor, State};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::statistics::histogram::MeasureStatistics;
use navsmith_formats::document::statistics::{Measure, matching};

/// Maximum number of cells that are measured at first use.
const LARGE: usize = 20_000;

/// State of the statistics.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct StatisticsView {
    /// Measure that is shown.
    measure: Measure,
    /// Bounds of the bar that was chosen last.
    bar: Option<[f64; 2]>,
    /// The selection of its elements, if they were selected.
    selection: Option<Selection>,
}

/// Key of the statistics of a measure.
#[derive(Clone, Debug)]
pub(in crate::editor) struct StatisticsKey {
    ground: MeshSnapshot,
    measure: Measure,
    other: Option<Arc<OtherDocument>>,
}

impl PartialEq for StatisticsKey {
    /// Compares the other document by its identity, because it does not change.
    fn eq(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|key| key.other.as_ref().map(Arc::as_ptr));
        own == others && self.measure == other.measure && self.ground == other.ground
    }
}

/// User input about statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsInput {
    /// Shows the histogram of a measure.
    Show(Measure),
    /// Chooses a bar of the histogram, and selects the elements whose values are in it.
    SelectBar(usize),
    /// Chooses the bar after the chosen one, or before it; without one, the first bar.
    StepBar {
        /// Whether it is the bar after the chosen one.
        is_forward: bool,
    },
}

impl Analysis for StatisticsKey {
    type Value = MeasureStatistics;

    const TITLE: &'static str = "measuring the mesh";

    fn when(state: &State) -> When {
        let other = comparison::other(state).map_or(0, |other| other.document.mesh.cell_count());
        if other > LARGE { When::AfterFirstUse } else { When::for_cells(state, LARGE, When::AfterFirstUse) }
    }

    fn key(state: &State) -> Option<Self> {
        let (measure, other) = (state.statistics.measure, comparison::shared_other(state));
        Some(Self { ground: state.mesh_snapshot(), measure, other })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<MeasureStatistics, Stopped> {
        let mut meshes = vec![(&self.ground.mesh, &self.ground.derived.adjacency)];
        meshes.extend(self.other.as_ref().map(|other| (&other.document.mesh, &other.derived().adjacency)));
        MeasureStatistics::of(self.measure, &meshes, progress)
    }
}

/// Returns the measure that is shown.
pub fn measure(state: &State) -> Measure {
    state.statistics.measure
}

/// Returns the statistics of the document; `None` until they are computed.
///
/// They contain those of the document that it is compared with, as the second mesh.
pub fn found(state: &State) -> Option<&MeasureStatistics> {
    state.value::<StatisticsKey>()
}

/// Returns the chosen bar of the histogram; `None` without one, or if the bars have changed.
pub fn chosen_bar(state: &State) -> Option<usize> {
    let chosen = state.statistics.bar?;
    found(state)?.bounds.windows(2).position(|bounds| bounds == chosen)
}

/// Whether the elements of the chosen bar are selected.
pub fn is_bar_selected(state: &State) -> bool {
    state.statistics.selection.as_ref() == Some(state.selection())
}

/// Returns the number of the job while the mesh is measured.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.statistics.running()
}

/// Whether the user stopped the job, so that the statistics are computed only on request.
pub fn is_stopped(state: &State) -> bool {
    state.analyses.statistics.is_stopped()
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: StatisticsInput) {
    match input {
        StatisticsInput::Show(measure) => {
            (editor.state.statistics.measure, editor.state.statistics.bar) = (measure, None);
            editor.state.statistics.selection = None;
            if let Coloring::Measure(_) = editor.state.session.options.coloring {
                let coloring = Coloring::Measure(measure);
                editor.set_options(Options { coloring, ..editor.state.session.options.clone() });
            }
            editor.request::<StatisticsKey>();
        }
        StatisticsInput::SelectBar(bar) => {
            choose_bar(&mut editor.state, bar);
            select_bar(editor, bar);
        }
        StatisticsInput::StepBar { is_forward } => step_bar(&mut editor.state, is_forward),
    }
}

fn step_bar(state: &mut State, is_forward: bool) {
    let Some(last) = found(state).and_then(|found| found.bounds.len().checked_sub(2)) else { return };
    let bar = match chosen_bar(state) {
        Some(bar) if is_forward => (bar + 1).min(last),
        bar => bar.unwrap_or(0).saturating_sub(1),
    };
    choose_bar(state, bar);
}

fn choose_bar(state: &mut State, bar: usize) {
    let bounds = found(state).and_then(|found| Some([*found.bounds.get(bar)?, *found.bounds.get(bar + 1)?]));
    (state.statistics.bar, state.statistics.selection) = (bounds, None);
}

/// Selects the visible elements whose values are in a bar.
///
/// These are edges for measures of edges and portals, and cells otherwise.
fn select_bar(editor: &mut Editor, bar: usize) {
    let Some(found) = found(editor) else { return };
    let mesh = (editor.mesh(), &editor.derived().adjacency);
    let (cells, edges) = matching(mesh, found.measure, |value| found.bar_of(value) == bar);
    let elements = cells.into_iter().map(Element::Cell).chain(edges.into_iter().map(Element::Edge));
    let visible: Vec<Element> =
        elements.filter(|&element| !entity::is_element_hidden(editor, element)).collect();
    if visible.is_empty() {
        return editor.say(Message::info("Nothing visible has such a value. Choose another bar."));
    }
    editor.state.select(visible);
    editor.state.statistics.selection = Some(editor.state.session.selection.clone());
}

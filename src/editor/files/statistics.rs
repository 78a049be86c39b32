//! Statistics of the document, beside those of the document that it is compared with.

use std::sync::Arc;

use crate::document::statistics::histogram::MeasureStatistics;
use crate::document::statistics::table::{in_lines, of_areas, of_islands, quoted};
use crate::document::statistics::{Measure, matching};
use crate::editor::Editor;
use crate::editor::edits::area;
use crate::editor::elements::{entity, islands};
use crate::editor::files::comparison::{self, OtherDocument};
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Memo, When, memo_at};
use crate::editor::session::options::{Coloring, Options};
use crate::editor::session::pick::Element;
use crate::progress::Stopped;

/// Maximum number of cells that are measured at first use.
const LARGE: usize = 20_000;

/// State of the statistics.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct StatisticsView {
    /// Measure that is shown.
    measure: Measure,
    memo: Memo<StatisticsKey>,
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
    /// Selects the elements whose values are in a bar of the histogram.
    SelectBar(usize),
}

impl Analysis for StatisticsKey {
    type Value = MeasureStatistics;

    const TITLE: &'static str = "measuring the mesh";

    memo_at!(statistics.memo);

    fn when(editor: &Editor) -> When {
        let other = comparison::other(editor).map_or(0, |other| other.document.mesh.cell_count());
        if other > LARGE { When::AfterFirstUse } else { When::for_cells(editor, LARGE, When::AfterFirstUse) }
    }

    fn key(editor: &Editor) -> Option<Self> {
        let (measure, other) = (editor.statistics.measure, comparison::shared_other(editor));
        Some(Self { ground: editor.mesh_snapshot(), measure, other })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<MeasureStatistics, Stopped> {
        let mut meshes = vec![(&self.ground.mesh, &self.ground.derived.adjacency)];
        meshes.extend(self.other.as_ref().map(|other| (&other.document.mesh, &other.derived().adjacency)));
        MeasureStatistics::of(self.measure, &meshes, progress)
    }
}

/// Returns the measure that is shown.
pub fn measure(editor: &Editor) -> Measure {
    editor.statistics.measure
}

/// Returns the statistics of the document; `None` until they are computed.
///
/// They contain those of the document that it is compared with, as the second mesh.
pub fn found(editor: &Editor) -> Option<&MeasureStatistics> {
    editor.value::<StatisticsKey>()
}

/// Returns the number of the job while the mesh is measured.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.statistics.memo.running()
}

/// Whether the user stopped the job, so that the statistics are computed only on request.
pub fn is_stopped(editor: &Editor) -> bool {
    editor.statistics.memo.is_stopped()
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: StatisticsInput) {
    match input {
        StatisticsInput::Show(measure) => {
            editor.statistics.measure = measure;
            if let Coloring::Measure(_) = editor.options.coloring {
                let coloring = Coloring::Measure(measure);
                editor.set_options(Options { coloring, ..editor.options.clone() });
            }
            editor.request::<StatisticsKey>();
        }
        StatisticsInput::SelectBar(bar) => select_bar(editor, bar),
    }
}

/// Selects the visible elements whose values are in a bar.
///
/// These are edges for measures of edges and portals, and cells otherwise.
fn select_bar(editor: &mut Editor, bar: usize) {
    let Some(found) = found(editor) else { return };
    let mesh = (&editor.document.mesh, &editor.derived.adjacency);
    let (cells, edges) = matching(mesh, found.measure, |value| found.bar_of(value) == bar);
    let elements = cells.into_iter().map(Element::Cell).chain(edges.into_iter().map(Element::Edge));
    let visible: Vec<Element> =
        elements.filter(|&element| !entity::is_element_hidden(editor, element)).collect();
    if visible.is_empty() {
        return editor.say(Message::info("Nothing visible has such a value. Choose another bar."));
    }
    editor.select(visible);
}

/// Copies the histogram as comma-separated values.
pub(in crate::editor) fn copy(editor: &mut Editor) {
    let Some(found) = found(editor) else {
        return editor.say(Message::info("The mesh is being measured. Copy the statistics afterwards."));
    };
    let other = comparison::other(editor).map(|other| quoted(&format!("count of {}", other.name)));
    let columns = ["measure", "unit", "from", "to", "count"].map(str::to_owned).into_iter().chain(other);
    let text = in_lines(&columns.collect::<Vec<_>>().join(","), found.csv_lines());
    copy_text(editor, text, "the histogram");
}

/// Copies the list of islands as comma-separated values, in its order.
pub(in crate::editor) fn copy_islands(editor: &mut Editor) {
    let all = editor.derived.islands.all();
    let rows = islands::sorted_rows(editor).into_iter();
    let rows = rows.filter_map(|row| Some((row.id, all.get(row.id.0 as usize)?)));
    let text = of_islands(rows);
    copy_text(editor, text, "the islands");
}

/// Copies the list of areas as comma-separated values, in its order.
pub(in crate::editor) fn copy_areas(editor: &mut Editor) {
    let rows = area::sorted_rows(editor).into_iter();
    let rows = rows.filter_map(|row| Some((row.id, &*editor.document.area(row.id)?.name, row.sum)));
    let text = of_areas(rows);
    copy_text(editor, text, "the areas");
}

fn copy_text(editor: &mut Editor, text: String, what: &str) {
    editor.ask_outside(Effect::Copy(text));
    editor.say(Message::info(format!("Copied {what} as comma-separated values.")));
}

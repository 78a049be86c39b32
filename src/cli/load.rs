//! Reading the input file of a subcommand.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use super::args::file::{SourceArguments, Welding};
use super::input::{is_standard, open_input};
use super::output::{mesh_sizes, one_of, plain_count, say_detail, shortened};
use navsmith_core::geometry::UpAxis;
use navsmith_core::navmesh::{WeldOptions, WeldReport, weld_mesh};
use navsmith_formats::document::{Document, noun};
use navsmith_formats::io::scene::{ImportScene, Item};
use navsmith_formats::io::{
    self, Evidence, FileRef, ImportDefaults, Imported, Opened, PassedOver, Placement, ProtectedFiles, REMEDY,
    SceneFacing, UpEvidence, open,
};

#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) document: Document,
    pub(super) format: &'static str,
    pub(super) report: WeldReport,
    /// Why the items were imported as a navigation mesh or as a level.
    ///
    /// `None` for a file without items, and if the options decide.
    pub(super) evidence: Option<Evidence>,
    /// Reason for the up axis.
    pub(super) up: UpEvidence,
    /// Clause about the ground that was left out; `None` if there is none.
    pub(super) left_out: Option<String>,
    /// Ground that was left out although the options do not request it, in clauses.
    pub(super) lost: Vec<String>,
    /// Further notes on the import, in sentences.
    pub(super) notes: Vec<String>,
    /// Files that the document is read from.
    ///
    /// Only the first input may be replaced, and only if it was read as a whole.
    pub(super) protected: ProtectedFiles,
    /// Whether no mesh and no cell of the file was left out on purpose.
    pub(super) is_whole: bool,
}

impl Loaded {
    /// Returns a document as read, with its format.
    pub(super) fn of(document: Document, format: &'static str) -> Self {
        Self {
            document,
            format,
            report: WeldReport::default(),
            evidence: None,
            up: UpEvidence::Plain,
            left_out: None,
            lost: Vec::new(),
            notes: Vec::new(),
            protected: ProtectedFiles::default(),
            is_whole: true,
        }
    }

    /// Returns the ground that is missing, in clauses, and the up axis if it is unclear.
    ///
    /// That is all of it, or a part that the options do not exclude.
    pub(super) fn missing(&self) -> impl Iterator<Item = String> {
        let is_empty = self.document.mesh.cell_count() == 0;
        let empty = is_empty.then(|| match &self.left_out {
            Some(left_out) => format!("the mesh has no cells; {left_out}"),
            None => "the mesh has no cells".into(),
        });
        empty.into_iter().chain(self.lost.iter().cloned()).chain(self.unclear_axis())
    }

    /// Returns a clause about an up axis that is unclear; `None` if it is clear.
    pub(super) fn unclear_axis(&self) -> Option<String> {
        let clause = self.up.clause().filter(|_| matches!(self.up, UpEvidence::Unclear(_)))?;
        Some(format!("{clause}; state the up axis with --up"))
    }

    /// Adds the reason for the up axis, with a note if it was detected.
    fn with_up(mut self, up: UpEvidence) -> Self {
        self.up = up;
        self.notes.extend(self.axis_clause());
        self
    }

    /// Returns a clause about the up axis that was detected; `None` if there is no doubt.
    pub(super) fn axis_clause(&self) -> Option<String> {
        let other = if self.up.other()? == UpAxis::Z { "z" } else { "y" };
        Some(format!("{} (--up {other} for the other axis)", self.up.clause()?))
    }

    /// Returns a line about the ground that was left out; `None` if there is none.
    pub(super) fn left_out_line(&self) -> Option<String> {
        self.left_out.as_ref().map(|left_out| format!("this ground was {left_out}; navsmith info states why"))
    }

    /// Adds the results of a weld to those of reading.
    fn welded(mut self, report: WeldReport, options: &WeldOptions, is_default_slope: bool) -> Self {
        self.left_out = io::left_out(&report, options.max_slope);
        self.is_whole &= report.too_steep + report.undersides == 0;
        let advice = if is_default_slope && report.too_steep + report.undersides > 0 {
            "; --max-slope 180 keeps all"
        } else {
            ""
        };
        self.notes.extend(self.left_out.iter().map(|left_out| format!("{left_out}{advice}")));
        if is_default_slope && report.lost_connections + report.ceiling_connections > 0 {
            self.left_out = self.left_out.map(|left_out| left_out + "; --max-slope 180 keeps them");
        }
        self.lost = io::lost(&report, options, is_default_slope);
        self.report = report;
        self
    }

    /// Adds ground that faces down to the ground that was left out.
    fn with_facing(mut self, facing: SceneFacing) -> Self {
        let Some(clause) = facing.clause().filter(|_| self.report.undersides > 0) else { return self };
        let advice = format!("{clause}; {REMEDY} (--mirror x or --turn-over)");
        self.left_out = self.left_out.map(|left_out| format!("{left_out}; {advice}"));
        let faces = noun(self.report.undersides, "faces", "face");
        let was = noun(self.report.undersides, "was", "were");
        let cells = plain_count(self.report.undersides, "cell", "cells");
        self.lost.retain(|lost| !lost.starts_with(&format!("{cells} that {faces} down ")));
        let area = self.report.undersides_area;
        self.lost.push(format!("{cells} that {faces} down ({area:.2} m²) {was} left out; {advice}"));
        self
    }

    /// Protects the levels of the document, which is read from a file.
    fn protecting_levels(mut self, file: &FileRef) -> Self {
        self.protected.extend(ProtectedFiles::levels_of(&self.document, Some(file)));
        self
    }
}

/// Polygons that importing or welding left out, and vertices that no kept polygon uses.
#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::cli) struct DroppedContent {
    degenerate: usize,
    duplicates: usize,
    non_finite: usize,
    too_steep: usize,
    /// Area of these cells in space, in m².
    too_steep_area: f64,
    /// Number of connections between other cells that only these cells made.
    lost_connections: usize,
    /// Number of further connections that only surfaces made that face down.
    ceiling_connections: usize,
    /// Number of cells that face down, such as undersides of solids.
    undersides: usize,
    /// Area of these cells in space, in m².
    undersides_area: f64,
    out_of_range: usize,
    unused_vertices: usize,
}

impl From<WeldReport> for DroppedContent {
    fn from(report: WeldReport) -> Self {
        Self {
            degenerate: report.degenerate,
            duplicates: report.duplicates,
            non_finite: report.non_finite,
            too_steep: report.too_steep,
            too_steep_area: report.too_steep_area,
            lost_connections: report.lost_connections,
            ceiling_connections: report.ceiling_connections,
            undersides: report.undersides,
            undersides_area: report.undersides_area,
            out_of_range: report.out_of_range,
            unused_vertices: report.unused_vertices,
        }
    }
}

impl DroppedContent {
    /// Returns a description of the dropped elements; `None` if there are none.
    pub(in crate::cli) fn describe(&self) -> Option<String> {
        let counts = [
            (self.degenerate, "degenerate cells"),
            (self.duplicates, "duplicate cells"),
            (self.non_finite, "cells with a position that is not a finite number"),
            (self.too_steep, "cells that are too steep"),
            (self.undersides, "cells that face down"),
            (self.out_of_range, "cells with a corner that has no position"),
            (self.unused_vertices, "vertices that no cell uses"),
        ];
        let parts: Vec<String> =
            counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what}: {n}")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Reads a file; welds it if it is a level or the options request it.
pub(super) fn load(source: &SourceArguments) -> Result<Loaded, String> {
    let opened = open_input(&source.file, source.reading.input_format)?;
    if !matches!(opened, Opened::Scene { .. }) && !source.reading.nodes.is_empty() {
        let shown = source.file.display();
        return Err(format!(
            "{shown}: --node applies to levels only (glTF, PLY, STL, Godot scenes, and OBJ of other programs)"
        ));
    }
    let file = FileRef::from(source.file.clone());
    let mut loaded = load_opened(source, opened)?.protecting_levels(&file);
    if source.reading.is_closed_surface {
        loaded.document.mesh = std::mem::take(&mut loaded.document.mesh).with_closed_surface(true);
    }
    let ProtectedFiles { files, replaceable, .. } = &mut loaded.protected;
    let kept = if loaded.is_whole { replaceable } else { files };
    if !is_standard(&source.file) {
        kept.push(file);
    }
    Ok(loaded)
}

/// Reads a file to add to another one like [`load`]; nodes are chosen only if it is a level.
pub(super) fn load_added(source: &SourceArguments) -> Result<Loaded, String> {
    let opened = open(&source.file).map_err(|error| error.to_string())?;
    let file = FileRef::from(source.file.clone());
    let mut loaded = load_opened(source, opened)?.protecting_levels(&file);
    loaded.protected.files.push(file);
    Ok(loaded)
}

fn load_opened(source: &SourceArguments, opened: Opened) -> Result<Loaded, String> {
    let loaded = placed_or_imported(source, opened)?;
    let mesh = &loaded.document.mesh;
    let sizes = mesh_sizes(mesh.vertex_count(), mesh.cell_count());
    say_detail(&format!("read {} as {}: {sizes}", source.file.display(), loaded.format));
    Ok(loaded)
}

fn placed_or_imported(source: &SourceArguments, opened: Opened) -> Result<Loaded, String> {
    let format = opened.format().name;
    // A document has Y up by definition, so its axis is not detected.
    let of_document = Placement { up: source.placement().up.or(Some(UpAxis::Y)), ..source.placement() };
    match opened {
        Opened::Scene { scene, .. } => import(&scene, format, source),
        Opened::Document { document, notes, .. } => {
            let mut loaded = placed(&document, format, source, of_document)?;
            loaded.notes.splice(0..0, notes);
            Ok(loaded)
        }
        Opened::Mesh { document, notes, .. } => {
            let mut loaded = placed(&document, format, source, source.placement())?;
            loaded.notes.splice(0..0, notes);
            loaded.document = loaded.document.for_person();
            Ok(loaded)
        }
        Opened::Reproduction(made) => placed(&made.document, format, source, of_document),
    }
}

/// Converts a document from the coordinates of its file, and welds it if the options request it.
fn placed(
    document: &Document,
    format: &'static str,
    source: &SourceArguments,
    placement: Placement,
) -> Result<Loaded, String> {
    let placed = io::place(document, &placement);
    let placed = placed.map_err(|why| format!("{}: {why}", source.file.display()))?;
    let Imported { document, notes, up, .. } = placed;
    let loaded = Loaded { notes, ..Loaded::of(document, format) }.with_up(up);
    Ok(reweld(loaded, source))
}

fn import(scene: &ImportScene, format: &'static str, source: &SourceArguments) -> Result<Loaded, String> {
    let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", source.file.display());
    let is_by_name = source.reading.nodes.is_empty();
    let chosen = if is_by_name {
        scene.preselected()
    } else {
        named(scene, &source.reading.nodes).map_err(|why| in_file(&why))?
    };
    let placement = source.placement();
    let ImportDefaults { chosen, mut weld, evidence } = ImportDefaults::of_items(scene, chosen, &placement);
    let Welding { weld: distance, max_slope } = source.reading.welding;
    // All sides of a planet are ground.
    let max_slope = max_slope.or_else(|| source.reading.is_closed_surface.then_some(std::f32::consts::PI));
    weld.distance = distance.unwrap_or(weld.distance);
    weld.max_slope = max_slope.or(weld.max_slope);
    let imported = io::import(scene, &chosen, &placement, &weld);
    let Imported { document, report, notes: odd, up, facing, .. } =
        imported.map_err(|error| in_file(&error))?;
    let is_whole = chosen.len() == scene.items.len();
    let passed_over = if is_by_name && !is_whole {
        PassedOver::of(scene, &chosen, &placement, &weld)
    } else {
        PassedOver::default()
    };
    let passed =
        passed_over.clause().map(|_| "only meshes named like a navigation mesh were imported".to_owned());
    let notes = scene.notes.iter().cloned().chain(odd).chain(passed).collect();
    let evidence = Some(evidence).filter(|_| max_slope.is_none() && !scene.items.is_empty());
    let loaded = Loaded { evidence, notes, is_whole, ..Loaded::of(document, format) }.with_up(up);
    let mut loaded = loaded.welded(report, &weld, max_slope.is_none()).with_facing(facing);
    loaded.lost.extend((scene.elsewhere > 0).then(|| {
        let nodes = plain_count(scene.elsewhere, "node is", "nodes are");
        format!("the ground of {nodes} in other files, which are not read; open these files")
    }));
    if let Some(meshes) = passed_over.clause() {
        let ground = loaded.left_out.take();
        loaded.left_out =
            Some(ground.map_or_else(|| format!("left out: {meshes}"), |it| format!("{it}; {meshes}")));
    }
    loaded.lost.extend(passed_over.lost().map(|lost| format!("{lost}; choose nodes with --node")));
    Ok(loaded)
}

/// Returns the items of the nodes with these names; a clause as `Err` if a name has none.
fn named(scene: &ImportScene, names: &[String]) -> Result<Vec<usize>, String> {
    let mut chosen = BTreeSet::new();
    for name in names {
        let found = scene.items_of_node(name);
        if found.is_empty() {
            let nodes: BTreeSet<&str> = scene.items.iter().map(Item::path).collect();
            let advice = one_of(nodes.into_iter(), "the file has no node with triangles");
            return Err(format!("no node named \"{}\" has a mesh; {advice}", shortened(name)));
        }
        chosen.extend(found);
    }
    Ok(chosen.into_iter().collect())
}

/// Welds the mesh of a document if the options request it; otherwise its adjacency stays as stored.
fn reweld(mut loaded: Loaded, source: &SourceArguments) -> Loaded {
    let Welding { weld: distance, max_slope } = source.reading.welding;
    if distance.is_none() && max_slope.is_none() {
        return loaded;
    }
    let options = WeldOptions { distance: distance.unwrap_or(0.0), max_slope };
    let (mesh, report) = weld_mesh(&loaded.document.mesh, &options);
    loaded.notes.extend(io::turned(&report, mesh.cell_count(), &source.placement()));
    if !loaded.document.outlines.is_empty() {
        loaded.notes.push("the outlines are left out, because welding changed their cells".into());
        loaded.document.outlines = Arc::default();
    }
    loaded.document.mesh = mesh;
    loaded.welded(report, &options, false)
}

//! Issues of exports: what a file cannot represent, for the window and the command line alike.

use std::collections::BTreeMap;

use super::content::DocumentContent;
use super::file::Stamp;
use super::file_ref::FileRef;
use super::format::{Format, Opened, open_bytes};
use super::placing;
use crate::check::{
    EngineDistances, Issue, IssueKind, Issues, ListedIssues, MOST_LISTED, MeshLimits, Severity, far,
    offset_of_fix,
};
use crate::document::identity::{KnownIssue, KnownPlace, UnmatchedIssues};
use crate::document::{Document, count, thousands};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{FileCoordinates, Vec3, midpoint};
use navsmith_core::navmesh::{Derived, Edge, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::island_gaps::near::near_borders;
use navsmith_core::progress::{Progress, Stopped};

/// Share of the work that is complete once the document is written.
const WRITTEN: f32 = 0.5;

impl ListedIssues {
    /// Finds the issues of an export by writing the document and reading it back.
    ///
    /// Errors that are among the `known` ones of the document are none.
    /// Takes the time of an export, and that of the search for issues if the format does not store everything.
    pub fn of_export<'a>(
        document: &Document,
        (format, coordinates): (&'static Format, FileCoordinates),
        known: impl Iterator<Item = &'a Issue>,
        limits: &MeshLimits,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut found = Self::default();
        found.find_corners(document, format);
        found.find_coarse(&document.mesh, (format, coordinates));
        found.find_collapsed(document, (format, coordinates), limits);
        found.find_joined(document, (format, coordinates), limits.engine);
        let written = match format.encode(document, coordinates, &progress.part(0.0..WRITTEN))? {
            Ok(written) => written,
            Err(error) => {
                let detail = format!("As {}: {}", format.name, error.description);
                let mesh = &document.mesh;
                let at =
                    error.cells.first().map_or_else(|| mesh.bounds().center(), |&cell| mesh.centroid(cell));
                let issue = Issue::new(IssueKind::ExportRefused, error.cells, at);
                found.issues.insert(0, Issue { detail, ..issue });
                return Ok(found);
            }
        };
        if format.losses(document, coordinates).is_empty() {
            return Ok(found);
        }
        let exported = reread(format, &written);
        let Some(exported) = exported.and_then(|it| placing::from_file(&it, coordinates).ok()) else {
            return Ok(found);
        };
        let derived = Derived::build(&exported.mesh);
        let issues =
            Issues::build_with_progress(&exported.mesh, &derived, *limits, &progress.part(WRITTEN..1.0))?;
        found.add_errors(format, &issues, known);
        Ok(found)
    }

    /// Finds what the engine of a format changes when it reads the file. Near-linear, and writes nothing.
    pub fn of_engine(document: &Document, target: (&Format, FileCoordinates)) -> Self {
        let mut found = Self::default();
        found.find_joined(document, target, EngineDistances::default());
        found
    }

    /// Returns a clause for each kind of issue, with their number and the first one.
    ///
    /// Issues that the document ignores are left out.
    pub fn clauses(&self, document: &Document) -> Vec<String> {
        let mut kinds: BTreeMap<(Severity, &str), Vec<&Issue>> = BTreeMap::new();
        for issue in self.issues.iter().filter(|issue| !document.ignored.contains(issue)) {
            kinds.entry((issue.kind.severity(), issue.kind.title())).or_default().push(issue);
        }
        let clause = |((severity, title), of_kind): ((Severity, &str), Vec<&Issue>)| {
            let first = document.worded(of_kind.first()?.headline());
            let number = count(of_kind.len(), severity.name(), &format!("{}s", severity.name()));
            Some(format!("{number} ({title}): {first}"))
        };
        kinds.into_iter().filter_map(clause).collect()
    }

    /// Finds the issues of the stored targets of a document, as [`Self::of_export`] does for one.
    pub fn of_targets<'a, I: Iterator<Item = &'a Issue>>(
        document: &Document,
        known: impl Fn() -> I,
        limits: &MeshLimits,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (mut all, targets) = (Self::default(), targets(document));
        for (done, &target) in (0_u16..).zip(&targets) {
            let share = |done: u16| f32::from(done) / targets.len() as f32;
            let part = progress.part(share(done)..share(done + 1));
            let found = Self::of_export(document, target, known(), limits, &part)?;
            all.issues.extend(found.issues);
            all.notes.extend(found.notes);
        }
        Ok(all)
    }

    /// Adds the cells with more corners than a polygon of the format.
    fn find_corners(&mut self, document: &Document, format: &Format) {
        let Some(most) = format.cutting.map(|cutting| cutting.most_corners) else { return };
        let mesh = &document.mesh;
        let large = mesh.cells().filter(|(_, cell)| cell.corners().len() > most);
        let issues = large.map(|(id, cell)| {
            let corners = cell.corners().len();
            let corners = count(corners, "corner", "corners");
            let detail =
                format!("Cell {} has {corners}, and a polygon of a {} at most {most}", id.0, format.name);
            let issue = Issue::new(IssueKind::ExportCorners(most), vec![id], mesh.centroid(id));
            Issue { detail, ..issue }
        });
        self.extend("cells with too many corners", issues);
    }

    /// Adds an issue if coordinates are too large for the tolerance of the format.
    fn find_coarse(&mut self, mesh: &NavMesh, (format, coordinates): (&Format, FileCoordinates)) {
        let issue = format.lost_tolerance(mesh, coordinates).map(|detail| {
            let issue = Issue::new(IssueKind::ExportCoarse, Vec::new(), mesh.bounds().center());
            Issue { detail: format!("As {}: {detail}", format.name), ..issue }
        });
        self.issues.extend(issue);
    }

    /// Adds the vertices with one position in the file and different ones in the document. Near-linear.
    fn find_collapsed(
        &mut self,
        document: &Document,
        (format, coordinates): (&Format, FileCoordinates),
        limits: &MeshLimits,
    ) {
        let mesh = &document.mesh;
        let stored = stored(format);
        // Zero turns -0.0 into 0.0.
        let bits = |at: Vec3| (coordinates.to_file(stored(at)) + 0.0).to_array().map(f32::to_bits);
        let pairs = pairs_by_key(mesh, stored, bits);
        let is_far = !pairs.is_empty() && offset_of_fix(&Derived::build(mesh), limits).is_some();
        let issues = pairs.into_iter().map(|vertices| {
            let [one, other] = vertices;
            let detail =
                format!("Vertices {} and {} have one position in the {}", one.0, other.0, format.name);
            let kind = IssueKind::ExportCollapse { vertices, is_far };
            let issue = Issue::new(kind, Vec::new(), mesh.position(other));
            let apart = mesh.position(one).distance(mesh.position(other));
            Issue { detail, vertices: vertices.to_vec(), moves: far(apart, limits.weld()), ..issue }
        });
        self.extend("vertices in one position of the file", issues);
    }

    /// Adds the vertices and the sides that only the engine of a format joins. Near-linear.
    fn find_joined(
        &mut self,
        document: &Document,
        (format, coordinates): (&Format, FileCoordinates),
        engine: EngineDistances,
    ) {
        let Some(distance) = format.engine_distance() else { return };
        // A mesh in pixels is for a map in the plane, the cells of which have a pixel.
        let in_pixels = document.metre != 1.0;
        let of_file = if in_pixels { 1.0 } else { distance } * coordinates.scale;
        let [cell, margin] = [engine.cell, engine.margin].map(|set| set.unwrap_or(of_file));
        let (mesh, stored) = (&document.mesh, stored(format));
        // Like Godot, in single precision; a cell without size contains one position.
        let size = cell * coordinates.units_per_metre();
        let floor = |it: f32| if size > 0.0 { (it / size).floor() + 0.0 } else { it + 0.0 };
        let key = |at: Vec3| coordinates.to_file(stored(at)).to_array().map(|it| floor(it).to_bits());
        let merged = pairs_by_key(mesh, stored, key).into_iter().map(|vertices| {
            let [one, other] = vertices.map(|vertex| mesh.position(vertex));
            let (apart, [a, b]) = (one.distance(other), vertices.map(|vertex| vertex.0));
            let detail =
                format!("Vertices {a} and {b}, {apart:.3} apart, share a cell of {cell} of the map of Godot");
            let issue = Issue::new(IssueKind::ExportMerge(vertices), Vec::new(), midpoint(one, other));
            Issue { detail, vertices: vertices.to_vec(), distance: Some(apart), ..issue }
        });
        self.extend("vertices in one cell of the map", merged);
        // Godot joins edges at their stored positions, without heights in two dimensions.
        let flat = mesh.converted(stored, false);
        let mesh = flat.as_ref().unwrap_or(mesh);
        let derived = Derived::build(mesh);
        let mut budget = Budget::of_elements(mesh.cell_count());
        // The token never stops the search.
        let near = near_borders(mesh, &derived, f64::from(margin), &mut budget, &Progress::none());
        if budget.step(1).is_err() {
            self.notes.push("the search for islands within the margin of Godot stopped early".into());
        }
        let near = near.unwrap_or_default().into_iter();
        let near = near.filter_map(|gap| Some(([gap.from.side?, gap.to.side?], gap)));
        let joined = near.filter(|&(sides, _)| is_joined(mesh, sides, margin)).map(|([one, other], gap)| {
            let (cells, apart) = (gap.cells(), gap.width());
            let [a, b] = cells.map(|cell| cell.0);
            let detail = format!(
                "Cells {a} and {b} of two islands are {apart:.3} apart, and Godot joins edges of different regions up to \
                 {margin}"
            );
            let at = gap.from.point.midpoint(gap.to.point).as_vec3();
            let edges = [one, other].into_iter().filter_map(|side| mesh.half_edge(side));
            let edges = edges.map(|[from, to]| Edge::new(from, to)).collect();
            let issue = Issue::new(IssueKind::ExportMargin([one, other]), cells.to_vec(), at);
            Issue { detail, edges, distance: Some(apart as f32), ..issue }
        });
        self.extend("pairs of islands within the margin", joined);
    }

    /// Adds the errors of the file that the document does not have.
    fn add_errors<'a>(&mut self, format: &Format, exported: &Issues, known: impl Iterator<Item = &'a Issue>) {
        let mut known = UnmatchedIssues::of(&known.map(on_ground).collect::<Vec<_>>());
        let errors = exported.iter().filter(|issue| issue.kind.severity() == Severity::Error);
        let new: Vec<&Issue> = errors.filter(|issue| !known.take(&on_ground(issue))).collect();
        let new = new.into_iter().filter(|issue| !known.take_beside(&on_ground(issue)));
        let issues = new.map(|issue| {
            let detail = format!("In the {}: {}", format.name, issue.describe());
            Issue { detail, ..Issue::new(IssueKind::ExportError, Vec::new(), issue.at) }
        });
        self.extend("errors of the exported file", issues);
        self.notes.extend(exported.stopped().map(|note| format!("in the {}: {note}", format.name)));
    }

    fn extend(&mut self, search: &str, issues: impl Iterator<Item = Issue>) {
        let mut total = 0;
        for issue in issues {
            total += 1;
            if total <= MOST_LISTED {
                self.issues.push(issue);
            }
        }
        if total > MOST_LISTED {
            self.notes.push(format!(
                "{} of {} {search} are listed",
                thousands(MOST_LISTED),
                thousands(total)
            ));
        }
    }
}

/// Returns the function that sets the heights of positions to 0 if a format does not store them.
fn stored(format: &Format) -> impl Fn(Vec3) -> Vec3 + Copy {
    let has_heights = format.stores.contains(&DocumentContent::Heights);
    move |at: Vec3| if has_heights { at } else { at.with_y(0.0) }
}

/// Returns pairs of vertices with one key that are stored at different positions. Near-linear.
fn pairs_by_key<K: Ord>(
    mesh: &NavMesh,
    stored: impl Fn(Vec3) -> Vec3,
    key: impl Fn(Vec3) -> K,
) -> Vec<[VertexId; 2]> {
    let mut by_key: Vec<(K, VertexId)> = mesh.vertices().map(|(vertex, at)| (key(at), vertex)).collect();
    by_key.sort_unstable();
    let position = |vertex: VertexId| stored(mesh.position(vertex));
    let of_group = |group: &[(K, VertexId)]| -> Vec<[VertexId; 2]> {
        let first = group[0].1;
        let others = group.iter().map(|&(_, vertex)| vertex);
        others.filter(|&it| position(it) != position(first)).map(|it| [first, it]).collect()
    };
    by_key.chunk_by(|one, other| one.0 == other.0).flat_map(of_group).collect()
}

/// Whether Godot joins two sides of different regions.
///
/// One side is projected on the other one, and both ends of the common part are compared.
fn is_joined(mesh: &NavMesh, sides: [HalfEdge; 2], margin: f32) -> bool {
    let ends = |side| Some(mesh.half_edge(side)?.map(|vertex| mesh.position(vertex)));
    let (Some([a, b]), Some([c, d])) = (ends(sides[0]), ends(sides[1])) else { return false };
    let along = b - a;
    let share = |at: Vec3| (at - a).dot(along) / along.length_squared();
    let [first, last] = [share(c), share(d)];
    let is_beside = first.max(last) < 0.0 || first.min(last) > 1.0;
    let is_near = |own: f32, at: Vec3| {
        let on_side = own.clamp(0.0, 1.0);
        let inside = on_side == own || first == last;
        let opposite = if inside { at } else { c.lerp(d, (on_side - first) / (last - first)) };
        opposite.distance(a + along * on_side) <= margin
    };
    !is_beside && is_near(first, c) && is_near(last, d)
}

/// Returns the formats and coordinates of the stored targets that can be written, each of them once.
pub fn targets(document: &Document) -> Vec<(&'static Format, FileCoordinates)> {
    let mut all = Vec::new();
    for target in document.exports.iter() {
        let format = FileRef::from(target.file.clone()).format().filter(|format| format.write.is_some());
        let target = format.map(|format| (format, target.coordinates));
        all.extend(target.filter(|target| !all.contains(target)));
    }
    all
}

/// Returns the identity of an issue without its height, which the format may not store.
fn on_ground(issue: &Issue) -> KnownIssue {
    let mut at = issue.at;
    at.y = 0.0;
    KnownIssue { kind: issue.kind.name().into(), place: KnownPlace::of(at) }
}

/// Reads bytes that were written in a format; `None` if they are invalid.
pub fn reread(format: &Format, written: &[u8]) -> Option<Document> {
    let file = FileRef::from("written".to_owned()).in_format(format);
    match open_bytes((file.path(), Stamp::of(written)), written).ok()? {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => Some(document),
        Opened::Scene { .. } | Opened::Reproduction(_) => None,
    }
}

//! Updates of generated meshes, which keep what was done by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::formats::{read, text};
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground, ground_area, intersection};
use navsmith_core::navmesh::edit::{self, Corner};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, Edge, Link, NavMesh, Surface, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::{IssueKind, Issues, MeshLimits};
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_formats::document::{Area, Document};
use navsmith_formats::update::{ConflictReason, ConflictSubject, Update, update};
use navsmith_generation::{LevelSource, PRESETS, generate};

/// Width and depth of the floor, in metres.
const FLOOR: f32 = 24.0;

/// A box on the floor: its middle, and half of its size.
pub(crate) type Block = (Vec2, Vec2);

pub(crate) fn blocks(seed: u64) -> Vec<Block> {
    let mut random = SplitMix64(seed);
    let mut unit = move || random.unit() as f32;
    (0..14)
        .map(|_| {
            let middle = Vec2::new(2.0 + 20.0 * unit(), 2.0 + 20.0 * unit());
            (middle, Vec2::new(0.3 + unit(), 0.3 + unit()))
        })
        .collect()
}

/// Returns the triangles of a floor with boxes of 1.5 m.
fn level(blocks: &[Block]) -> Vec<[Vec3; 3]> {
    let mut triangles = Vec::new();
    let mut quad = |[a, b, c, d]: [Vec3; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let floor = [[0.0, 0.0], [0.0, FLOOR], [FLOOR, FLOOR], [FLOOR, 0.0]];
    quad(floor.map(|[x, z]| corner(x, 0.0, z)));
    for &(middle, half) in blocks {
        let (low, high) = (middle - half, middle + half);
        let around = [[low.x, low.y], [low.x, high.y], [high.x, high.y], [high.x, low.y]];
        quad(around.map(|[x, z]| corner(x, 1.5, z)));
        for nth in 0..4 {
            let ([ax, az], [bx, bz]) = (around[nth], around[(nth + 1) % 4]);
            quad([corner(ax, 0.0, az), corner(bx, 0.0, bz), corner(bx, 1.5, bz), corner(ax, 1.5, az)]);
        }
    }
    triangles
}

fn plan() -> GenerationPlan {
    let preset = PRESETS.iter().find(|preset| preset.name == "recast").expect("a preset");
    GenerationPlan { settings: preset.settings(), ..GenerationPlan::default() }
}

pub(crate) fn mesh(blocks: &[Block]) -> NavMesh {
    let source = LevelSource::from_iter(level(blocks));
    generate(source, &plan().settings, &Progress::none()).expect("a mesh").mesh
}

/// Returns the document of a mesh that was generated.
pub(crate) fn document(mesh: NavMesh) -> Document {
    let generated = Arc::new(GeneratedElements::of(&mesh));
    let areas = Arc::new([0, 1].map(Area::numbered).to_vec());
    Document { areas, generated, generation: Arc::new(plan()), ..Document::of_mesh(mesh) }
}

/// Returns a document after random edits; those that are refused are left out.
pub(crate) fn edited(document: &Document, seed: u64, edits: usize) -> Document {
    let mut random = SplitMix64(seed);
    let mut draft = Draft::of(document.mesh.clone());
    let mut done = 0;
    for _ in 0..20 * edits {
        let before = draft.clone();
        let cells: Vec<CellId> = draft.mesh().cells().map(|(cell, _)| cell).collect();
        let cell = cells[random.below(cells.len() as u64) as usize];
        let corners = draft.mesh().corners(cell).to_vec();
        let side = random.below(corners.len() as u64) as usize;
        let ends = [corners[side], corners[(side + 1) % corners.len()]];
        let by = Vec3::new(random.unit() as f32 - 0.5, 0.0, random.unit() as f32 - 0.5);
        let middle = draft.mesh().centroid(cell);
        let result = match random.below(5) {
            0 => edit::paint(&mut draft, &[cell], AreaId(1)),
            1 => edit::delete_cells(&mut draft, &[cell]),
            2 => edit::move_vertices(&mut draft, &[ends[0]], by),
            3 if draft.adjacency().neighbors(cell).all(|(half, _)| half.side as usize != side) => {
                let outside = ends.map(|end| draft.mesh().position(end));
                let along = outside[1] - outside[0];
                let third = outside[0].midpoint(outside[1]) + Vec3::new(along.z, 0.0, -along.x) * 0.2;
                let corners = [Corner::Vertex(ends[1]), Corner::Vertex(ends[0]), Corner::New(third)];
                edit::draw_cell(&mut draft, &corners, AreaId(0))
            }
            _ => {
                let other = cells[random.below(cells.len() as u64) as usize];
                draft.add_link(Link::between(middle, draft.mesh().centroid(other)));
                Ok(edit::Edited::default())
            }
        };
        if result.is_err() || draft.mesh().check().is_err() || draft.mesh() == before.mesh() {
            draft = before;
        } else {
            done += 1;
        }
        if done == edits {
            break;
        }
    }
    assert_eq!(done, edits);
    Document { mesh: draft.into_mesh(), ..document.clone() }
}

pub(crate) fn updated(document: &Document, new: &NavMesh) -> Update {
    updated_with(document, new, &BTreeSet::new())
}

/// Returns an update that takes the new generation at these conflicts.
pub(crate) fn updated_with(document: &Document, new: &NavMesh, theirs: &BTreeSet<ConflictSubject>) -> Update {
    let update = update(document, new, document.mesh.id_counts(), theirs, &Progress::none());
    let update = update.expect("nothing stops it").expect("a generated mesh");
    assert_eq!(update.document.mesh.check(), Ok(()));
    update
}

#[test]
fn fifty_edits_survive_an_unchanged_level_byte_for_byte() {
    for seed in 0..4 {
        let new = mesh(&blocks(seed));
        let document = edited(&document(new.clone()), seed, 50);
        let saved = text("navsmith document", &document);
        let (document, _) = read("navsmith document", saved.as_bytes()).expect("it was written");
        let update = updated(&document, &new);
        assert!(update.is_same && update.conflicts.is_empty());
        assert!(update.kept.len() > 10 && update.kept_gone > 5 && update.kept_links > 3, "{update:?}");
        assert_eq!(text("navsmith document", &update.document), saved);
    }
}

#[test]
fn generated_cells_are_read_as_they_were_written() {
    let before = document(mesh(&blocks(1)));
    let plain = text("navsmith document", &before);
    assert!(plain.contains("generation: "), "{plain}");
    let is_stored = ["others", "by_hand", "pieces"].into_iter().any(|list| plain.contains(list));
    assert!(!is_stored, "a mesh without edits costs nothing");
    let changed = edited(&before, 7, 30);
    let merged = updated(&changed, &mesh(&blocks(1)[1..])).document;
    for document in [before, changed, merged] {
        for name in ["navsmith document", "JSON", "glTF"] {
            let bytes = crate::support::formats::written(name, &document).expect(name);
            let (read, _) = read(name, &bytes).expect(name);
            assert_eq!(read.generated, document.generated, "{name}");
        }
        let moved = document.moved(Vec3::new(4.0, 2.0, -8.0)).expect("finite");
        assert_ne!(moved.generated, document.generated);
    }
}

#[test]
fn a_mesh_that_is_not_generated_cannot_be_updated() {
    let new = mesh(&blocks(1));
    let (none, progress) = (BTreeSet::new(), Progress::none());
    assert_eq!(update(&Document::of_mesh(new.clone()), &new, new.id_counts(), &none, &progress), Ok(None));
}

#[test]
fn without_edits_an_update_is_the_new_generation() {
    for seed in 0..4 {
        let (before, after) = (blocks(seed), blocks(seed + 100));
        let new = mesh(&after);
        let update = updated(&document(mesh(&before)), &new);
        assert_eq!(update.conflicts, Vec::new());
        assert_eq!(*update.document.generated, GeneratedElements::of(&new));
        assert_eq!(GeneratedElements::of(&update.document.mesh), GeneratedElements::of(&new));
        let islands = [&update.document.mesh, &new].map(|mesh| Derived::build(mesh).islands.len());
        assert_eq!(islands[0], islands[1], "the cells are joined as in the new generation");
        assert_eq!(update.document.mesh.vertex_count(), new.vertex_count());
    }
}

/// Whether a cell is farther from a block than the agent's radius and the noise of borders.
fn is_outside(mesh: &NavMesh, cell: CellId, (middle, half): Block) -> bool {
    let margin = half + Vec2::splat(1.8);
    let (low, high) = (middle - margin, middle + margin);
    let block = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    intersection(&block, &mesh.ground_ring(cell)).len() < 3
}

/// Returns the ground that cells of a mesh cover of a polygon, in m².
fn covered(mesh: &NavMesh, ring: &[Vec2]) -> f64 {
    let rings = mesh.cells().map(|(cell, _)| intersection(ring, &mesh.ground_ring(cell)));
    rings.map(|part| navsmith_core::geometry::area(&part)).sum()
}

pub(crate) fn issues(mesh: &NavMesh) -> Vec<String> {
    let issues = Issues::build(mesh, &Derived::build(mesh), MeshLimits::default());
    let is_of_joining =
        |kind: &IssueKind| matches!(kind, IssueKind::TJunction(_) | IssueKind::Overlap | IssueKind::Tangled);
    let all = issues.iter().filter(|issue| is_of_joining(&issue.kind));
    all.map(|issue| format!("{:?} at {}", issue.kind, issue.at)).collect()
}

#[test]
fn edits_outside_of_a_change_survive_and_are_joined_with_new_cells() {
    let mut kept = 0;
    for seed in 0..24 {
        let blocks = blocks(seed);
        let block = (Vec2::new(6.0 + (seed % 5) as f32 * 3.0, 12.0), Vec2::new(1.0, 0.7));
        let document = edited(&document(mesh(&blocks)), seed, 8);
        let matching = document.generated.matching(&document.mesh);
        let new = mesh(&[&blocks[..], &[block]].concat());
        let update = updated(&document, &new);
        let (before, after) = (&document.mesh, &update.document.mesh);
        let derived = [before, after].map(Derived::build);
        assert_eq!(before.links().collect::<Vec<_>>(), after.links().collect::<Vec<_>>(), "{seed}");
        for conflict in &update.conflicts {
            let ConflictSubject::Cell(cell) = conflict.subject else { continue };
            assert!(!is_outside(before, cell, block), "{seed}: {conflict:?}");
        }
        let by_hand = before.cells().filter(|(cell, _)| matching.of_cell(*cell).is_none());
        for (cell, own) in by_hand.filter(|(cell, _)| is_outside(before, *cell, block)) {
            kept += 1;
            assert_eq!(after.cell(cell).map(navsmith_core::navmesh::Cell::area), Some(own.area()), "{seed}");
            let corners: BTreeSet<VertexId> = after.corners(cell).iter().copied().collect();
            assert!(own.corners().iter().all(|corner| corners.contains(corner)), "{seed}: {cell:?}");
            assert!(own.corners().iter().all(|&at| before.position(at) == after.position(at)));
            let areas = [before, after].map(|mesh| ground_area(&mesh.ground_ring(cell)));
            assert!((areas[0] - areas[1]).abs() < 1e-2, "{seed}: {cell:?}: {areas:?}");
            // What it was joined with outside of the change, it is joined with still.
            let neighbors = derived[0].adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
            for neighbor in neighbors.filter(|&neighbor| is_outside(before, neighbor, block)) {
                let middle = ground(before.centroid(neighbor));
                let there = after.cells().map(|(id, _)| id).find(|&id| Surface::of(after, id).covers(middle));
                let there = there.unwrap_or_else(|| panic!("{seed}: ground at {middle}"));
                assert_eq!(derived[1].islands.of(cell), derived[1].islands.of(there), "{seed}: {cell:?}");
            }
        }
        let new_issues: Vec<String> =
            issues(after).into_iter().filter(|issue| !issues(before).contains(issue)).collect();
        assert_eq!(new_issues, Vec::<String>::new(), "{seed}");
        // The same level again changes nothing, and neither does one that is changed back and forth.
        let saved = text("navsmith document", &update.document);
        let (document, _) = read("navsmith document", saved.as_bytes()).expect("it was written");
        let again = updated(&document, &new);
        assert!(again.is_same, "{seed}");
        assert_eq!(text("navsmith document", &again.document), saved, "{seed}");
        let back = updated(&document, &mesh(&blocks));
        assert_eq!(back.kept.len(), update.kept.len(), "{seed}: parts of new cells are no edits");
    }
    assert!(kept > 50, "{kept} edits were outside");
}

#[test]
fn deleted_ground_stays_deleted() {
    for seed in 0..12 {
        let blocks = blocks(seed);
        let document = document(mesh(&blocks));
        let mut draft = Draft::of(document.mesh.clone());
        let cells: Vec<CellId> = draft.mesh().cells().map(|(cell, _)| cell).collect();
        let deleted: Vec<CellId> = cells.iter().copied().skip(seed as usize % 3).step_by(4).collect();
        edit::delete_cells(&mut draft, &deleted).expect("cells");
        let mut document = Document { mesh: draft.into_mesh(), ..document };
        let rings: Vec<_> = deleted.iter().map(|&cell| mesh(&blocks).ground_ring(cell)).collect();
        // Twice, because the second update has to tell parts of new cells from edits.
        for middle in [Vec2::new(12.0, 12.0), Vec2::new(5.0, 17.0)] {
            let new = mesh(&[&blocks[..], &[(middle, Vec2::splat(0.8))]].concat());
            let update = updated(&document, &new);
            assert!(!update.is_same);
            for ring in &rings {
                let left = covered(&update.document.mesh, ring);
                assert!(left < 1e-3, "{seed}: {left} m² of {ring:?}");
            }
            document = update.document;
        }
    }
}

#[test]
fn an_edit_whose_ground_changed_is_a_conflict_with_its_place() {
    let document = document(mesh(&[]));
    let here = |cell: &CellId| Surface::of(&document.mesh, *cell).covers(Vec2::splat(8.0));
    let cell = document.mesh.cells().map(|(cell, _)| cell).find(here).expect("a cell");
    let mut draft = Draft::of(document.mesh.clone());
    edit::paint(&mut draft, &[cell], AreaId(1)).expect("a cell");
    let at = Vec3::new(8.0, 0.0, 8.0);
    draft.add_link(Link::between(at, at + Vec3::X));
    let document = Document { mesh: draft.into_mesh(), ..document };
    let update = updated(&document, &mesh(&[(Vec2::new(8.0, 8.0), Vec2::splat(1.5))]));
    let found: Vec<_> = update.conflicts.iter().map(|it| (it.subject, it.reason)).collect();
    let painted = (ConflictSubject::Cell(cell), ConflictReason::GroundLost);
    assert!(found.contains(&painted), "{found:?}");
    let place = update.conflicts[0].at;
    assert!(place.distance(at) < 2.1, "{place}");
    let areas = [&document, &update.document].map(|it| ground_area(&it.mesh.ground_ring(cell)));
    assert!((areas[0] - areas[1]).abs() < 1e-2, "it is kept: {areas:?}");
}

#[test]
fn a_link_whose_end_lost_its_ground_is_a_conflict() {
    let document = document(mesh(&[]));
    let mut draft = Draft::of(document.mesh.clone());
    let at = Vec3::new(8.0, 0.2, 8.0);
    let link = draft.add_link(Link::between(at, Vec3::new(20.0, 0.2, 20.0)));
    let document = Document { mesh: draft.into_mesh(), ..document };
    let update = updated(&document, &mesh(&[(Vec2::new(8.0, 8.0), Vec2::splat(1.5))]));
    let found: Vec<_> = update.conflicts.iter().map(|it| (it.subject, it.reason, it.at)).collect();
    let lost = ConflictReason::EndLost(navsmith_core::navmesh::LinkEnd::From);
    assert_eq!(found, [(ConflictSubject::Link(link), lost, at)]);
    let theirs = updated_with(
        &document,
        &mesh(&[(Vec2::new(8.0, 8.0), Vec2::splat(1.5))]),
        &BTreeSet::from([ConflictSubject::Link(link)]),
    );
    assert_eq!(theirs.conflicts, update.conflicts, "it stays in the list");
    assert_eq!((theirs.document.mesh.link_count(), theirs.kept_links), (0, 0));
}

#[test]
fn a_cell_beside_the_ground_stays_joined_with_it() {
    for seed in 0..12 {
        let blocks = blocks(seed);
        let document = document(mesh(&blocks));
        let mut draft = Draft::of(document.mesh.clone());
        let edges: Vec<_> = draft.mesh().cells().flat_map(|(_, cell)| cell.sides()).collect();
        let at = |end| document.mesh.position(end);
        let edge = edges.into_iter().find(|side| side.iter().all(|&end| at(end).x > FLOOR - 1.0));
        let [from, to] = edge.expect("a border at the east");
        let edited = edit::extrude_edges(&mut draft, &[Edge::new(from, to)], Vec3::X * 2.0, None);
        let pier = edited.expect("a border").cells[0];
        let document = Document { mesh: draft.into_mesh(), ..document };
        let new = mesh(&[&blocks[..], &[(Vec2::new(10.0, 12.0), Vec2::splat(0.8))]].concat());
        let update = updated(&document, &new);
        let derived = Derived::build(&update.document.mesh);
        assert!(update.document.mesh.cell(pier).is_some(), "{seed}");
        assert!(derived.adjacency.neighbors(pier).count() > 0, "{seed}: it is joined");
    }
}

//! Outlines of documents: the cells that they generate, and what files store.

mod files;
mod made;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::formats::{read, text, written};
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground_area, is_convex};
use navsmith_core::navmesh::edit::{Refusal, move_vertices, paint};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, NavMesh, VertexId};
use navsmith_core::outlines::OutlineRole;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::check::{Issue, Issues, ListedIssues};
use navsmith_formats::document::diff::{Aspect, DiffOptions, DocumentDiff};
use navsmith_formats::document::{Area, Document, LiveOutlines, Outlines, PlacedOutline, regenerate};

const GROUND: OutlineRole = OutlineRole::Ground(AreaId(0));

fn outline(role: OutlineRole, points: &[[f32; 2]]) -> PlacedOutline {
    let points = points.iter().copied().map(Vec2::from).collect();
    PlacedOutline { points, role, height: 0.0, name: String::new() }
}

fn square(role: OutlineRole, low: f32, high: f32) -> PlacedOutline {
    outline(role, &[[low, low], [low, high], [high, high], [high, low]])
}

/// Returns a document with other outlines, whose cells are generated.
fn with_outlines(document: &Document, change: impl FnOnce(&mut Vec<PlacedOutline>)) -> Document {
    let mut draft = Draft::of(document.mesh.clone());
    let mut outlines = document.outlines.as_ref().clone();
    change(&mut outlines.list);
    regenerate(&mut draft, &document.outlines, &mut outlines);
    let mesh = draft.into_mesh();
    assert_eq!(mesh.check(), Ok(()));
    Document { mesh, outlines: Arc::new(outlines), ..document.clone() }
}

fn generated(list: Vec<PlacedOutline>) -> Document {
    with_outlines(&Document::default(), |outlines| *outlines = list)
}

fn area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
}

fn generated_cells(document: &Document) -> BTreeSet<CellId> {
    document.outlines.floors.iter().flat_map(|floor| floor.cells.iter().copied()).collect()
}

/// A room with a hole, a chain, and another floor.
fn room() -> Document {
    let chain = outline(OutlineRole::Constraint, &[[1., 0.5], [1., 5.]]);
    let above = PlacedOutline {
        height: 3.0,
        name: "Balcony".into(),
        ..square(OutlineRole::Ground(AreaId(1)), 0., 2.)
    };
    let document =
        Document { areas: Arc::new(vec![Area::default(), Area::numbered(1)]), ..Document::default() };
    with_outlines(&document, |list| {
        *list = vec![square(GROUND, 0., 9.), square(OutlineRole::Hole, 3., 6.), chain, above];
    })
}

#[test]
fn cells_cover_the_ground_minus_holes_at_the_heights_of_the_outlines() {
    let room = room();
    assert!((area(&room.mesh) - (81.0 - 9.0 + 4.0)).abs() < 1e-9);
    assert_eq!(generated_cells(&room).len(), room.mesh.cell_count(), "all cells are generated");
    let heights: Vec<f32> = room.outlines.floors.iter().map(|floor| floor.height).collect();
    assert_eq!(heights, [0.0, 3.0]);
    for cell in &room.outlines.floors[1].cells {
        assert!(room.mesh.ring(*cell).iter().all(|at| at.y == 3.0));
        assert_eq!(room.mesh.cell(*cell).map(Cell::area), Some(AreaId(1)));
        assert_eq!(room.outlines.ground_of(&room.mesh, *cell), Some(3));
    }
}

#[test]
fn a_moved_point_keeps_the_ids_of_what_stays() {
    let before = room();
    let mut draft = Draft::of(before.mesh.clone());
    // A cell beside the upper floor, made by hand.
    let corner =
        |mesh: &NavMesh, at: Vec3| mesh.vertices().find(|(_, place)| *place == at).expect("a corner").0;
    let shared = [Vec3::new(2., 3., 0.), Vec3::new(2., 3., 2.)].map(|at| corner(draft.mesh(), at));
    let free = draft.add_vertex(Vec3::new(4., 3., 1.));
    let by_hand = draft.add_cell([shared[0], shared[1], free], AreaId(0));
    let before = Document { mesh: draft.into_mesh(), ..before };
    let after = with_outlines(&before, |list| list[0].points[2] = Vec2::new(10., 10.));
    assert!((area(&after.mesh) - area(&before.mesh) - 9.0).abs() < 1e-4);
    assert_eq!(after.mesh.cell(by_hand), before.mesh.cell(by_hand));
    assert_eq!(after.outlines.floors[1], before.outlines.floors[1], "the other floor stays");
    let kept = generated_cells(&before).intersection(&generated_cells(&after)).count();
    assert!(kept >= 5, "only the cells at the point changed, but {kept} stay");
    assert!(after.mesh.vertices_changed_since(&before.mesh).count() <= 2, "the moved point");
    let back = with_outlines(&after, |list| list[0].points[2] = Vec2::new(9., 9.));
    assert!((area(&back.mesh) - area(&before.mesh)).abs() < 1e-9);
    let none = with_outlines(&before, Vec::clear);
    assert_eq!(none.mesh.cells().map(|(id, _)| id).collect::<Vec<_>>(), [by_hand]);
    assert_eq!(none.mesh.vertex_count(), 3, "the corners of the other cell");
    assert!(none.outlines.floors.is_empty());
}

#[test]
fn equal_outlines_give_equal_cells() {
    let once = room();
    let twice = with_outlines(&Document { areas: Arc::clone(&once.areas), ..Document::default() }, |list| {
        list.clone_from(&once.outlines.list);
    });
    assert_eq!(once, twice);
}

#[test]
fn no_path_crosses_a_chain_and_none_of_its_corners_is_a_gap() {
    for chain in [vec![[1., 0.5], [1., 5.]], vec![[1., 0.5], [1., 3.], [1., 5.]], vec![[1., -1.], [1., 8.]]] {
        let document = generated(vec![square(GROUND, 0., 9.), outline(OutlineRole::Constraint, &chain)]);
        let derived = Derived::build(&document.mesh);
        let query = Query::new(Vec2::new(0.5, 2.0), Vec2::new(1.5, 2.0));
        let answer = find_path(&document.mesh, &derived, &query);
        let length = answer.path().expect("around the end").length;
        assert!(length > 3.0, "{chain:?}: {length} m");
        let issues = Issues::build(&document.mesh, &derived, 0.05);
        assert_eq!(issues.iter().map(|issue| issue.kind.name()).collect::<Vec<_>>(), [""; 0], "{chain:?}");
        let welded = document.mesh.clone().with_vertices_apart([]);
        let issues = Issues::build(&welded, &Derived::build(&welded), 0.05);
        assert!(issues.iter().count() > 0, "they are gaps of another mesh");
    }
    let across = outline(OutlineRole::Constraint, &[[1., -1.], [1., 10.]]);
    let halves = generated(vec![square(GROUND, 0., 9.), across]);
    assert_eq!(Derived::build(&halves.mesh).islands.len(), 2);
}

#[test]
fn generated_cells_change_only_with_their_outlines() {
    let before = room();
    let check = |edit: &dyn Fn(&mut Draft), outlines: &Outlines| {
        let mut draft = Draft::of(before.mesh.clone());
        let adjacency = draft.adjacency().clone();
        edit(&mut draft);
        before.outlines.check_edit(outlines, [&before.mesh, draft.mesh()], &adjacency)
    };
    let own = &*before.outlines;
    let cell = own.floors[0].cells[0];
    let vertex = before.mesh.corners(cell)[0];
    let moved = |draft: &mut Draft| drop(move_vertices(draft, &[vertex], Vec3::X));
    let refused =
        |result: Result<(), Refusal>| matches!(result, Err(Refusal::OfOutline(cell)) if own.contains(cell));
    assert!(refused(check(&moved, own)));
    assert!(refused(check(&|draft| drop(paint(draft, &[cell], AreaId(1))), own)));
    assert!(refused(check(&|draft| draft.remove_cell(cell), own)));
    let added = |draft: &mut Draft| {
        let corners = [Vec3::new(20., 0., 0.), Vec3::new(20., 0., 1.), Vec3::new(21., 0., 0.)];
        let corners = corners.map(|at| draft.add_vertex(at));
        draft.add_cell(corners, AreaId(0));
    };
    assert_eq!(check(&added, own), Ok(()), "another cell");
    let mut moved_outline = own.clone();
    moved_outline.list[0].points[0].x = -1.0;
    assert_eq!(check(&moved, &moved_outline), Ok(()), "its floor is generated again");
    moved_outline.list.clone_from(&own.list);
    moved_outline.list[3].points[0].x = -1.0;
    assert!(refused(check(&moved, &moved_outline)), "another floor is generated again");
    let baked = own.baked(|height| height == 0.0);
    assert_eq!((baked.list.len(), baked.floors.len()), (1, 1));
    assert_eq!(
        baked.check_edit(&baked, [&before.mesh, &before.mesh], Draft::of(before.mesh.clone()).adjacency()),
        Ok(())
    );
    let mut draft = Draft::of(before.mesh.clone());
    draft.remove_cell(cell);
    let repaired = before.with_mesh(draft.into_mesh());
    assert_eq!(repaired.outlines.list.len(), 1, "the changed floor is baked");
}

/// Draws a point, on a grid so that points and sides coincide, or anywhere.
fn draw_point(chance: &mut SplitMix64, is_on_grid: bool) -> Vec2 {
    let mut number = || if is_on_grid { chance.below(8) as f32 } else { (chance.unit() * 8.0) as f32 };
    Vec2::new(number(), number())
}

#[test]
fn dragged_outlines_give_the_ground_of_generated_ones() {
    for seed in 0..40 {
        let mut chance = SplitMix64(seed);
        let is_on_grid = seed % 2 == 0;
        let roles = [GROUND, OutlineRole::Ground(AreaId(1)), OutlineRole::Hole, OutlineRole::Constraint];
        let list = roles.iter().zip([6, 2, 2, 0]).map(|(&role, more)| PlacedOutline {
            points: (0..2 + more).map(|_| draw_point(&mut chance, is_on_grid)).collect(),
            ..square(role, 0., 1.)
        });
        let start = generated(list.collect());
        let mut live = LiveOutlines::default();
        let mut now = start.outlines.as_ref().clone();
        for step in 0..10 {
            let outline = chance.below(4) as usize;
            let point = chance.below(now.list[outline].points.len() as u64) as usize;
            now.list[outline].points[point] = draw_point(&mut chance, is_on_grid);
            let mut outlines = Outlines { floors: start.outlines.floors.clone(), ..now.clone() };
            let mut draft = Draft::of(start.mesh.clone());
            live.follow(&mut draft, &start.outlines, &mut outlines);
            let note = format!("seed {seed}, step {step}");
            let mesh = draft.into_mesh();
            assert_eq!(mesh.check(), Ok(()), "{note}");
            let ids: BTreeSet<CellId> =
                outlines.floors.iter().flat_map(|floor| floor.cells.clone()).collect();
            let all: BTreeSet<CellId> = mesh.cells().map(|(id, _)| id).collect();
            assert_eq!(ids, all, "{note}: the cells of the floor");
            assert!(all.iter().all(|&cell| is_convex(&mesh.ground_ring(cell))), "{note}");
            let new = with_outlines(&start, |list| list.clone_from(&now.list));
            assert!((area(&mesh) - area(&new.mesh)).abs() < 1e-4, "{note}");
            let used: BTreeSet<VertexId> =
                mesh.cells().flat_map(|(_, cell)| cell.corners().to_vec()).collect();
            assert_eq!(used.len(), mesh.vertex_count(), "{note}: no vertex is left");
            let places = |mesh: &NavMesh| {
                let mut places: Vec<_> =
                    mesh.vertices().map(|(_, at)| at.to_array().map(f32::to_bits)).collect();
                places.sort_unstable();
                places
            };
            let repeated: usize =
                places(&mesh).chunk_by(|a, b| a == b).filter(|it| it.len() > 1).map(<[_]>::len).sum();
            assert_eq!(mesh.vertices_apart().len(), repeated, "{note}: corners apart");
        }
    }
}

#[test]
fn a_comparison_lists_changed_outlines() {
    let before = room();
    let after = with_outlines(&before, |list| {
        list[0].points[2] = Vec2::new(10., 10.);
        list[3].role = OutlineRole::Hole;
        list.remove(2);
    });
    let diff = DocumentDiff::between([&before, &after], DiffOptions::default(), &Progress::none())
        .expect("not stopped");
    assert_eq!(diff.outlines.removed, [2]);
    let changed: Vec<_> = diff.outlines.changed.iter().map(|it| (it.before, it.what)).collect();
    assert!(changed[0].0 == 0 && changed[0].1.contains(Aspect::Position), "{changed:?}");
    assert!(changed[1].0 == 3 && changed[1].1.contains(Aspect::Role), "{changed:?}");
    let same = DocumentDiff::between([&before, &before], DiffOptions::default(), &Progress::none())
        .expect("not stopped");
    assert!(same.outlines.is_empty());
    // The ids of a document that was read again are those of the first one.
    let (read, _) =
        read("navsmith document", &written("navsmith document", &after).expect("written")).expect("read");
    let diff = DocumentDiff::between([&after, &read], DiffOptions::default(), &Progress::none())
        .expect("not stopped");
    let draft = Draft::of(after.mesh.clone());
    let adopted = diff.with_ids_of_first([&after, &read], draft.adjacency().clone(), after.mesh.id_counts());
    assert_eq!(adopted.outlines, after.outlines);
}

#[test]
fn outlines_without_cells_have_a_reason() {
    let why = |list| generated(list).outlines.why_without_cells();
    assert_eq!(why(Vec::new()), None);
    assert_eq!(why(vec![square(GROUND, 0., 1.)]), None);
    let hole = why(vec![square(OutlineRole::Hole, 0., 1.)]).expect("a reason");
    assert!(hole.starts_with("holes and chains"), "{hole}");
    let cut = why(vec![square(GROUND, 0., 1.), square(OutlineRole::Hole, -1., 2.)]).expect("a reason");
    assert!(cut.starts_with("they enclose no area"), "{cut}");
    let mut list = vec![square(GROUND, 0., 1.)];
    list[0].points[0].x = -1e35;
    let crossing = why(list).expect("a reason");
    assert!(crossing.starts_with("their sides cross"), "{crossing}");
}

/// Moves the first point of the first outline so far away that it cannot be triangulated.
fn move_away(outlines: &mut Outlines) {
    outlines.list[0].points[0].x = -1e35;
}

fn issues_of(document: &Document) -> Vec<String> {
    let derived = Derived::build(&document.mesh);
    let limits = document.mesh_limits(0.05);
    let issues = ListedIssues::of_document(document, &derived, &limits).issues;
    issues.iter().filter(|issue| issue.kind.name() == "unusable_outline").map(Issue::headline).collect()
}

#[test]
fn cells_of_outlines_that_cannot_be_triangulated_stay_and_are_marked() {
    let before = generated(vec![square(GROUND, 0., 4.)]);
    let outdated = with_outlines(&before, |list| list[0].points[0].x = -1e35);
    assert_eq!(outdated.mesh, before.mesh, "the last cells");
    assert!(outdated.outlines.floors[0].is_outdated);
    assert_eq!(issues_of(&outdated), ["Outlines at 0 m cross in too many places"]);
    let back = with_outlines(&outdated, |list| list[0].points[0].x = 1.0);
    assert!(!back.outlines.floors[0].is_outdated && area(&back.mesh) < 16.0);
    assert_eq!(issues_of(&back), [""; 0]);
    let (opened, _) =
        read("navsmith document", text("navsmith document", &outdated).as_bytes()).expect("read");
    assert_eq!(opened.outlines, outdated.outlines);
    assert_eq!(area(&opened.mesh), 16.0);
    let flat = with_outlines(&before, |list| list.push(outline(GROUND, &[[9., 0.], [9., 1.], [9., 5.]])));
    assert_eq!(issues_of(&flat), ["The ring \"outline 2\" has no area"]);
    assert_eq!(area(&flat.mesh), 16.0);
}

#[test]
fn a_drag_through_outlines_that_cannot_be_triangulated_keeps_the_last_cells() {
    let start = generated(vec![square(GROUND, 0., 4.)]);
    let drag = |live: &mut LiveOutlines, change: &dyn Fn(&mut Outlines)| {
        let mut draft = Draft::of(start.mesh.clone());
        let mut outlines = start.outlines.as_ref().clone();
        change(&mut outlines);
        live.follow(&mut draft, &start.outlines, &mut outlines);
        (draft.into_mesh(), outlines)
    };
    let mut live = LiveOutlines::new(&start.outlines);
    let (usable, _) = drag(&mut live, &|outlines| outlines.list[0].points[0].x = -2.0);
    assert_eq!(area(&usable), 20.0);
    let (kept, outlines) = drag(&mut live, &move_away);
    assert_eq!(area(&kept), 20.0, "those of the last frame, not of the start");
    assert!(outlines.floors[0].is_outdated && kept.check() == Ok(()));
    let (later, outlines) = drag(&mut live, &|outlines| outlines.list[0].points[0].x = -1.0);
    assert_eq!(area(&later), 18.0);
    assert!(!outlines.floors[0].is_outdated);
}

//! Conflicts of an update that are decided for the new generation.

use std::collections::BTreeSet;

use crate::updates::{blocks, document, edited, issues, mesh, updated, updated_with};
use navsmith_core::geometry::{Vec2, ground, ground_area};
use navsmith_core::navmesh::{CellId, Draft, NavMesh, Surface, edit};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::update::{ConflictSubject, Update, update};

/// Returns the subjects of the conflicts of an update.
fn subjects(update: &Update) -> BTreeSet<ConflictSubject> {
    update.conflicts.iter().map(|conflict| conflict.subject).collect()
}

#[test]
fn a_conflict_can_be_decided_for_the_new_generation() {
    let mut decided = [0; 2];
    for seed in 0..24 {
        let blocks = blocks(seed);
        let block = (Vec2::new(6.0 + (seed % 5) as f32 * 3.0, 12.0), Vec2::new(1.4, 1.0));
        let document = edited(&document(mesh(&blocks)), seed, 25);
        let new = mesh(&[&blocks[..], &[block]].concat());
        let mine = updated(&document, &new);
        for subject in subjects(&mine) {
            let theirs = updated_with(&document, &new, &BTreeSet::from([subject]));
            let after = &theirs.document.mesh;
            assert!(theirs.conflicts.iter().any(|it| it.subject == subject), "{seed}: it stays in the list");
            match subject {
                ConflictSubject::Cell(cell) => {
                    decided[0] += 1;
                    assert!(mine.kept.contains(&cell) && !theirs.kept.contains(&cell), "{seed}: {subject:?}");
                    assert_eq!(after.cell(cell), None, "{seed}: {subject:?}");
                }
                ConflictSubject::DeletedGround(_) => {
                    decided[1] += 1;
                    assert!(theirs.kept_gone < mine.kept_gone, "{seed}: {subject:?}");
                }
                ConflictSubject::Link(link) => assert!(after.link(link).is_none(), "{seed}"),
            }
            let others: BTreeSet<CellId> = mine.kept.iter().copied().collect();
            let left: BTreeSet<CellId> = theirs.kept.iter().copied().collect();
            assert!(others.difference(&left).count() <= 1, "{seed}: the other edits stay");
            let new_issues: Vec<String> =
                issues(after).into_iter().filter(|issue| !issues(&document.mesh).contains(issue)).collect();
            assert_eq!(new_issues, Vec::<String>::new(), "{seed}: {subject:?}");
            let again = updated(&theirs.document, &new);
            assert!(again.is_same && again.document == theirs.document, "{seed}: {subject:?}");
            let gone = |update: &Update| update.kept_gone;
            if matches!(subject, ConflictSubject::Cell(_)) {
                assert!(gone(&mine) - gone(&theirs) <= 4, "{seed}: other deleted ground stays deleted");
            }
            // Ground that was restored stays, also if the level changes elsewhere.
            let far = (Vec2::new(3.0, 21.5), Vec2::splat(0.2));
            let next = mesh(&[&blocks[..], &[block, far]].concat());
            let later = updated(&theirs.document, &next);
            let area = |mesh: &NavMesh| -> f64 {
                mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell)).abs()).sum()
            };
            let lost = |update: &Update, later: &Update| {
                area(&update.document.mesh) - area(&later.document.mesh) - (area(&new) - area(&next))
            };
            // What is by hand can cover less of other cells.
            let of_mine = lost(&mine, &updated(&mine.document, &next));
            let of_theirs = lost(&theirs, &later);
            assert!(of_theirs < of_mine.max(0.0) + 0.6, "{seed}: {subject:?}: {of_theirs} m², {of_mine} m²");
        }
    }
    assert!(decided.iter().all(|&number| number > 3), "{decided:?}");
}

#[test]
fn all_conflicts_decided_for_the_new_generation_leave_none_of_their_edits() {
    let mut restored = 0;
    for seed in 0..12 {
        let blocks = blocks(seed);
        let block = (Vec2::new(6.0 + (seed % 5) as f32 * 3.0, 12.0), Vec2::new(1.4, 1.0));
        let document = edited(&document(mesh(&blocks)), seed, 25);
        let new = mesh(&[&blocks[..], &[block]].concat());
        let mut theirs = subjects(&updated(&document, &new));
        let update = loop {
            let update = updated_with(&document, &new, &theirs);
            let all = subjects(&update);
            if all.is_subset(&theirs) {
                break update;
            }
            theirs.extend(all);
        };
        for conflict in &update.conflicts {
            let ConflictSubject::Cell(cell) = conflict.subject else { continue };
            let at = ground(document.mesh.centroid(cell));
            let covers = |mesh: &NavMesh, id| Surface::of(mesh, id).covers(at);
            let has_ground = |mesh: &NavMesh| mesh.cells().any(|(id, _)| covers(mesh, id));
            if !update.kept.iter().any(|&other| covers(&document.mesh, other)) && has_ground(&new) {
                restored += usize::from(has_ground(&update.document.mesh));
            }
        }
        assert!(theirs.iter().all(|it| match it {
            ConflictSubject::Cell(cell) => !update.kept.contains(cell),
            _ => true,
        }));
    }
    assert!(restored > 5, "{restored}");
}

#[test]
fn an_update_can_be_stopped() {
    let document = edited(&document(mesh(&blocks(1))), 1, 20);
    let (new, none) = (mesh(&blocks(1)[1..]), BTreeSet::new());
    for reports in [0, 5, 20] {
        let progress = Progress::stopping_after(reports);
        assert!(update(&document, &new, document.mesh.id_counts(), &none, &progress).is_err(), "{reports}");
    }
}

#[test]
fn a_cell_that_was_turned_over_can_be_replaced_by_the_new_ones() {
    let document = document(mesh(&[]));
    let here = |cell: &CellId| Surface::of(&document.mesh, *cell).covers(Vec2::splat(8.0));
    let cell = document.mesh.cells().map(|(cell, _)| cell).find(here).expect("a cell");
    let mut draft = Draft::of(document.mesh.clone());
    edit::reverse_winding(&mut draft, &[cell]).expect("a cell");
    let document = Document { mesh: draft.into_mesh(), ..document };
    let new = mesh(&[(Vec2::new(8.0, 8.0), Vec2::splat(1.5))]);
    let theirs = updated_with(&document, &new, &BTreeSet::from([ConflictSubject::Cell(cell)]));
    assert_eq!(GeneratedElements::of(&theirs.document.mesh), GeneratedElements::of(&new));
}

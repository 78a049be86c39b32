//! Updates of the jump and drop links of generated meshes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::formats::{read, text, written};
use crate::updates::{document, mesh};
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{Draft, Link, LinkId, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::document::generated::GeneratedElements;
use navsmith_formats::update::{Update, update};

const UP: Vec3 = Vec3::Y;

/// A wide link along X at a depth on the floor, in both directions.
fn link(z: f32) -> Link {
    let [a, b, c, d] = [[4., 0., z], [4., 0., z + 1.], [8., 0., z], [8., 0., z + 1.]].map(Vec3::from);
    Link { from: [a, b], to: [c, d], ..Link::between(a, c) }
}

/// The same link with its directions and spans exchanged.
fn turned(link: Link) -> Link {
    let [[a, b], [c, d]] = [link.from, link.to];
    Link { from: [d, c], to: [b, a], ..link }
}

fn with(links: &[Link]) -> NavMesh {
    mesh(&[]).with_links(links.iter().copied()).expect("valid links")
}

fn updated(document: &Document, new: &NavMesh) -> Update {
    let (given, theirs) = (document.mesh.id_counts(), BTreeSet::new());
    update(document, new, given, &theirs, &Progress::none()).expect("not stopped").expect("it is generated")
}

fn edited(document: &Document, edit: impl FnOnce(&mut Draft)) -> Document {
    let mut draft = Draft::of(document.mesh.clone());
    edit(&mut draft);
    document.with_mesh(draft.into_mesh())
}

fn links(document: &Document) -> Vec<(LinkId, Link)> {
    document.mesh.links().map(|(id, link)| (id, *link)).collect()
}

#[test]
fn equal_links_stay_with_their_ids_in_either_direction() {
    let before = document(with(&[link(2.), link(8.)]));
    let again = updated(&before, &with(&[turned(link(8.)), link(2.)]));
    assert!(again.is_same && again.document == before, "{:?}", links(&again.document));
    let one_way = Link { is_one_way: true, ..link(2.) };
    let other = updated(&before, &with(&[one_way, link(8.)]));
    assert_eq!(links(&other.document), [(LinkId(1), link(8.)), (LinkId(2), one_way)]);
    assert_eq!((other.is_same, other.removed_links, other.added_links), (false, 1, 1));
    assert!(other.conflicts.is_empty(), "{:?}", other.conflicts);
}

#[test]
fn links_by_hand_stay_and_deleted_links_stay_deleted() {
    let new = with(&[link(2.), link(8.), link(14.)]);
    let by_hand = Link::between(Vec3::new(2., 0., 2.), Vec3::new(2., 0., 20.));
    let widened = Link { is_one_way: true, cost: 3.0, ..link(14.) };
    let before = edited(&document(new.clone()), |draft| {
        draft.remove_link(LinkId(0));
        draft.set_link(LinkId(2), widened);
        draft.add_link(by_hand);
    });
    let again = updated(&before, &new);
    assert!(again.is_same && again.document == before);
    let raised = with(&[link(2.1), link(8.), link(14.1), link(20.)]);
    let after = updated(&again.document, &raised).document;
    let wanted = [(LinkId(1), link(8.)), (LinkId(2), widened), (LinkId(3), by_hand), (LinkId(4), link(20.))];
    assert_eq!(links(&after), wanted, "no second link beside one by hand or a deleted one");
    let off = updated(&after, &mesh(&[]));
    assert_eq!(links(&off.document), [(LinkId(2), widened), (LinkId(3), by_hand)], "without jumps");
    assert_eq!((off.kept_links, off.removed_links), (2, 2));
}

#[test]
fn links_of_other_ground_follow_it() {
    let before = document(with(&[link(2.), link(8.)]));
    let block = [(Vec2::new(15., 15.), Vec2::ONE)];
    let new = mesh(&block).with_links([link(8.), link(20.)]).expect("valid links");
    let after = updated(&before, &new);
    assert_eq!(links(&after.document), [(LinkId(1), link(8.)), (LinkId(2), link(20.))]);
    assert_eq!(*after.document.generated, GeneratedElements::of(&new));
    let again = updated(&after.document, &new);
    assert!(again.is_same && again.document == after.document);
}

#[test]
fn files_store_which_links_are_generated() {
    let by_hand = Link::between(Vec3::new(2., 0., 2.), Vec3::new(2., 0., 20.));
    let before = edited(&document(with(&[link(2.), link(8.)])), |draft| {
        draft.remove_link(LinkId(0));
        draft.add_link(by_hand);
    });
    let generated = &before.generated;
    for name in ["navsmith document", "JSON", "glTF"] {
        let bytes = written(name, &before).expect(name);
        let (read, notes) = read(name, &bytes).expect(name);
        assert_eq!((&read.generated, notes), (generated, Vec::new()), "{name}");
    }
    let moved = before.moved(UP).expect("finite");
    assert_eq!(moved.generated.links(), [link(2.), link(8.)].map(|link| link.map(|at| at + UP)));
    assert!(moved.mesh.links().filter(|(_, link)| moved.generated.has_link(link)).count() == 1);
    let plain = Document { generated: Arc::default(), ..before };
    assert!(!text("navsmith document", &plain).contains("other_links"), "no generation");
}

#[test]
fn generated_links_of_a_file_are_checked() {
    let before = edited(&document(with(&[link(2.), link(8.)])), |draft| draft.remove_link(LinkId(0)));
    let file = text("navsmith document", &before);
    let fault = |from: &str, to: &str| {
        assert!(file.contains(from), "{file}");
        read("navsmith document", file.replace(from, to).as_bytes()).expect_err("it is refused")
    };
    let index = fault("(links: [0]", "(links: [7]");
    let cost = fault("(8.0, 0.0, 3.0)])", "(8.0, 0.0, 3.0)], cost: -1.0)");
    assert!(cost.contains("the cost of link 0 is -1; give a positive number"), "{cost}");
    assert!(index.contains("it names link 7, but there are 1, counted from 0"), "{index}");
}

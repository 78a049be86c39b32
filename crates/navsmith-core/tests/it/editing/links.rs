//! Edits of links.

use expect_test::expect;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{
    EditResult, add_link, delete_links, move_link_end, set_link, transform_vertices, with_links_on_cells,
};
use navsmith_core::navmesh::{Derived, Draft, Link, LinkEnd, LinkId, VertexId};

use super::TWO_SQUARES;
use crate::support::notation::mesh;

/// Returns the links after an edit on two squares with a link across them, or the refusal.
fn links_after(edit: impl FnOnce(&mut Draft) -> EditResult) -> String {
    let link = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(3.0, 0.0, 1.0));
    let mut draft = Draft::of(mesh(TWO_SQUARES).with_links([link]).expect("a sound link"));
    match edit(&mut draft) {
        Ok(edited) => {
            assert_eq!(draft.mesh().check(), Ok(()), "the mesh keeps its invariants");
            let span = |span: [Vec3; 2]| span.map(|place| place.to_array());
            let line = |(id, link): (LinkId, &Link)| {
                format!("{}: {:?} to {:?}\n", id.0, span(link.from), span(link.to))
            };
            let links: String = draft.mesh().links().map(line).collect();
            format!("{links}select {:?}\n", edited.links)
        }
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn an_end_takes_its_whole_span_along() {
    let span = [Vec3::X, Vec3::X * 2.0];
    let wide = Link { from: span, ..Link::between(Vec3::ZERO, Vec3::Z) };
    expect![[r#"
            0: [[5.0, 1.0, 0.0], [6.0, 1.0, 0.0]] to [[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]
            select [LinkId(0)]
        "#]]
    .assert_eq(&links_after(|draft| {
        set_link(draft, LinkId(0), wide)?;
        move_link_end(draft, LinkId(0), LinkEnd::From, Vec3::new(5.5, 1.0, 0.0))?;
        move_link_end(draft, LinkId(0), LinkEnd::To, Vec3::new(0.1, 0.2, 0.3))
    }));
}

#[test]
fn ends_move_up_and_down_with_their_cells() {
    let raise = |draft: &mut Draft| {
        let vertices: Vec<VertexId> = draft.mesh().vertices().map(|(id, _)| id).collect();
        transform_vertices(draft, &vertices, |at| at.with_y(0.5 * at.x))
    };
    expect![[r#"
        0: [[1.0, 0.5, 1.0], [1.0, 0.5, 1.0]] to [[3.0, 1.5, 1.0], [3.0, 1.5, 1.0]]
        select []
    "#]]
    .assert_eq(&links_after(|draft| {
        let links = Derived::build(draft.mesh()).links;
        with_links_on_cells(draft, &links, raise)
    }));
}

#[test]
fn a_deleted_link_leaves_its_number_unused() {
    expect![[r#"
            1: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]] to [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
            select [LinkId(1)]
        "#]]
    .assert_eq(&links_after(|draft| {
        delete_links(draft, &[LinkId(0)])?;
        add_link(draft, Link::between(Vec3::ZERO, Vec3::X))
    }));
}

#[test]
fn links_that_are_none_are_refused() {
    let link = Link::between(Vec3::ZERO, Vec3::X);
    expect!["A link's cost is more than 0. Give a positive number; 1 costs what plain ground does."]
        .assert_eq(&links_after(|draft| add_link(draft, Link { cost: 0.0, ..link })));
    expect!["That gives a coordinate that is infinite or not a number. Use smaller numbers."]
        .assert_eq(&links_after(|draft| add_link(draft, Link { to: [Vec3::NAN; 2], ..link })));
    expect!["There is no link 4: it may have been deleted. Select again."]
        .assert_eq(&links_after(|draft| delete_links(draft, &[LinkId(4)])));
    expect!["Nothing is selected to delete. Select something first."]
        .assert_eq(&links_after(|draft| delete_links(draft, &[])));
}

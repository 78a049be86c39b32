//! `navsmith bake`: the binary file that a game loads.

use std::path::Path;

use super::Done;
use super::args::file::BakeArguments;
use super::convert::ConvertTarget;
use super::load::load;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_formats::io::{BAKED, Format};

pub(super) fn run(arguments: &BakeArguments) -> Result<Done, String> {
    let &BakeArguments { ref source, ref out, ref axes, writing } = arguments;
    check_name(out)?;
    let mut loaded = load(source)?;
    loaded.notes.extend(unprepared(&loaded.document.mesh));
    let coordinates = axes.coordinates();
    ConvertTarget { out, format: &BAKED, coordinates, how: writing }.write(loaded)
}

/// Refuses a name that other programs, and navsmith, take for another format.
///
/// Any other extension is possible, because engines require their own.
fn check_name(out: &Path) -> Result<(), String> {
    match Format::of_name(out).filter(|format| **format != BAKED) {
        None => Ok(()),
        Some(other) => Err(format!(
            "{} ends like a {}; name it {}, or use navsmith convert",
            out.display(),
            other.name,
            BAKED.renamed(out).display()
        )),
    }
}

/// Returns a note if no [`Solver`] can be built for a mesh.
fn unprepared(mesh: &NavMesh) -> Option<String> {
    let (derived, agent, filter) = (Derived::build(mesh), Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, &derived, &agent, &filter);
    let is_refused = mesh.cell_count() > 0 && Solver::build(&walkable).is_none();
    is_refused.then(|| {
        "cells cross themselves, have no area or are inside out, so no Solver can be built for the mesh; \
         navsmith validate lists them"
            .to_owned()
    })
}

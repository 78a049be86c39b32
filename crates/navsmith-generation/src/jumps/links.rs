//! Links of samples that land side by side.

use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{Derived, Link, LinkEnd, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Outcome, Query, find_path};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::Progress;

use super::ends::LinkPlaces;
use super::landing::{JumpLanding, Landed};
use super::{JumpLink, JumpObstacle, JumpSettings, Jumps, RejectedJump, Sample};
use crate::error::GenerationError;

/// Length of a walk for which no link is needed, as a multiple of the length of the link.
const SHORT: f64 = 3.0;

/// Distance up to which both ends of two links are beside each other, as a multiple of the spacing.
const BESIDE: f32 = 4.0;

/// Maximum number of samples of a link.
const MOST_IN_ROW: usize = 64;

/// A take-off with its landing.
type Jump = (Sample, Landed);

/// Joins landings to links.
pub(super) fn of(
    world: (&NavMesh, &Derived),
    samples: &[Sample],
    found: &[JumpLanding],
    settings: &JumpSettings,
    progress: &Progress,
) -> Result<Jumps, GenerationError> {
    let mut jumps = Jumps::default();
    let mut places = LinkPlaces::within(BESIDE * settings.spacing);
    let mut units = progress.units(samples.len(), super::SAMPLES_PER_REPORT);
    let mut row: Vec<Jump> = Vec::new();
    for (&sample, &landing) in samples.iter().zip(found) {
        units.step()?;
        let next = landing.ok().map(|landed| (sample, landed));
        if !next.is_some_and(|next| extends(&row, next, settings.spacing)) {
            add(world, &mut jumps, &mut places, &std::mem::take(&mut row));
        }
        row.extend(next);
        let rejected = landing.err().map(|why| RejectedJump { at: sample.at, direction: sample.out, why });
        jumps.rejected.extend(rejected);
    }
    add(world, &mut jumps, &mut places, &row);
    Ok(jumps)
}

/// Whether a jump lands beside those of a row, nearly on a straight line.
fn extends(row: &[Jump], (sample, landed): Jump, spacing: f32) -> bool {
    let (Some((first, start)), Some((last, _))) = (row.first(), row.last()) else { return true };
    let is_alike = |(_, other): &Jump| (other.kind, other.leads_back) == (landed.kind, landed.leads_back);
    let is_straight = |(nth, (_, other)): (usize, &Jump)| {
        let share = nth as f32 / row.len() as f32;
        start.at.lerp(landed.at, share).distance(other.at) <= spacing
    };
    // A landing in front of the row and one behind it are no line.
    let is_forward = (ground(landed.at) - ground(start.at)).dot(ground(sample.at) - ground(first.at)) > 0.0;
    let is_near = last.edge == sample.edge && row.len() < MOST_IN_ROW;
    is_near && row.iter().all(is_alike) && is_forward && row.iter().enumerate().all(is_straight)
}

/// Adds the link of a row, unless another one leads there or walking is short.
fn add(world: (&NavMesh, &Derived), jumps: &mut Jumps, places: &mut LinkPlaces, row: &[Jump]) {
    let (Some((first, start)), Some((last, end))) = (row.first(), row.last()) else { return };
    let link = Link {
        from: [first.at, last.at],
        to: [start.at, end.at],
        is_one_way: !start.leads_back,
        ..Link::between(first.at, start.at)
    };
    let other = places.has(&link).then_some(JumpObstacle::OtherLink);
    if let Some(why) = other.or_else(|| short_walk(world, &link).map(JumpObstacle::ShortWalk)) {
        jumps.rejected.extend(row.iter().map(|(sample, _)| RejectedJump {
            at: sample.at,
            direction: sample.out,
            why,
        }));
        return;
    }
    places.add(&link);
    jumps.links.push(JumpLink { link, kind: start.kind, samples: row.len() });
}

/// Returns the length of a path on the mesh to the end of a link.
///
/// `None` if it is long or there is none.
fn short_walk((mesh, derived): (&NavMesh, &Derived), link: &Link) -> Option<f64> {
    let [from, to] = LinkEnd::BOTH.map(|end| link.middle(end));
    let end = |at: Vec3| Endpoint { ground: ground(at), height: Some(at.y) };
    let algorithm = AlgorithmChoice::Named(Algorithm::Nodes(Method::Midpoints));
    let settings = Settings { algorithm, ..Settings::default() };
    let query = Query { settings, ..Query::new(end(from), end(to)) };
    let Outcome::Path(path) = find_path(mesh, derived, &query).outcome else { return None };
    (path.length <= SHORT * f64::from(from.distance(to))).then_some(path.length)
}

//! Jump and drop links from the borders of a mesh.
//!
//! Samples along each border edge are tried as take-offs, outwards and at right angles to the edge. The body of the agent
//! follows a curve over the solid spans of the level, as in the jump links of Detour (Mononen, *Navmesh jump links*,
//! 2011). Neighbouring samples that land side by side become one wide link.

mod curve;
mod space;
mod landing;
mod ends;
mod links;
mod nearest;
mod text;

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::{CellId, Derived, HalfEdge, Link, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;

use crate::error::GenerationError;
use crate::generate::{Fields, Generation};
use landing::{JumpLanding, Tried};
use space::Space;

pub use ends::LinkPlaces;
pub use nearest::NearestJump;

/// Number of samples between two progress reports.
const SAMPLES_PER_REPORT: usize = 1 << 4;

/// Maximum number of samples of a mesh.
const MOST_SAMPLES: usize = 1 << 20;

/// Settings of jump links; lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpSettings {
    /// Longest jump on the ground.
    pub length: f32,
    /// Height of the highest point of a jump above its take-off; the agent can land at most as high.
    pub peak: f32,
    /// Deepest landing below the take-off.
    pub depth: f32,
    /// Height above the feet up to which solid ground does not stop the body.
    pub tolerance: f32,
    /// Distance between two samples along an edge.
    pub spacing: f32,
}

/// How an agent moves along a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JumpKind {
    /// It jumps.
    Jump,
    /// It walks over the edge and falls.
    Drop,
}

/// A proposed link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpLink {
    /// The link, from the border edge. It has one direction if the agent cannot jump back.
    pub link: Link,
    /// How the agent moves from its start to its end.
    pub kind: JumpKind,
    /// Number of samples that it joins.
    pub samples: usize,
}

/// Reason why no link starts at a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JumpObstacle {
    /// No floor is in the direction of the jump.
    NoFloor,
    /// The nearest floor is this far below, in metres.
    TooDeep(f32),
    /// The nearest floor is this far above, in metres.
    TooHigh(f32),
    /// The body hits something.
    Wall {
        /// Position of the feet there.
        at: Vec3,
        /// Part of the way that is free, from 0 to 1.
        share: f32,
    },
    /// A path on the mesh of this length leads to the landing, in metres.
    ShortWalk(f64),
    /// Another link leads from there to the landing.
    OtherLink,
}

/// A sample from which no link starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RejectedJump {
    /// The take-off.
    pub at: Vec3,
    /// Direction of the jump on the ground.
    pub direction: Vec2,
    /// The reason.
    pub why: JumpObstacle,
}

/// Proposed links, and the samples without one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jumps {
    /// The links, by edge.
    pub links: Vec<JumpLink>,
    /// The samples without a link, by edge.
    pub rejected: Vec<RejectedJump>,
}

impl JumpSettings {
    /// Returns the default settings for an agent.
    pub fn of(agent: &Agent) -> Self {
        Self { length: 2.5, peak: 0.5, depth: 3.0, tolerance: agent.max_climb, spacing: agent.radius }
    }

    /// Returns the settings with lengths times a factor.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let [length, peak, depth, tolerance, spacing] =
            [self.length, self.peak, self.depth, self.tolerance, self.spacing].map(|length| length * factor);
        Self { length, peak, depth, tolerance, spacing }
    }

    /// Returns what is wrong with the settings, with a remedy; `None` if nothing is.
    pub fn problem(&self) -> Option<String> {
        let Self { length, peak, depth, tolerance, spacing } = *self;
        let all = [("length", length), ("peak", peak), ("depth", depth), ("tolerance", tolerance)];
        let wrong = all.iter().find(|(_, value)| !value.is_finite() || *value < 0.0);
        if let Some((name, value)) = wrong {
            return Some(format!("the {name} of jumps is {value}; enter 0 or more metres"));
        }
        let is_positive = spacing.is_finite() && spacing > 0.0;
        (!is_positive).then(|| format!("the spacing of jumps is {spacing}; enter more than 0 metres"))
    }
}

/// A take-off on a border edge.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Number of its edge.
    edge: usize,
    at: Vec3,
    /// Direction outwards, of length 1.
    out: Vec2,
}

impl Generation {
    /// Proposes jump and drop links along the borders of the mesh.
    ///
    /// The body has the radius of the agent without a voxel, because voxels are wider than what they contain. A link
    /// within an island is left out if walking is at most three times as long.
    ///
    /// # Errors
    /// If a setting is invalid, there are too many samples, or the search is stopped.
    pub fn jumps(&self, settings: &JumpSettings, progress: &Progress) -> Result<Jumps, GenerationError> {
        if let Some(why) = settings.problem() {
            return Err(GenerationError::Settings(why));
        }
        let derived = Derived::build(&self.mesh);
        let samples = samples(&self.mesh, &derived, settings.spacing)?;
        let found = self.landings(&samples, (&derived, settings), &progress.part(0.0..0.9))?;
        links::of((&self.mesh, &derived), &samples, &found, settings, &progress.part(0.9..1.0))
    }

    /// Adds the links of [`Generation::jumps`] to the mesh, and returns them.
    ///
    /// # Errors
    /// As [`Generation::jumps`].
    pub fn add_jumps(
        &mut self,
        settings: &JumpSettings,
        progress: &Progress,
    ) -> Result<Jumps, GenerationError> {
        let jumps = self.jumps(settings, progress)?;
        let links = jumps.links.iter().map(|jump| jump.link);
        self.mesh = self.mesh.clone().with_links(links).map_err(GenerationError::Settings)?;
        Ok(jumps)
    }

    /// Tries all samples, tile by tile.
    fn landings(
        &self,
        samples: &[Sample],
        (derived, settings): (&Derived, &JumpSettings),
        progress: &Progress,
    ) -> Result<Vec<JumpLanding>, GenerationError> {
        let mut found = vec![Err(JumpObstacle::NoFloor); samples.len()];
        let mut units = progress.units(samples.len(), SAMPLES_PER_REPORT);
        let ranges = match &self.fields {
            Fields::One(field) => vec![field.range],
            Fields::Tiles(ranges) => ranges.clone(),
        };
        let margin = settings.length + self.settings.agent.radius;
        for (number, range) in ranges.into_iter().enumerate() {
            let own: Vec<usize> =
                (0..samples.len()).filter(|&nth| self.part_at(samples[nth].at) == Some(number)).collect();
            if own.is_empty() {
                continue;
            }
            let space = match &self.fields {
                Fields::One(field) => Space::of(&field.solid, range, self),
                Fields::Tiles(_) => Space::around(range, margin, self)?,
            };
            for nth in own {
                units.step()?;
                let tried = Tried { mesh: &self.mesh, derived, space: &space, settings };
                found[nth] = tried.landing(samples[nth].at, samples[nth].out);
            }
        }
        Ok(found)
    }
}

/// Returns samples on all border edges, by cell and side.
fn samples(mesh: &NavMesh, derived: &Derived, spacing: f32) -> Result<Vec<Sample>, GenerationError> {
    let mut samples = Vec::new();
    let sides = |cell: CellId| (0..mesh.ring(cell).len() as u32).map(move |side| HalfEdge { cell, side });
    let borders = mesh.cells().flat_map(|(cell, _)| sides(cell));
    let borders = borders.filter(|&side| derived.adjacency.twin(side).is_none());
    for (edge, side) in borders.enumerate() {
        let Some([from, to]) = mesh.half_edge(side).map(|ends| ends.map(|end| mesh.position(end))) else {
            continue;
        };
        let along = ground(to) - ground(from);
        let Some(direction) = along.try_normalize() else { continue };
        let inside = (ground(mesh.centroid(side.cell)) - ground(from)).dot(direction.perp());
        let out = direction.perp() * if inside > 0.0 { -1.0 } else { 1.0 };
        let count = (along.length() / spacing).floor().max(1.0);
        if samples.len() as f32 + count > MOST_SAMPLES as f32 {
            return Err(GenerationError::Settings(format!(
                "the borders have more than {MOST_SAMPLES} samples of jumps; enter a larger spacing"
            )));
        }
        let at = |nth: usize| from.lerp(to, (nth as f32 + 0.5) / count);
        samples.extend((0..count as usize).map(|nth| Sample { edge, at: at(nth), out }));
    }
    Ok(samples)
}

//! The result of a generation, computed by a job.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::levels::surface::SurfaceKey;
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, Reaction, When};
use navsmith_core::geometry::ground_area;
use navsmith_core::progress::Stopped;
use navsmith_formats::document::count;
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_generation::{Generation, GenerationError, Jumps, LimitLine, generate};

/// Number of triangles above which a mesh is generated on request only.
const MOST_AT_ONCE: usize = 100_000;

/// Approximate share of the job that is complete once the mesh is generated.
const GENERATED: f32 = 0.8;

/// Approximate share that is complete once the limits are found.
const LIMITS_FOUND: f32 = 0.9;

/// Result of a generation.
#[derive(Clone, Debug)]
pub struct GenerationFound {
    /// The mesh with its recorded stages and its links; `Err` is the reason and a remedy, a clause.
    pub outcome: Result<Arc<Generation>, String>,
    /// The links, and the samples without one; `None` if the plan has no jumps.
    pub jumps: Option<Jumps>,
    /// What is near the limits of the agent.
    pub limits: Vec<LimitLine>,
    /// Area of the cells on the ground, in m².
    pub area: f64,
    /// Time that the generation took, in seconds.
    pub seconds: f64,
}

impl PartialEq for GenerationFound {
    /// Compares the meshes, because the stages follow from the same source, and times differ.
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.outcome, &other.outcome) {
            (Ok(one), Ok(other)) => one.mesh == other.mesh,
            (one, other) => one.as_ref().err() == other.as_ref().err(),
        };
        is_same && self.limits == other.limits && self.jumps == other.jumps
    }
}

impl GenerationFound {
    /// Returns the result in a few words, such as "123 cells, 45.6 m², 0.12 s"; `None` without a mesh.
    pub fn summary(&self) -> Option<String> {
        let generation = self.outcome.as_ref().ok()?;
        let cells = count(generation.mesh.cell_count(), "cell", "cells");
        Some(format!("{cells}, {:.1} m², {:.2} s", self.area, self.seconds))
    }
}

/// Key of the result.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct GenerationKey {
    levels: SurfaceKey,
    plan: Arc<GenerationPlan>,
}

impl Analysis for GenerationKey {
    type Value = GenerationFound;

    const TITLE: &'static str = "generating a mesh";

    // While a number is dragged, each result is shown.
    const RUNS_DURING_GESTURES: bool = true;

    fn when(state: &State) -> When {
        if triangles(state) > MOST_AT_ONCE { When::OnRequest } else { When::AfterFirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { levels: SurfaceKey::key(state)?, plan: Arc::clone(&state.document().generation) })
    }

    fn compute(&self, JobContext { progress, now }: JobContext<'_>) -> Result<GenerationFound, Stopped> {
        let began = now();
        let settings = &self.plan.settings;
        let outcome =
            generate(self.plan.source(self.levels.levels()), settings, &progress.part(0.0..GENERATED));
        let seconds = now() - began;
        progress.stage("finding what is near the limits", GENERATED..LIMITS_FOUND).report(0, 1)?;
        let contradictions = || {
            let line = |text| LimitLine { text, is_blocked: true, places: Vec::new() };
            settings.warnings().into_iter().map(line).collect()
        };
        let (mut outcome, limits) = match outcome {
            Err(GenerationError::Stopped(stopped)) => return Err(stopped),
            Err(error) => (Err(error.to_string()), contradictions()),
            Ok(generation) => {
                let limits = generation.limits().map_or_else(contradictions, |check| check.lines());
                (Ok(generation), limits)
            }
        };
        let progress = progress.stage("finding jump links", LIMITS_FOUND..1.0);
        let jumps = match (&mut outcome, &self.plan.jumps) {
            (Ok(generation), Some(settings)) => Some(generation.add_jumps(settings, &progress)),
            _ => None,
        };
        let jumps = match jumps.transpose() {
            Err(GenerationError::Stopped(stopped)) => return Err(stopped),
            Err(error) => {
                outcome = Err(error.to_string());
                None
            }
            Ok(jumps) => jumps,
        };
        let outcome = outcome.map(Arc::new);
        let area = outcome.as_ref().map_or(0.0, |generation| {
            let mesh = &generation.mesh;
            mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell))).sum()
        });
        Ok(GenerationFound { outcome, jumps, limits, area, seconds })
    }

    fn done(state: &mut State) -> Reaction {
        let is_ready = state.generation.is_awaited && state.analyses.generation.current().is_some();
        if is_ready { Reaction::Generate } else { Reaction::Nothing }
    }

    fn stopped(state: &mut State) -> Reaction {
        state.generation.is_awaited = false;
        Reaction::Nothing
    }
}

/// Returns the number of triangles of the visible levels.
pub fn triangles(state: &State) -> usize {
    SurfaceKey::key(state).map_or(0, |key| key.triangles())
}

/// Returns the result for the present plan and levels; requests it unless they are large.
pub fn found(state: &State) -> Option<&GenerationFound> {
    state.value::<GenerationKey>()
}

/// Returns the last result, which may be outdated.
pub fn latest(state: &State) -> Option<&GenerationFound> {
    state.analyses.generation.latest()
}

/// Returns the mesh and the stages of the last result.
pub fn generation(state: &State) -> Option<&Arc<Generation>> {
    latest(state)?.outcome.as_ref().ok()
}

/// Returns the number of the running job.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.generation.running()
}

/// Whether the user stopped the job for the present plan and levels, or it failed.
pub fn is_stopped(state: &State) -> bool {
    state.analyses.generation.is_stopped()
}

/// Whether the levels are large, so that a mesh is generated on request only.
pub fn is_on_request(state: &State) -> bool {
    GenerationKey::when(state) == When::OnRequest
}

/// Whether a level can be the source of a mesh.
pub fn has_level(state: &State) -> bool {
    SurfaceKey::key(state).is_some()
}

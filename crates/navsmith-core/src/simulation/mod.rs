//! Agents that follow paths over a mesh, at a fixed time step.
//!
//! A simulation is deterministic: the same mesh, scenario and seed give the same positions on every machine. Sine,
//! cosine and the like come from `libm`, because those of the standard library differ between platforms.
//!
//! `steer` moves one agent along its path, `crowd` keeps agents apart, `world` runs a scenario step by step, `run` records
//! it, and `explain` states why agents are stuck. A module uses only modules above it.
//!
//! A `Scenario` is a part of a document: groups of agents
//! with their start, behaviour and target, and the expected result. A `NavActor` follows the waypoints of a
//! `FollowedPath`, and plans another one when its target moves or when the path is no longer valid. A `PlanPath` finds
//! its paths: `PathPlanner` by a query, a simulation by the search that agents share. A `PathCorridor` moves both ends
//! of a path, and adds and removes cells there, so that a displaced agent needs no search; `repair` and
//! `optimize_topology` search a bounded number of cells. A `Simulation` moves the agents of a scenario step by step,
//! each with a `NavActor` and, depending on its behaviour, a `PathCorridor`: paths, desired velocities, avoidance, and
//! movement with a radius. Agents with one target share a search (`TargetTree`). An `AgentClass` is the size and the
//! filter of a group; agents of one class share searches. A `LinkWalk` is the way of an agent over a link. A
//! `StringPuller` returns the bends of a path at the radius of an agent. The agent walks along the tangents of their
//! circles, and passes a corner where it no longer turns there. A `Recording` stores every frame in at most 256 MB, and
//! returns any of them in constant time; `RunReport` and `why_stuck` summarise a run, and `HeatMap` adds up its
//! positions. A `RecordedRun` also stores `Keyframes`, which are states of the simulation in at most 64 MB. From the
//! one before, `AgentDecisions` repeats a part of the run to store what one agent decided, and a run continues after a
//! `RunChange` of its targets or of the mesh. `steer` computes the force on a `SteeredBody` and its direction of view;
//! straight chases move by it. `containment` finds the wall ahead, and `smoothed` bends a path where that keeps its
//! clearance. A group sets whether its agents use them, and `Replanning`.
//!
//! Invariant: the same mesh, scenario and seed give the same positions on every machine; trigonometric functions come
//! from `libm`.

pub mod steer;
pub mod scenario;
mod agent_class;
pub mod events;
mod target_tree;
pub mod crowd;
pub mod places;
pub mod path_smoothing;
pub mod goal;
pub mod world;
pub mod run;
pub mod explain;

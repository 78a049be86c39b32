//! The document with its history, selection and settings, and the engine of computed values.
//!
//! A `TableOrder` sorts the rows of a panel by a column. A `Table` is copied as text or saved as a `TableContent`,
//! which keeps the meshes to measure, so that a job computes it. Edits take a `DocumentDraft`: the `Draft` of the mesh,
//! and the rest of the document. During a drag, every frame applies the whole delta to the document as it was at the
//! start of the drag. Rounding does not accumulate, and Escape restores the old document. What the editor computes from
//! the document and may take longer than a frame is an `Analysis`: a key that contains all that the value depends on,
//! and a computation on it. The trace of a short search is kept beside its answer, and the ranges of legends beside the
//! mesh; both are computed at first use. Its `Memo` stores the last value with its key, and the state of its job: idle,
//! running or stopped. After every change, `Editor::follow_analyses` compares each key with the present one. A value
//! with another key is outdated; a job for another key is stopped. `When` states when a value is computed: at its first
//! use, by a job after its first use, on request, or always. Small meshes are computed at first use, large ones by a
//! job (`Effect::Start`, `Input::JobDone`). Keys contain snapshots. A snapshot of the mesh costs little, and two of the
//! same mesh compare by pointer first.
//!
//! Invariant: a value that the editor shows as current equals a new computation; `tests/it/computed_values.rs` checks
//! this after random edits, settings, and late, stopped and failed jobs.

pub mod job;
pub mod pick;
pub mod selection;
pub mod draft;
pub mod command;
pub mod options;
pub mod table;
pub mod scales;
pub(super) mod sight;
pub(super) mod boxes;
pub mod loaded;
pub mod picture;
pub mod effect;
pub(super) mod memo;
pub mod change;

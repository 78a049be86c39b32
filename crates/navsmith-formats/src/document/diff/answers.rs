//! Differences between the answers to the saved queries of two documents.

use std::mem::discriminant;

use super::aspect::{Aspect, Aspects};
use super::{Changed, DocumentDiff};
use crate::document::{Document, ExpectedLength, NamedQuery};
use navsmith_core::navmesh::{CellId, Derived};
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::Silent;

/// A saved query whose answers differ.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerChange {
    /// Indices of the query in both documents, and what differs.
    pub query: Changed<usize>,
    /// The answers in both documents; `None` where an end is not placed.
    pub answers: [Option<Answer>; 2],
}

impl AnswerChange {
    /// Returns the lengths of both paths in metres; `None` without a path.
    pub fn lengths(&self) -> [Option<f64>; 2] {
        self.answers.each_ref().map(|answer| Some(answer.as_ref()?.path()?.length))
    }

    /// Returns the costs of both paths; `None` without a path, and where every metre costs 1.
    pub fn costs(&self) -> [Option<f64>; 2] {
        self.answers.each_ref().map(|answer| answer.as_ref()?.path()?.cost)
    }
}

/// Answers each query that is in both documents; returns those whose answers differ.
///
/// In each document, a query has the settings that it has there.
/// Lengths and costs differ if one is not within the tolerance that [`ExpectedLength::of`] gives to the other. Documents without
/// differences are not searched.
pub fn changed_answers(
    diff: &DocumentDiff,
    documents: [(&Document, &Derived); 2],
    progress: &Progress,
) -> Result<Vec<AnswerChange>, Stopped> {
    let mut found = Vec::new();
    if diff.is_empty() {
        return Ok(found);
    }
    let pairs: Vec<[usize; 2]> = diff.query_pairs().collect();
    for (done, indices) in pairs.iter().enumerate() {
        progress.report(done, pairs.len())?;
        let answer = |side: usize| {
            let (document, derived) = documents[side];
            let question = document.queries.get(indices[side]).and_then(NamedQuery::question);
            let find =
                |question| find_path_with_progress(&document.mesh, derived, &question, &mut Silent, progress);
            question.map(find).transpose().map(|found| found.map(|(answer, _)| answer))
        };
        let answers = [answer(0)?, answer(1)?];
        let what = differing(diff, [answers[0].as_ref(), answers[1].as_ref()]);
        if !what.is_empty() {
            let [before, after] = *indices;
            found.push(AnswerChange { query: Changed { before, after, what }, answers });
        }
    }
    Ok(found)
}

/// Returns the aspects in which two answers differ.
fn differing(diff: &DocumentDiff, answers: [Option<&Answer>; 2]) -> Aspects {
    let [Some(one), Some(other)] = answers else {
        return Aspects::default().with(Aspect::Outcome, answers[0].is_some() != answers[1].is_some());
    };
    let is_other = discriminant(&one.outcome) != discriminant(&other.outcome);
    let aspects = Aspects::default().with(Aspect::Outcome, is_other);
    let (Some(before), Some(after)) = (one.path(), other.path()) else { return aspects };
    let is_longer = !ExpectedLength::of(before.length).is_met_by(after.length);
    let is_dearer = (before.cost.is_some() || after.cost.is_some())
        && !ExpectedLength::of(before.measure()).is_met_by(after.measure());
    let mapped = before.corridor.iter().map(|&cell| diff.cell_after(cell));
    let is_elsewhere = !mapped.eq(after.corridor.iter().map(|&cell: &CellId| Some(cell)));
    let aspects = aspects.with(Aspect::Length, is_longer).with(Aspect::Cost, is_dearer);
    aspects.with(Aspect::Cells, is_elsewhere)
}

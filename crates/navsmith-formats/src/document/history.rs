//! Undo and redo as lists of documents, which share their unchanged data.

use super::Document;

/// An undoable step: its title and the state before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<S> {
    /// Title in the history list.
    pub title: String,
    /// The document before the step; for an undone step, the document after it.
    pub document: Document,
    /// The selection that belongs to the document.
    pub selection: S,
}

/// All done and undone steps within a memory budget in bytes.
///
/// `S` is the selection, which is restored together with the document.
///
/// Each gesture is one transaction. [`History::begin`] stores the current state. [`History::commit`] then adds a step
/// if the document changed; [`History::roll_back`] returns the stored state instead.
#[derive(Clone, Debug)]
pub struct History<S> {
    done: Vec<Step<S>>,
    /// Bytes that each done step does not share with the document after it.
    kept: Vec<usize>,
    undone: Vec<Step<S>>,
    open: Option<Step<S>>,
    budget: usize,
}

/// Default memory budget in bytes: 512 MiB.
const DEFAULT_BUDGET: usize = 512 << 20;

impl<S> Default for History<S> {
    fn default() -> Self {
        Self::with_budget(DEFAULT_BUDGET)
    }
}

impl<S> History<S> {
    /// Creates a history with a memory budget in bytes.
    ///
    /// Only bytes that steps do not share count. The last step is always kept.
    pub fn with_budget(budget: usize) -> Self {
        Self { done: Vec::new(), kept: Vec::new(), undone: Vec::new(), open: None, budget }
    }

    /// Returns the done steps, oldest first.
    pub fn done(&self) -> &[Step<S>] {
        &self.done
    }

    /// Returns the undone steps; the next one to redo is last.
    pub fn undone(&self) -> &[Step<S>] {
        &self.undone
    }

    /// Returns the title of a step, counted from 1 over all done and undone steps.
    ///
    /// Returns `None` if there is no such step.
    pub fn title(&self, step: usize) -> Option<&str> {
        let index = step.checked_sub(1)?;
        let undone = || self.undone.iter().rev().nth(index - self.done.len());
        self.done.get(index).or_else(undone).map(|step| step.title.as_str())
    }

    /// Returns the document after a number of steps.
    ///
    /// Returns `None` for the present document, and past the last step.
    pub fn document_after(&self, steps: usize) -> Option<&Document> {
        let undone = || self.undone.iter().rev().nth(steps.checked_sub(self.done.len() + 1)?);
        self.done.get(steps).or_else(undone).map(|step| &step.document)
    }

    /// Returns the open transaction.
    pub fn open(&self) -> Option<&Step<S>> {
        self.open.as_ref()
    }

    /// Begins a transaction; the caller must first commit an open one.
    pub fn begin(&mut self, title: impl Into<String>, document: &Document, selection: S) {
        self.open = Some(Step { title: title.into(), document: document.clone(), selection });
    }

    /// Closes the transaction, and adds a step if `document` differs from the stored one.
    ///
    /// Returns whether it added a step.
    pub fn commit(&mut self, document: &Document) -> bool {
        let Some(step) = self.open.take().filter(|step| step.document != *document) else { return false };
        self.undone.clear();
        self.push(step, document);
        self.keep_within_budget();
        true
    }

    /// Closes the transaction without a step and returns the stored state; `None` if none was open.
    pub fn roll_back(&mut self) -> Option<(Document, S)> {
        self.open.take().map(|step| (step.document, step.selection))
    }

    /// Undoes the last step and returns the state before it; `None` if there is none.
    pub fn undo(&mut self, document: &Document, selection: S) -> Option<(Document, S)> {
        let step = self.done.pop()?;
        self.kept.pop();
        self.undone.push(Step { title: step.title, document: document.clone(), selection });
        Some((step.document, step.selection))
    }

    /// Redoes the last undone step and returns the state after it; `None` if there is none.
    pub fn redo(&mut self, document: &Document, selection: S) -> Option<(Document, S)> {
        let step = self.undone.pop()?;
        let done = Step { title: step.title, document: document.clone(), selection };
        self.push(done, &step.document);
        Some((step.document, step.selection))
    }

    fn push(&mut self, step: Step<S>, after: &Document) {
        self.kept.push(step.document.bytes_not_shared_with(after));
        self.done.push(step);
    }

    fn keep_within_budget(&mut self) {
        let mut bytes = 0;
        let fits = |kept: &&usize| {
            bytes += **kept;
            bytes <= self.budget
        };
        let drop = self.done.len() - self.kept.iter().rev().take_while(fits).count().max(1);
        self.done.drain(..drop);
        self.kept.drain(..drop);
    }
}

//! Proposals of the analyses, found where a panel shows them and applied like the fixes of issues.

use crate::editor::Editor;
use crate::editor::analysis::{connections, detour, why};
use crate::editor::edits::fixing;
use crate::editor::simulation::runs;
use navsmith_core::navmesh::CellId;
use navsmith_formats::check::JoinKind;

/// The answer of an analysis that contains a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalSource {
    /// Closing the gaps of a gap route, by its index in [`why::WhyNot::ways`].
    Gaps(usize, JoinKind),
    /// Changes of the active query and of links that unblock the path.
    Unblock,
    /// The edit of the answer for two cells, or of their row in the list.
    Connection([CellId; 2]),
    /// A fix by its index in [`detour::WhyDetour::fixes`].
    Detour(usize),
    /// The change of the scenario that lets an agent arrive.
    Stuck(usize),
}

/// Applies the proposal of an analysis as one undo step, or shows why there is none.
pub(in crate::editor) fn apply(editor: &mut Editor, source: ProposalSource) {
    let found = match source {
        ProposalSource::Gaps(way, kind) => why::closing(editor, way, kind),
        ProposalSource::Unblock => why::unblocking(editor),
        ProposalSource::Connection(cells) => connections::connecting(editor, cells),
        ProposalSource::Detour(index) => detour::proposal(editor, index),
        ProposalSource::Stuck(agent) => runs::proposal(editor, agent),
    };
    match found {
        Ok(proposal) => fixing::apply(editor, &proposal),
        Err(message) => {
            if let ProposalSource::Gaps(way, _) = source {
                why::search_way(&mut editor.state, way);
            }
            editor.say(message);
        }
    }
}

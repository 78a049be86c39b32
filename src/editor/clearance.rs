//! How wide an agent may be on the way from the start to the target.

use super::analysis::ChokePlace;
use super::{Editor, Message};
use crate::pathfinding::{End, Gaps, Walkable, Widest, widest};

impl Editor {
    /// The widest way between the two ends of the active query, for whoever its agent is but for its radius; `None`
    /// without both ends, or where there is no way.
    ///
    /// Computed when asked.
    pub fn widest(&self) -> Option<Widest> {
        let [start, target] = [self.located(End::Start)?, self.located(End::Target)?];
        let settings = self.settings();
        let walkable = Walkable::new(&self.document.mesh, &self.derived, &settings.agent, &settings.filter);
        widest(&walkable, &Gaps::build(&walkable), start, target)
    }

    /// Says who is the widest that gets through, and shows the portal that stops who is wider.
    pub(super) fn show_widest(&mut self) {
        let Some(found) = self.widest() else {
            return self.warn("No agent gets from the start to the target, however narrow.");
        };
        let Some(bottleneck) = found.bottleneck else {
            return self.say(Message::info("No wall stands between the start and the target."));
        };
        self.frame_choke(ChokePlace::Portal(bottleneck.portal));
        let radius = found.radius();
        let [one, other] = bottleneck.ends;
        self.say(Message::info(format!(
            "The widest agent that gets through has a radius of {radius:.3} m. What is wider is stopped at cell {}, between ({:.2}, {:.2}) and ({:.2}, {:.2}).",
            bottleneck.portal.cell.0, one.x, one.z, other.x, other.z
        )));
    }
}

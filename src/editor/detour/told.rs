//! What is said of a detour, in sentences.

use super::WhyDetour;
use crate::editor::Editor;
use crate::pathfinding::{Fix, Mend, OptimalityGap};

impl WhyDetour<'_> {
    /// How the path compares with those of the other algorithms, and whether it is proven to be the shortest, in
    /// sentences; `None` until it is known.
    pub fn verdict(&self) -> Option<String> {
        let comparison = self.comparison.filter(|_| self.own.is_some())?;
        let shortest = comparison.shortest()?;
        let gap = comparison.optimality_gap(shortest);
        let is_proven = gap.is_some_and(OptimalityGap::is_optimal);
        let known = gap.map_or_else(String::new, |gap| gap.to_string());
        Some(match &comparison.detour {
            None if is_proven => "No path is shorter.".into(),
            None if known.is_empty() => "No algorithm found a shorter path.".into(),
            None => format!("No algorithm found a shorter path. This one is {known}."),
            Some(detour) => {
                let percent = 100.0 * detour.extra / shortest.length;
                let percent = if percent.is_finite() { format!(" ({percent:.1} %)") } else { String::new() };
                let which = if is_proven { "the shortest path" } else { "the shortest path found" };
                let longer = format!(
                    "This path is {:.2} m{percent} longer than {which}, which is {:.2} m.",
                    detour.extra, shortest.length
                );
                if is_proven || known.is_empty() { longer } else { format!("{longer} That one is {known}.") }
            }
        })
    }

    /// Two results that contradict each other, in a sentence; `None` as long as navsmith has no defect.
    pub fn defect(&self) -> Option<String> {
        let defect = self.comparison?.defect?;
        Some(format!("Defect in navsmith: {defect}. Copy the reproduction and report it."))
    }

    /// What misled the search, in a sentence; `None` where it was not misled, or nothing is known yet.
    pub fn misled_by(&self) -> Option<String> {
        let detour = self.comparison?.detour.as_ref()?;
        let Some(culprit) = &detour.culprit else {
            return Some("No single node explains the detour.".into());
        };
        let description = culprit.to_string();
        let mut letters = description.chars();
        letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
    }

    /// The edits that help, the best first.
    pub fn fixes(&self) -> &[Fix] {
        self.comparison.and_then(|found| found.detour.as_ref()).map_or(&[], |detour| &detour.fixes)
    }
}

impl Editor {
    /// What an edit that helps does, as an order that names cells.
    pub fn order(&self, mend: Mend) -> String {
        let sides = self.derived.adjacency.sides_of(&self.document.mesh, mend.edge());
        let &[one, other] = &sides[..] else { return mend.to_string() };
        let [one, other] = [one.cell.0, other.cell.0];
        match mend {
            Mend::Flip(_) => format!("Flip the side between cell {one} and cell {other}"),
            Mend::Split(_) => format!("Split the side between cell {one} and cell {other}"),
            Mend::Merge(_) => format!("Merge cell {one} and cell {other}"),
        }
    }
}

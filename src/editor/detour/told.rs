//! What is said of a detour, in sentences.

use super::WhyDetour;
use crate::editor::Editor;
use crate::pathfinding::{Fix, Mend};

impl WhyDetour<'_> {
    /// How much longer than the shortest way the path is, in a sentence; `None` until it is known.
    pub fn verdict(&self) -> Option<String> {
        let (own, comparison) = self.own.zip(self.comparison)?;
        let Some(best) = &comparison.optimum else {
            return Some("Only links lead there, so there is no path on foot to compare with.".into());
        };
        let percent = |extra: f64| 100.0 * extra / best.length;
        let less = best.length - own.length;
        Some(match &comparison.detour {
            Some(detour) if best.length > 0.0 => format!(
                "This path is {:.2} m ({:.1} %) longer than the shortest, which is {:.2} m.",
                detour.extra,
                percent(detour.extra),
                best.length
            ),
            Some(detour) => format!("This path is {:.2} m longer than the shortest.", detour.extra),
            None if less > best.length * 1e-9 => {
                format!("Links make this path {less:.2} m shorter than any on foot.")
            }
            None => "No path is shorter.".into(),
        })
    }

    /// What misled the search, in a sentence; `None` where it was not misled, or nothing is known yet.
    pub fn misled_by(&self) -> Option<String> {
        let detour = self.comparison?.detour.as_ref()?;
        let Some(culprit) = &detour.culprit else {
            return Some("No single place misled the search: small errors add up.".into());
        };
        let says = culprit.to_string();
        let mut letters = says.chars();
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

//! Words about jumps.

use std::fmt;

use navsmith_core::navmesh::LinkEnd;

use super::{JumpKind, JumpLink, JumpObstacle, Jumps, NearestJump};

impl fmt::Display for JumpObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFloor => f.write_str("no floor is there"),
            Self::TooDeep(depth) => write!(f, "the floor is {depth:.2} m below"),
            Self::TooHigh(rise) => write!(f, "the floor is {rise:.2} m above"),
            Self::Wall { share, at } => {
                let percent = (share * 100.0).round();
                write!(
                    f,
                    "the body hits something after {percent} % of the way, at ({:.2} {:.2} {:.2})",
                    at.x, at.y, at.z
                )
            }
            Self::ShortWalk(length) => write!(f, "a walk of {length:.2} m leads there"),
            Self::OtherLink => f.write_str("another link leads there"),
        }
    }
}

impl fmt::Display for JumpLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.kind == JumpKind::Jump { "jump" } else { "drop" };
        let back = if self.link.is_one_way { "" } else { " and back" };
        let to = self.link.middle(LinkEnd::To);
        write!(f, "a {kind} link leads to ({:.2} {:.2} {:.2}){back}", to.x, to.y, to.z)
    }
}

impl fmt::Display for NearestJump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Ok(link) => link.fmt(f),
            Err(rejected) => rejected.why.fmt(f),
        }
    }
}

impl Jumps {
    /// Returns the number of links of a kind.
    pub fn count(&self, kind: JumpKind) -> usize {
        self.links.iter().filter(|link| link.kind == kind).count()
    }

    /// Returns the numbers of samples without a link by reason, as clauses from the most frequent.
    pub fn reasons(&self) -> Vec<String> {
        let name = |why: JumpObstacle| match why {
            JumpObstacle::NoFloor => "find no floor",
            JumpObstacle::TooDeep(_) => "are too high above the floor",
            JumpObstacle::TooHigh(_) => "are too deep below the floor",
            JumpObstacle::Wall { .. } => "hit something",
            JumpObstacle::ShortWalk(_) => "have a short walk",
            JumpObstacle::OtherLink => "are beside another link",
        };
        let mut counts = std::collections::BTreeMap::<&str, usize>::new();
        for rejected in &self.rejected {
            *counts.entry(name(rejected.why)).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        counts.into_iter().map(|(name, count)| format!("{count} {name}")).collect()
    }
}

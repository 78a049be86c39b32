//! Introductions to the stages, for readers who are new to them.

use super::Stage;

/// An introduction to a stage, in three sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The question that the introduction answers.
    pub title: &'static str,
    /// The answer.
    pub sentences: [&'static str; 3],
}

impl Stage {
    /// Returns the introduction to this stage.
    pub fn lesson(self) -> Lesson {
        LESSONS[self as usize]
    }
}

/// The introductions, in the order of [`Stage::ALL`].
const LESSONS: [Lesson; 10] = [
    Lesson {
        title: "How is an end put on the mesh?",
        sentences: [
            "A grid over the ground lists the cells near the point, and an exact test finds those that contain it.",
            "Of floors above each other, the highest one that is within reach below the point is chosen.",
            "If no cell contains the point, it moves to the nearest point of the mesh.",
        ],
    },
    Lesson {
        title: "How does A* find cells?",
        sentences: [
            "A* keeps a list of open cells, each with its cost so far and an estimate of the remaining cost.",
            "It expands the cell with the smallest sum of both: it closes the cell and opens its neighbours.",
            "It stops when it expands the target's cell; with an estimate of zero, it is Dijkstra's algorithm.",
        ],
    },
    Lesson {
        title: "What is an interval?",
        sentences: [
            "An interval is a part of a side that is visible from its root, the last corner of the path so far.",
            "Polyanya (Cui, Harabor and Grastien, 2017) expands the interval through which the path can be shortest.",
            "The first path that reaches the target is a shortest one, because every estimate is a lower bound.",
        ],
    },
    Lesson {
        title: "What is a corridor?",
        sentences: [
            "The search stores for each cell the cell from which it was reached.",
            "Following these entries from the target back to the start gives a sequence of cells.",
            "This sequence, read from the start, is the corridor: the cells that the path crosses.",
        ],
    },
    Lesson {
        title: "What is a portal?",
        sentences: [
            "A portal is the side shared by two consecutive cells of the corridor.",
            "Its ends are called left and right, as seen when walking from the start to the target.",
            "A path inside the corridor crosses all portals in this order.",
        ],
    },
    Lesson {
        title: "What is a funnel?",
        sentences: [
            "The funnel is the area between two legs that begin at the apex, the last fixed corner of the path.",
            "Each end of the next portal is a candidate: inside the funnel, its leg moves there and the funnel narrows.",
            "Beyond the other leg, that leg's end becomes a waypoint and the new apex.",
        ],
    },
    Lesson {
        title: "How does the path get its heights?",
        sentences: [
            "The funnel works in the plane, so its waypoints have no heights between them.",
            "Each straight section is cut where it crosses a portal.",
            "Each crossing takes the height of the portal there, so the path follows the surface.",
        ],
    },
    Lesson {
        title: "How does an agent slide along a wall?",
        sentences: [
            "The agent first tries the straight line to its goal, from cell to cell.",
            "If a wall blocks the line, all cells within the circle around the step are searched.",
            "The agent moves to the reachable point nearest to its goal, so it slides along the wall.",
        ],
    },
    Lesson {
        title: "How does a ray cross the mesh?",
        sentences: [
            "The ray starts in the cell of its origin and finds the side through which it leaves.",
            "If that side is a portal, the ray continues in the cell behind it.",
            "If no cell is behind it, or the agent may not enter, the side is a wall and the ray stops.",
        ],
    },
    Lesson {
        title: "How do outlines become cells?",
        sentences: [
            "Points are inserted one by one, and an edge is flipped if the circle of a triangle contains a fourth point.",
            "Each side of an outline becomes a constraint: edges that cross it are flipped, and it is never flipped.",
            "Triangles outside of the ground are removed, and edges between cells too while the cells stay convex.",
        ],
    },
];

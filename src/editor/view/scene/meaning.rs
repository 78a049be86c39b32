//! Names and meanings of marks, for the legend and for tooltips.

use super::agents::AgentMark;
use super::differences::DifferenceMark;
use super::generation::GenerationMark;
use super::outlines::OutlineMark;
use super::platforms::PlatformMark;
use super::{Role, Searched};
use navsmith_core::pathfinding::timeline::Stage;

/// Name and meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Standard term, in at most three words.
    pub name: &'static str,
    /// Meaning of the mark, in a sentence.
    pub text: &'static str,
}

impl Role {
    /// Returns the meaning of a mark of this role, in a stage of the stepper or outside it.
    ///
    /// Returns `None` for marks that only follow the pointer, and for numbers.
    pub fn meaning(self, stage: Option<Stage>) -> Option<Meaning> {
        let role = match self {
            Self::Travelled(_) => Self::Travelled(0),
            Self::Generation(mark) => Self::Generation(mark.first()),
            Self::Agents(AgentMark::Heat(_)) => Self::Agents(AgentMark::Heat(0)),
            Self::Agents(mark) => Self::Agents(mark.of_first_group()),
            role => role,
        };
        let in_stage = IN_STAGE.iter().find(|row| row.0 == role && Some(row.1) == stage);
        let anywhere = || ANYWHERE.iter().find(|row| row.0 == role).map(|&(_, name, text)| (name, text));
        let (name, text) = in_stage.map(|&(.., name, text)| (name, text)).or_else(anywhere)?;
        Some(Meaning { name, text })
    }
}

impl Searched {
    /// Every state, in the order of the legend.
    pub const ALL: [Self; 3] = [Self::Closed, Self::Open, Self::Unseen];

    /// Returns the meaning of the fill of a cell in this state.
    pub fn meaning(self) -> Meaning {
        let [name, text] = match self {
            Self::Closed => ["closed", "The search has expanded this cell."],
            Self::Open => ["open", "The search has reached this cell, and has not expanded it yet."],
            Self::Unseen => ["not reached", "The search has not reached this cell."],
        };
        Meaning { name, text }
    }
}

/// Meanings that depend on the stage.
const IN_STAGE: &[(Role, Stage, &str, &str)] = &[
    (Role::Expanded, Stage::Locate, "chosen cell", "The cell that this end is put on."),
    (
        Role::Expanded,
        Stage::Corridor,
        "traced cell",
        "The cell that this step puts in front of the corridor.",
    ),
    (Role::Expanded, Stage::Interval, "entered cell", "The cell behind the current interval."),
    (Role::Expanded, Stage::Search, "expanded cell", "The cell whose neighbours are examined."),
    (Role::Candidate, Stage::Locate, "chosen point", "The point on the mesh that this end is put on."),
    (Role::Candidate, Stage::Surface, "crossing point", "Where the path crosses the current portal."),
    (Role::CurrentPortal, Stage::Portals, "listed portal", "The portal that this step lists."),
    (Role::Apex, Stage::Interval, "root", "The last corner of the paths that reach the interval."),
    (Role::WayFound, Stage::Interval, "queued interval", "An interval that enters the queue."),
    (Role::WayFound, Stage::Search, "relaxed neighbour", "A neighbour that is cheaper to reach from here."),
    (Role::WayNotTaken, Stage::Interval, "dropped interval", "An interval that no shortest path needs."),
    (Role::WayNotTaken, Stage::Search, "rejected neighbour", "A neighbour that is not cheaper from here."),
    (Role::CandidateWay, Stage::Interval, "turn", "From the root to the corner or the target."),
    (Role::Path, Stage::Surface, "path so far", "The path on the surface, as far as it is known."),
    (Role::Branch, Stage::Triangulation, "edge", "An edge of the triangulation, or between cells."),
    (Role::Wall, Stage::Triangulation, "constraint", "An edge along a side of an outline."),
    (
        Role::CurrentPortal,
        Stage::Triangulation,
        "current edge",
        "The edge that this step adds, marks or keeps.",
    ),
    (Role::WayNotTaken, Stage::Triangulation, "removed edge", "The edge that this step flips or removes."),
    (Role::Candidate, Stage::Triangulation, "current point", "The point that this step is about."),
    (Role::Clearance, Stage::Triangulation, "circumcircle", "The circle through the corners of a triangle."),
    (Role::PathAhead, Stage::Surface, "rest of path", "The path that later steps put on the surface."),
];

const ANYWHERE: &[(Role, &str, &str)] = &[
    (Role::Corridor, "corridor", "A cell that the path crosses."),
    (Role::NodePath, "midpoint line", "Through the middles of the corridor's cells and portals."),
    (Role::Portal, "portal", "The side shared by two consecutive cells of the corridor."),
    (Role::PortalLeft, "left portal end", "On the left when walking from the start to the target."),
    (Role::PortalRight, "right portal end", "On the right when walking from the start to the target."),
    (Role::Path, "path", "The path from the start to the target."),
    (Role::PathAhead, "path ahead", "The path that later steps find."),
    (
        Role::UntestedPath,
        "untested middles",
        "The string of the tutorial, which does not test middles of portals.",
    ),
    (Role::Waypoint, "waypoint", "A point at which the path turns."),
    (Role::Start, "start", "Drag it, or place it with the Start tool."),
    (Role::Target, "target", "Drag it, or place it with the Target tool."),
    (Role::OffMesh, "off the mesh", "From this end to the nearest point on the mesh."),
    (Role::Reachable, "nearest reachable", "The reachable point that is nearest to the target."),
    (Role::Gap, "selected island gap", "The selected gap between islands, with its width."),
    (Role::OtherGap, "gap between islands", "Another gap that separates start and target."),
    (Role::Funnel, "funnel", "Straight lines from the apex through all portals so far stay inside."),
    (Role::LegLeft, "left leg", "From the apex to the left limit of the funnel."),
    (Role::LegRight, "right leg", "From the apex to the right limit of the funnel."),
    (Role::Apex, "apex", "The last fixed corner of the path, where both legs begin."),
    (Role::CurrentPortal, "current portal", "The portal whose ends are tested."),
    (Role::Candidate, "candidate", "The portal end that this step tests against both legs."),
    (Role::Emitted, "fixed waypoint", "A waypoint that earlier steps have found."),
    (Role::Expanded, "current cell", "The cell that this step is about."),
    (Role::WayFound, "new path", "A step to a cell that the search keeps."),
    (Role::WayNotTaken, "rejected path", "A step to a cell that the search drops."),
    (Role::Cone, "interval", "The part of a side that is visible from the root."),
    (Role::Root, "earlier root", "A corner at which some path of the search turns."),
    (Role::Branch, "search tree", "From a node to the node it was reached from."),
    (Role::CandidateWay, "best path so far", "The cheapest path found to this cell."),
    (Role::RuledOut, "ruled-out cell", "A cell that this end cannot be put on."),
    (Role::Stands, "best cell so far", "A cell that this end can be put on."),
    (Role::ShortestPath, "shortest path", "The shortest path that any of the algorithms finds."),
    (Role::OtherPath, "compared path", "The path of the chosen algorithm."),
    (Role::OnlyPath, "only the path", "A cell that only the path crosses."),
    (Role::OnlyBeside, "only the other", "A cell that only the compared path crosses."),
    (Role::Culprit, "misleading node", "The node whose cost made the search take the detour."),
    (Role::Misled, "node error", "From that node to where the shortest path passes."),
    (Role::Broken, "error", "Paths can be wrong or missing here; see Issues."),
    (Role::Remark, "warning", "This may not be as intended; see Issues."),
    (Role::Hint, "hint", "This does not affect paths; see Issues."),
    (Role::BoundaryGap, "gap", "Two boundaries that almost meet; welding joins them."),
    (Role::LevelIssue, "level issue", "Too far off the level, or too near to a wall, for the agent."),
    (Role::Outdated, "outdated cell", "The level has changed here since the mesh was made for it."),
    (Role::RepairPlace, "repaired place", "The repair changes the mesh here."),
    (Role::ChokepointCell, "chokepoint cell", "Without this cell its island falls apart."),
    (Role::ChokepointPortal, "chokepoint portal", "Without this portal its island falls apart."),
    (Role::ClearPortal, "wide portal", "The agent fits through; the number is the clear width."),
    (Role::NarrowPortal, "narrow portal", "The agent does not fit through this portal."),
    (Role::NarrowGap, "narrow passage", "The agent does not fit between these walls."),
    (Role::Travelled(0), "used portal", "The wider the line, the more shortest paths cross the portal."),
    (Role::Diameter, "farthest pair", "The path between the two cells that are farthest apart."),
    (Role::Isoline, "equal distance", "All points on the line are equally far from the start."),
    (Role::BackTrack, "path to pointer", "The shortest path from the start to the pointer."),
    (Role::Link, "link", "Joins two places that share no edge, in both directions."),
    (Role::LinkOneWay, "one-way link", "Leads only towards the arrow."),
    (Role::LinkFailed, "unattached link", "An end of this link lies on no cell."),
    (
        Role::Outline(OutlineMark::Ground),
        "outline",
        "Its inside is generated as cells; drag a point to change them.",
    ),
    (Role::Outline(OutlineMark::Hole), "hole outline", "Its inside is no ground."),
    (Role::Outline(OutlineMark::Chain), "chain", "Paths do not cross this line."),
    (Role::Outline(OutlineMark::Selected), "selected point", "A selected point of an outline."),
    (Role::Agent, "agent", "Where the walk or the ray begins."),
    (Role::Trail, "trail", "Where the agent walked."),
    (
        Role::ClampedWalk,
        "clamped walk",
        "An agent that moves to the side nearest to the pointer, cell by cell.",
    ),
    (Role::SectorWalk, "sector walk", "An agent that moves through the side in whose sector the pointer is."),
    (Role::Crossed, "crossed cell", "A cell that the last step or the ray crossed."),
    (Role::Clearance, "clearance", "The distance to the nearest wall."),
    (Role::Wall, "wall", "The side that stops the agent or the ray."),
    (Role::Ray, "ray", "The ray, up to its hit."),
    (Role::RayRest, "blocked rest", "The part of the ray behind the hit."),
    (Role::Agents(AgentMark::Spawn(0)), "agent start", "Where the agents of a group start."),
    (Role::Agents(AgentMark::Goal(0)), "agent target", "Where the agents of a group go."),
    (Role::Agents(AgentMark::Route(0)), "agent route", "From the start of a group to its targets, in order."),
    (Role::Agents(AgentMark::Body(0)), "agent", "An agent in the colour of its group, and its facing."),
    (Role::Agents(AgentMark::GivingWay), "giving way", "An agent that left its desired velocity for others."),
    (Role::Agents(AgentMark::Arrived), "arrived agent", "An agent at its target."),
    (Role::Agents(AgentMark::Stuck), "stuck agent", "An agent without progress, or without a path."),
    (Role::Agents(AgentMark::Trail(0)), "agent trail", "Where the selected agent walked."),
    (
        Role::Agents(AgentMark::Velocity),
        "chosen velocity",
        "The velocity that avoids others, as the way of the next second.",
    ),
    (
        Role::Agents(AgentMark::Desired),
        "desired velocity",
        "The velocity without others and walls, as the way of the next second.",
    ),
    (Role::Agents(AgentMark::Force), "force", "The force that moves the selected agent, 0.1 m per newton."),
    (Role::Agents(AgentMark::Facing), "facing", "The direction of view of the selected agent."),
    (Role::Agents(AgentMark::PathAhead), "agent path", "The waypoints ahead of the selected agent."),
    (Role::Agents(AgentMark::Neighbor), "avoided agent", "An agent that the selected one avoids."),
    (
        Role::Agents(AgentMark::HalfPlane),
        "ORCA half-plane",
        "Velocities whose tips are beyond the line, on the side of the strip, lead to a collision.",
    ),
    (
        Role::Agents(AgentMark::Margin),
        "replanning margin",
        "The path is searched again when the target leaves this circle.",
    ),
    (Role::Agents(AgentMark::Compared), "other run", "An agent of the compared run at the same time."),
    (Role::Agents(AgentMark::Heat(0)), "heat map", "What happened in a tile during the whole run."),
    (
        Role::Generation(GenerationMark::Walkable),
        "walkable ground",
        "Ground that the agent can walk on so far.",
    ),
    (
        Role::Generation(GenerationMark::LowObstacle),
        "low obstacle",
        "An obstacle within the climb, which became walkable.",
    ),
    (
        Role::Generation(GenerationMark::Steep),
        "too steep",
        "Ground steeper than the agent allows, or that faces down.",
    ),
    (Role::Generation(GenerationMark::Obstacle), "obstacle", "The top of a part that is an obstacle."),
    (Role::Generation(GenerationMark::Inside), "inside a solid", "Ground inside of a closed solid."),
    (Role::Generation(GenerationMark::Ledge), "ledge", "Ground beside a drop or a slope above the climb."),
    (
        Role::Generation(GenerationMark::LowCeiling),
        "low ceiling",
        "Ground with less room above it than the agent needs.",
    ),
    (Role::Generation(GenerationMark::Carved), "carved ground", "Ground in a box that is an obstacle."),
    (
        Role::Generation(GenerationMark::Eroded),
        "eroded ground",
        "Ground nearer to a wall or an edge than the radius.",
    ),
    (
        Role::Generation(GenerationMark::OutsideLimits),
        "outside the limits",
        "Ground outside of all boxes that limit the mesh.",
    ),
    (
        Role::Generation(GenerationMark::Small),
        "small region",
        "Ground of a region that is too small or too narrow.",
    ),
    (
        Role::Generation(GenerationMark::Distance(0)),
        "at the border",
        "Ground near the border; the farther from it, the lighter.",
    ),
    (
        Role::Generation(GenerationMark::Distance(4)),
        "far from borders",
        "Ground far from the border of the ground.",
    ),
    (
        Role::Generation(GenerationMark::Region(0)),
        "region",
        "Ground of one region; others have other colours.",
    ),
    (Role::Generation(GenerationMark::RawContour), "raw contour", "The border of a region along the voxels."),
    (
        Role::Generation(GenerationMark::Contour),
        "simplified contour",
        "The border of a region after the simplification.",
    ),
    (
        Role::Generation(GenerationMark::Polygon),
        "new polygon",
        "A polygon that becomes a cell with Generate.",
    ),
    (Role::Generation(GenerationMark::Limit), "limit box", "The mesh is generated only in such boxes."),
    (
        Role::Generation(GenerationMark::ObstacleVolume),
        "obstacle box",
        "The ground in the box is an obstacle.",
    ),
    (Role::Generation(GenerationMark::AreaVolume), "area box", "The ground in the box gets an area."),
    (Role::Generation(GenerationMark::Selected), "selected box", "A selected box of the generation."),
    (
        Role::Generation(GenerationMark::Figure),
        "agent figure",
        "The size of the agent, and the highest step before it.",
    ),
    (
        Role::Generation(GenerationMark::NearLimit),
        "near a limit",
        "A step, door or slope near a limit of the agent.",
    ),
    (
        Role::Generation(GenerationMark::Asked),
        "asked point",
        "The point whose reason the panel Generate states.",
    ),
    (
        Role::Generation(GenerationMark::JumpLink),
        "new jump link",
        "A jump or drop that becomes a link with Generate.",
    ),
    (
        Role::Generation(GenerationMark::RejectedJump),
        "no jump",
        "A place on a border from which no link starts; Ask names the reason.",
    ),
    (Role::Platform(PlatformMark::Surface), "rest surface", "A side on which a body rests under gravity."),
    (Role::Platform(PlatformMark::Bounds), "platform", "The box of a chain of rest surfaces, along gravity."),
    (
        Role::Platform(PlatformMark::Framed),
        "selected platform",
        "The platform that the panel Platforms shows.",
    ),
    (
        Role::Platform(PlatformMark::Region),
        "reachable region",
        "A cell that no solid and no constraint separates.",
    ),
    (Role::Platform(PlatformMark::Gravity), "gravity", "Drag the tip of the arrow to turn gravity."),
    (Role::Platform(PlatformMark::Flight), "flight", "The way of the thrown body until it lands."),
    (
        Role::Platform(PlatformMark::OtherFlight),
        "other method",
        "The way that another method computes, with another end.",
    ),
    (Role::Platform(PlatformMark::Velocity), "velocity", "The velocity with which the body is thrown."),
    (Role::Platform(PlatformMark::Crossing), "crossed side", "Where the body crosses a side of a cell."),
    (Role::Platform(PlatformMark::Reflection), "reflection", "Where a solid reflects the body."),
    (Role::Platform(PlatformMark::Jump), "suggested jump", "How the body gets from one platform to another."),
    (
        Role::Difference(DifferenceMark::Conflict),
        "conflict",
        "Something was done by hand here, and the level changed.",
    ),
    (
        Role::Difference(DifferenceMark::Kept),
        "kept by hand",
        "The cell was made or changed by hand, and stays in the new generation.",
    ),
    (Role::Difference(DifferenceMark::Removed), "removed", "Only the earlier document has this element."),
    (Role::Difference(DifferenceMark::Added), "added", "Only the later document has this element."),
    (
        Role::Difference(DifferenceMark::Moved),
        "moved",
        "The element has another position in the earlier document.",
    ),
    (
        Role::Difference(DifferenceMark::EarlierPosition),
        "earlier position",
        "Where the element is in the earlier document.",
    ),
    (
        Role::Difference(DifferenceMark::OtherArea),
        "other area",
        "The cell has another area in the earlier document.",
    ),
    (
        Role::Difference(DifferenceMark::OtherNeighbors),
        "other neighbours",
        "The cell is welded to other cells in the earlier document.",
    ),
    (
        Role::Difference(DifferenceMark::EarlierPath),
        "earlier path",
        "The path of the query in the earlier document.",
    ),
    (
        Role::Difference(DifferenceMark::PresentPath),
        "later path",
        "The path of the query in the later document.",
    ),
    (Role::Hit, "hit", "Where the wall stops the ray."),
];

/// Entry of the legend: the appearance of a mark, and its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendMark {
    /// Role of its line, if it has one.
    pub line: Option<Role>,
    /// Role of its filled polygon, if it has one.
    pub fill: Option<Role>,
    /// Role of its point, if it has one.
    pub point: Option<Role>,
    /// Name.
    pub text: String,
}

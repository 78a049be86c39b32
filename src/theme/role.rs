//! The look of a mark by its role.

use super::color::Color;
use super::palette::{okabe_ito, palette};
use crate::editor::view::scene::agents::{AgentMark, GROUP_COLORS, HEAT_LEVELS};
use crate::editor::view::scene::differences::DifferenceMark;
use crate::editor::view::scene::generation::{DISTANCE_LEVELS, GenerationMark};
use crate::editor::view::scene::outlines::OutlineMark;
use crate::editor::view::scene::platforms::PlatformMark;
use crate::editor::view::scene::{HOTTEST, Role};

/// Shape of a point; roles differ by shape as well as by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointShape {
    /// A disc.
    Disc,
    /// A disc in the colour of filled polygons, with an outline in that of lines.
    Outlined,
    /// A filled square.
    Square,
    /// A filled square, rotated by 45°.
    Diamond,
    /// A filled triangle, point up.
    Triangle,
    /// A circle.
    Ring,
    /// An empty square, rotated by 45°.
    Snap,
    /// A diagonal cross.
    Cross,
    /// A ring around a disc.
    Bullseye,
    /// A disc with a letter.
    Badge(&'static str),
}

/// Colours, width, dashes and point shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look<C = Color> {
    /// Colour of lines, points and text.
    pub color: C,
    /// Colour of filled polygons.
    pub fill: C,
    /// Width of lines, in screen points.
    pub width: f32,
    /// Lengths of a dash and of the gap after it, in screen points; `None` for a solid line.
    pub dash: Option<[f32; 2]>,
    /// Shape of points.
    pub shape: PointShape,
    /// Half the size of points, in screen points.
    pub radius: f32,
}

impl<C: Copy> Look<C> {
    /// Converts both colours.
    pub fn map<D>(&self, of: impl Fn(C) -> D) -> Look<D> {
        let &Self { color, fill, width, dash, shape, radius } = self;
        Look { color: of(color), fill: of(fill), width, dash, shape, radius }
    }
}

impl Look {
    fn new(color: Color) -> Self {
        Self { color, fill: color.faded(0.2), width: 2.0, dash: None, shape: PointShape::Disc, radius: 4.5 }
    }

    fn width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    fn filled(self, alpha: f32) -> Self {
        Self { fill: self.color.faded(alpha), ..self }
    }

    fn dashed(self, dash: f32, gap: f32) -> Self {
        Self { dash: Some([dash, gap]), ..self }
    }

    fn point(self, shape: PointShape, radius: f32) -> Self {
        Self { shape, radius, ..self }
    }
}

/// Returns the look of a mark by its role.
#[expect(clippy::too_many_lines, reason = "a table with a row for each role")]
pub fn role(role: Role, is_dark: bool) -> Look {
    let palette = palette(is_dark);
    let pick = |dark, light| Look::new(if is_dark { dark } else { light });
    let [plain, accent, wrong] = [palette.text_strong, palette.accent, palette.error].map(Look::new);
    let left = || pick(okabe_ito::SKY, okabe_ito::BLUE);
    let right = || pick(okabe_ito::ORANGE, okabe_ito::ORANGE.mix(okabe_ito::VERMILION, 0.5));
    let path = || Look::new(path_color(is_dark));
    let current = || pick(okabe_ito::YELLOW, okabe_ito::YELLOW.mix(Color::BLACK, 0.45));
    let near = || pick(okabe_ito::PURPLE, okabe_ito::PURPLE.mix(Color::BLACK, 0.25));
    match role {
        Role::Hover => accent.filled(0.16).point(PointShape::Ring, 7.0),
        Role::Neighbor => plain.width(1.0).filled(0.09),
        Role::SharedEdge => current().width(3.0),
        Role::BoxSelect => accent.width(1.0).filled(0.10).dashed(4.0, 3.0),
        Role::Draft => accent.point(PointShape::Disc, 4.0),
        Role::Refused => wrong.dashed(6.0, 4.0).point(PointShape::Cross, 6.0),
        Role::Hole => right().dashed(6.0, 3.0).filled(0.12).point(PointShape::Square, 4.0),
        Role::Snap => current().width(1.5).point(PointShape::Snap, 7.0),
        Role::AxisLock => plain.width(1.0).dashed(2.0, 4.0),
        Role::Broken => wrong.width(2.5).filled(0.28).point(PointShape::Cross, 6.0),
        Role::Remark => right().width(2.0).dashed(3.0, 3.0).filled(0.12).point(PointShape::Ring, 7.0),
        Role::Hint => plain.width(1.5).dashed(2.0, 3.0).filled(0.08).point(PointShape::Ring, 5.5),
        Role::BoundaryGap => near().width(3.0).point(PointShape::Ring, 8.0),
        Role::LevelIssue | Role::Outdated => right().width(3.0).filled(0.16).point(PointShape::Disc, 6.0),
        Role::RepairPlace => current().width(3.0).filled(0.16).point(PointShape::Square, 4.5),
        Role::Corridor => plain.width(1.5).filled(0.10),
        Role::NodePath => plain.width(1.25).dashed(5.0, 4.0).point(PointShape::Disc, 2.5),
        Role::Portal => current().width(1.5),
        Role::PortalLeft => left().point(PointShape::Disc, 4.5),
        Role::PortalRight => right().point(PointShape::Square, 4.0),
        Role::Path | Role::Emitted => path().width(3.5).point(PointShape::Diamond, 6.5),
        Role::UntestedPath => wrong.width(2.0).dashed(6.0, 4.0),
        Role::PathAhead => path().width(2.0).dashed(3.0, 5.0),
        Role::VertexNumber => left().point(PointShape::Disc, 2.0),
        Role::Number | Role::CellNumber | Role::Cost => plain.point(PointShape::Disc, 2.0),
        Role::Waypoint => path().point(PointShape::Diamond, 5.5),
        Role::Start => path().width(2.5).point(PointShape::Badge("S"), 8.0),
        Role::Target => wrong.width(2.5).point(PointShape::Badge("T"), 8.0),
        Role::OffMesh | Role::Misled => wrong.width(1.5).dashed(4.0, 4.0).point(PointShape::Ring, 5.0),
        Role::Reachable => path().width(1.5).dashed(2.0, 5.0).point(PointShape::Ring, 7.0),
        Role::Gap => wrong.width(3.0).dashed(6.0, 3.0).point(PointShape::Disc, 4.0),
        Role::OtherGap => wrong.width(1.25).dashed(4.0, 4.0).point(PointShape::Disc, 2.5),
        Role::ShortestPath => near().width(3.0).dashed(9.0, 5.0),
        Role::OtherPath => right().width(3.0).dashed(9.0, 5.0),
        Role::OnlyPath => path().filled(0.2),
        Role::OnlyBeside => near().filled(0.22),
        Role::Culprit => wrong.width(4.0).filled(0.2).point(PointShape::Cross, 8.0),
        Role::Funnel => current().width(1.0).filled(0.16),
        Role::LegLeft => left().width(2.5),
        Role::LegRight => right().width(2.5).dashed(10.0, 3.0),
        Role::Apex => current().point(PointShape::Triangle, 7.0),
        Role::CurrentPortal => current().width(4.0),
        Role::ChokepointCell => near().width(2.0).filled(0.22),
        Role::ChokepointPortal => near().width(4.5),
        Role::ClearPortal => plain.width(1.0).dashed(2.0, 3.0),
        Role::NarrowPortal => wrong.width(4.5),
        Role::NarrowGap => wrong.width(2.5).dashed(5.0, 3.0),
        Role::Travelled(heat) => travelled(heat, palette.text_weak),
        Role::Diameter => accent.width(2.5).dashed(8.0, 4.0).point(PointShape::Square, 5.5),
        Role::Isoline | Role::Branch => plain.width(1.0),
        Role::BackTrack => path().width(2.0).dashed(7.0, 3.0).point(PointShape::Disc, 4.0),
        Role::Candidate | Role::SectorWalk => near().width(2.0).point(PointShape::Ring, 9.0),
        Role::Agent => current().width(2.5).point(PointShape::Bullseye, 8.0),
        Role::Trail => current().width(1.5).dashed(2.0, 3.0),
        Role::Crossed => current().width(1.0).filled(0.12),
        Role::Clearance => near().width(1.5).dashed(2.0, 3.0),
        Role::Wall => wrong.width(4.0),
        Role::Ray => path().width(2.5).point(PointShape::Ring, 6.0),
        Role::RayRest => wrong.width(1.5).dashed(3.0, 5.0),
        Role::Hit | Role::ClampedWalk => wrong.width(2.5).point(PointShape::Cross, 7.0),
        Role::Expanded => accent.width(3.0).filled(0.45).point(PointShape::Ring, 6.0),
        Role::WayFound => right().width(2.5).filled(0.45).point(PointShape::Disc, 5.0),
        Role::WayNotTaken => wrong.width(2.0).dashed(5.0, 4.0).filled(0.16).point(PointShape::Cross, 5.0),
        Role::Cone => current().width(3.0).filled(0.28),
        Role::Root => near().point(PointShape::Diamond, 5.0),
        Role::CandidateWay => accent.width(3.0),
        Role::RuledOut => wrong.width(1.5).filled(0.22),
        Role::Stands => path().width(2.0).filled(0.35),
        Role::Link => left().width(2.0).point(PointShape::Ring, 5.0),
        Role::LinkOneWay => left().width(2.0).point(PointShape::Disc, 4.0),
        Role::LinkFailed => wrong.width(2.0).dashed(5.0, 4.0).point(PointShape::Cross, 6.0),
        Role::LinkSelected => accent.width(7.0),
        Role::Outline(OutlineMark::Ground) => left().width(2.5).point(PointShape::Square, 4.0),
        Role::Outline(OutlineMark::Hole) => {
            right().width(2.5).dashed(6.0, 3.0).point(PointShape::Square, 4.0)
        }
        Role::Outline(OutlineMark::Chain) => near().width(3.0).point(PointShape::Square, 4.0),
        Role::Outline(OutlineMark::Selected) => accent.width(3.0).point(PointShape::Square, 6.5),
        Role::Agents(mark) => agents(mark, is_dark),
        Role::Generation(mark) => generation(mark, is_dark),
        Role::Platform(mark) => platform(mark, is_dark),
        Role::Difference(mark) => difference(mark, is_dark),
    }
}

/// Returns the look of a mark of a group of agents.
fn agents(mark: AgentMark, is_dark: bool) -> Look {
    let pick = |color: Color, share| Look::new(if is_dark { color } else { color.mix(Color::BLACK, share) });
    // On a light ground, lines are darker than the fill, so that light colours have an outline.
    let shade = if is_dark { 0.0 } else { OUTLINE };
    let group = |index| Look::new(group_color(index, is_dark).mix(Color::BLACK, shade));
    let filled = |index, alpha| Look { fill: group_color(index, is_dark).faded(alpha), ..group(index) };
    let outline = |look: Look| look.width(2.0).filled(0.6).point(PointShape::Disc, 3.5);
    match mark {
        AgentMark::Spawn(index) => filled(index, 0.12).width(1.5).point(PointShape::Ring, 6.0),
        AgentMark::Goal(index) => group(index).width(1.5).point(PointShape::Diamond, 6.0),
        AgentMark::Route(index) => group(index).width(1.5).dashed(6.0, 4.0).point(PointShape::Disc, 3.0),
        AgentMark::Body(index) => filled(index, 0.75).width(1.5).point(PointShape::Outlined, 3.5),
        // No group has the colour of text, so states and the other run differ from all groups.
        AgentMark::GivingWay => outline(Look::new(palette(is_dark).text_strong)).dashed(3.0, 2.0),
        AgentMark::Arrived => outline(Look::new(path_color(is_dark))),
        AgentMark::Stuck => Look { shape: PointShape::Cross, ..outline(Look::new(palette(is_dark).error)) },
        AgentMark::Trail(index) => group(index).width(1.5).dashed(2.0, 3.0),
        AgentMark::Velocity => pick(okabe_ito::PURPLE, 0.25).width(2.5),
        AgentMark::Desired => pick(okabe_ito::GREEN, 0.2).width(2.0).dashed(5.0, 3.0),
        AgentMark::Force => pick(okabe_ito::VERMILION, 0.1).width(2.5),
        AgentMark::Facing => pick(okabe_ito::SKY, 0.3).width(2.0),
        AgentMark::PathAhead => pick(okabe_ito::GREEN, 0.2).width(1.5).point(PointShape::Disc, 4.0),
        AgentMark::Neighbor => Look::new(palette(is_dark).text_weak).width(1.0).dashed(2.0, 3.0),
        AgentMark::HalfPlane => Look::new(palette(is_dark).error).width(1.5).filled(0.25),
        AgentMark::Margin => pick(okabe_ito::GREEN, 0.2).width(1.0).dashed(3.0, 3.0),
        AgentMark::Compared => {
            Look::new(palette(is_dark).text_weak).width(1.5).filled(0.3).point(PointShape::Square, 3.5)
        }
        AgentMark::Heat(level) => heat(level, is_dark),
        AgentMark::Selected => {
            Look::new(palette(is_dark).accent).width(6.0).filled(0.3).point(PointShape::Disc, 9.0)
        }
    }
}

/// Returns the look of a mark of a generation.
fn generation(mark: GenerationMark, is_dark: bool) -> Look {
    use GenerationMark as M;
    let pick = |color: Color, share| Look::new(if is_dark { color } else { color.mix(Color::BLACK, share) });
    let tile = |color: Color, share| pick(color, share).width(0.0).filled(0.5);
    let wrong = palette(is_dark).error;
    match mark {
        M::Walkable => tile(okabe_ito::GREEN, 0.0).filled(0.35),
        M::LowObstacle => tile(okabe_ito::SKY, 0.0),
        M::Steep => tile(wrong, 0.0),
        M::Obstacle | M::Carved => tile(okabe_ito::PURPLE, 0.2).filled(0.6),
        M::Inside => tile(okabe_ito::BLUE, 0.0),
        M::Ledge => tile(okabe_ito::ORANGE, 0.1).filled(0.65),
        M::LowCeiling => tile(okabe_ito::VERMILION, 0.0).filled(0.7),
        M::Eroded => tile(okabe_ito::ORANGE, 0.1).filled(0.6),
        M::OutsideLimits => tile(palette(is_dark).text_weak, 0.0).filled(0.3),
        M::Small => tile(wrong, 0.0).filled(0.6),
        M::Distance(level) => {
            let far = f32::from(level) / f32::from(DISTANCE_LEVELS - 1);
            tile(okabe_ito::BLUE.mix(okabe_ito::YELLOW, far), 0.0).filled(0.55)
        }
        M::Region(color) => {
            Look { fill: group_color(color, is_dark).faded(0.5), ..tile(group_color(color, is_dark), 0.0) }
        }
        M::RawContour => pick(okabe_ito::ORANGE, 0.25).width(1.5),
        M::Contour => pick(okabe_ito::YELLOW, 0.45).width(2.5),
        M::Polygon => pick(okabe_ito::SKY, 0.35).width(1.5).filled(0.28),
        M::Limit => Look::new(palette(is_dark).accent).width(2.0).dashed(8.0, 4.0).filled(0.06),
        M::ObstacleVolume => Look::new(wrong).width(2.0).filled(0.18),
        M::AreaVolume => pick(okabe_ito::PURPLE, 0.25).width(2.0).filled(0.16),
        M::Selected => {
            Look::new(palette(is_dark).accent).width(3.5).filled(0.2).point(PointShape::Square, 6.0)
        }
        M::Figure => pick(okabe_ito::YELLOW, 0.45).width(2.0).filled(0.25),
        M::NearLimit => pick(okabe_ito::ORANGE, 0.2).width(2.0).point(PointShape::Ring, 7.0),
        M::JumpLink => pick(okabe_ito::PURPLE, 0.25).width(2.5).filled(0.2).point(PointShape::Disc, 4.0),
        M::RejectedJump => pick(okabe_ito::VERMILION, 0.1).width(1.5).point(PointShape::Cross, 3.0),
        M::Asked => pick(okabe_ito::YELLOW, 0.45).width(2.0).point(PointShape::Badge("?"), 8.0),
    }
}

/// Returns the look of a mark of a side view.
fn platform(mark: PlatformMark, is_dark: bool) -> Look {
    use PlatformMark as M;
    let pick = |color: Color, share| Look::new(if is_dark { color } else { color.mix(Color::BLACK, share) });
    let wrong = Look::new(palette(is_dark).error);
    match mark {
        M::Surface => Look::new(path_color(is_dark)).width(4.0),
        M::Bounds => pick(okabe_ito::GREEN, 0.3).width(1.0).dashed(3.0, 3.0),
        M::Framed => Look::new(palette(is_dark).accent).width(2.5),
        M::Region => wrong.width(0.0).filled(0.14),
        M::Gravity => pick(okabe_ito::YELLOW, 0.45).width(3.0).point(PointShape::Disc, 6.0),
        M::Flight => pick(okabe_ito::SKY, 0.35).width(2.5).point(PointShape::Bullseye, 7.0),
        M::OtherFlight => wrong.width(1.5).dashed(6.0, 4.0),
        M::Velocity => pick(okabe_ito::PURPLE, 0.25).width(2.5),
        M::Crossing => pick(okabe_ito::SKY, 0.35).point(PointShape::Disc, 3.0),
        M::Reflection => pick(okabe_ito::ORANGE, 0.2).width(2.0).point(PointShape::Diamond, 6.0),
        M::Jump => pick(okabe_ito::PURPLE, 0.25).width(1.5),
    }
}

/// Share of black in the outline of an agent on a light ground.
const OUTLINE: f32 = 0.5;

/// Returns the colour of a group of agents.
fn group_color(index: u8, is_dark: bool) -> Color {
    use okabe_ito::{BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW};
    // The colours, with their share of black on a light ground.
    const COLORS: [(Color, f32); GROUP_COLORS] = [
        (SKY, 0.0),
        (ORANGE, 0.2),
        (PURPLE, 0.2),
        (GREEN, 0.0),
        (VERMILION, 0.2),
        (YELLOW, 0.15),
        (BLUE, 0.0),
    ];
    let (color, shade) = COLORS[usize::from(index) % GROUP_COLORS];
    color.mix(Color::BLACK, if is_dark { 0.0 } else { shade })
}

/// Returns the look of a difference from the compared document.
fn difference(mark: DifferenceMark, is_dark: bool) -> Look {
    let pick = |color: Color, share| Look::new(if is_dark { color } else { color.mix(Color::BLACK, share) });
    let (path, wrong) = (Look::new(path_color(is_dark)), Look::new(palette(is_dark).error));
    let moved = pick(okabe_ito::YELLOW, 0.45);
    match mark {
        DifferenceMark::Conflict => wrong.width(2.0).point(PointShape::Ring, 8.0),
        DifferenceMark::Kept => pick(okabe_ito::SKY, 0.3).width(2.0).filled(0.3),
        DifferenceMark::Removed => {
            wrong.width(1.5).dashed(5.0, 3.0).filled(0.24).point(PointShape::Cross, 6.0)
        }
        DifferenceMark::Added => path.width(2.0).filled(0.34).point(PointShape::Disc, 5.0),
        DifferenceMark::Moved => moved.width(2.0).filled(0.22).point(PointShape::Ring, 6.0),
        DifferenceMark::EarlierPosition => moved.width(1.25).dashed(3.0, 3.0),
        DifferenceMark::OtherArea => pick(okabe_ito::PURPLE, 0.25).width(2.0).filled(0.3),
        DifferenceMark::OtherNeighbors => pick(okabe_ito::ORANGE, 0.2).width(2.0).filled(0.26),
        DifferenceMark::EarlierPath => wrong.width(3.0).dashed(8.0, 4.0),
        DifferenceMark::PresentPath => path.width(3.5),
    }
}

fn path_color(is_dark: bool) -> Color {
    let (shade, share) = if is_dark { (Color::WHITE, 0.35) } else { (Color::BLACK, 0.25) };
    okabe_ito::GREEN.mix(shade, share)
}

/// Returns the look of a portal: the more paths lead through it, the warmer and wider.
fn travelled(heat: u8, cool: Color) -> Look {
    let t = f32::from(heat) / f32::from(HOTTEST);
    Look::new(cool.mix(okabe_ito::VERMILION, t)).width(1.5 + 5.0 * t)
}

/// Returns the look of a tile of a heat map; the strongest level is the darkest red.
fn heat(level: u8, is_dark: bool) -> Look {
    let t = f32::from(level) / f32::from(HEAT_LEVELS - 1);
    let cool = if is_dark { okabe_ito::YELLOW } else { okabe_ito::ORANGE };
    Look::new(cool.mix(Color::rgb(200, 20, 30), t)).width(0.0).filled(0.25 + 0.5 * t)
}

/// Returns the look of one of several curves in a plot; curves differ by dashes as well as colour.
pub fn curve(index: usize, is_dark: bool) -> Look {
    use okabe_ito::{BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION};
    const COLORS: [Color; 6] = [VERMILION, SKY, ORANGE, GREEN, PURPLE, BLUE];
    let color = COLORS[index % COLORS.len()];
    let shade = if is_dark { Color::WHITE } else { Color::BLACK };
    let look = Look::new(color.mix(shade, 0.2)).width(1.8);
    if index % 2 == 1 { look.dashed(6.0, 5.0) } else { look }
}

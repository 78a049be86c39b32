//! Sample meshes that come with the program.

pub mod levels;

use self::levels::SampleLevel;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{Opened, open_bytes};

/// A sample mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Name of the sample.
    pub name: &'static str,
    /// Description of the sample, in a line.
    pub about: &'static str,
    /// Group in the gallery.
    pub group: SampleGroup,
    /// File of the sample.
    pub content: Content,
    /// Stage whose lesson opens with the sample.
    pub lesson: Option<Stage>,
}

impl Sample {
    /// Opens the sample like a file; `Err` is the reason if it is invalid, which tests rule out.
    pub fn open(&self) -> Result<Opened, String> {
        let bytes = match self.content {
            Content::Document(text) => text.as_bytes(),
            Content::Gltf(bytes) => bytes,
            Content::Level(level) => {
                let stamp = Stamp::of(level.file.as_bytes());
                return Ok(Opened::Document { document: level.document()?, notes: Vec::new(), stamp });
            }
        };
        open_bytes((self.name.as_ref(), Stamp::of(bytes)), bytes).map_err(|error| error.to_string())
    }
}

/// A group of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleGroup {
    /// Meshes to explore.
    Basics,
    /// Classic failures, one per sample.
    Failures,
    /// Scenarios with agents.
    Agents,
    /// Meshes from levels.
    Generation,
}

/// A file embedded in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text of a document.
    Document(&'static str),
    /// Bytes of a GLB to import.
    Gltf(&'static [u8]),
    /// A level from which the mesh is generated.
    Level(SampleLevel),
}

/// Returns the sample with a name; `None` if there is none.
pub fn named(name: &str) -> Option<&'static Sample> {
    all().iter().find(|sample| sample.name == name)
}

/// Returns all samples; the very first start of the program opens the first one.
pub fn all() -> &'static [Sample] {
    const { &GALLERY }
}

const fn document(group: SampleGroup, name: &'static str, about: &'static str, text: &'static str) -> Sample {
    Sample { name, about, group, content: Content::Document(text), lesson: None }
}

const fn level(name: &'static str, about: &'static str, level: SampleLevel) -> Sample {
    Sample { name, about, group: SampleGroup::Generation, content: Content::Level(level), lesson: None }
}

static GALLERY: [Sample; 31] = [
    document(
        SampleGroup::Basics,
        "Courtyard",
        "A path that turns at a hedge, a fountain and both jambs of a gate; drag its ends about.",
        include_str!("../assets/courtyard.ron"),
    ),
    document(
        SampleGroup::Basics,
        "Two islands",
        "Two islands that miss each other by two centimetres: find the gap, weld it, and the path appears.",
        include_str!("../assets/two_islands.ron"),
    ),
    document(
        SampleGroup::Basics,
        "Courtyard of outlines",
        "A ground ring with houses as holes and walls as chains: drag a point, and the cells follow; step the triangulation.",
        include_str!("../assets/courtyard_of_outlines.ron"),
    ),
    document(
        SampleGroup::Basics,
        "Bridge over a road",
        "Two floors above each other: the path goes under the bridge and then over it, and turns where the slope does.",
        include_str!("../assets/bridge.ron"),
    ),
    Sample {
        lesson: Some(Stage::Funnel),
        ..document(
            SampleGroup::Basics,
            "Funnel school",
            "A corridor that shows every decision of the funnel; step through it portal by portal.",
            include_str!("../assets/funnel_school.ron"),
        )
    },
    Sample {
        name: "Village (glTF)",
        about: "A level with a mesh called navmesh, to import: weld its seam, and see what is dropped.",
        group: SampleGroup::Basics,
        content: Content::Gltf(include_bytes!("../assets/village.glb")),
        lesson: None,
    },
    document(
        SampleGroup::Failures,
        "Long thin triangles",
        "The middles of long sides lie far from where a path crosses them, so A* over midpoints goes round; compare it with Polyanya.",
        include_str!("../assets/slivers.ron"),
    ),
    document(
        SampleGroup::Failures,
        "The centre-point detour",
        "One big cell has its centre far from the path across it, so A* over centres avoids it; choose another algorithm and compare the paths.",
        include_str!("../assets/plaza.ron"),
    ),
    document(
        SampleGroup::Failures,
        "One corner, every portal",
        "Every portal ends at the same vertex, which the funnel touches again and again and emits once; step through it.",
        include_str!("../assets/corner.ron"),
    ),
    document(
        SampleGroup::Failures,
        "A T-junction that looks joined",
        "The sides touch, but one vertex ends in the middle of a side, so no edge is shared; weld the gap, and the query turns green.",
        include_str!("../assets/t_junction.ron"),
    ),
    document(
        SampleGroup::Failures,
        "A cell inside out",
        "The middle cell runs clockwise, so its sides pair with no neighbour; reverse its winding, and the query turns green.",
        include_str!("../assets/inside_out.ron"),
    ),
    document(
        SampleGroup::Failures,
        "A door too narrow",
        "The cart is wider than the near door and goes round by the far one; look at the clearances, then ask for the cat.",
        include_str!("../assets/narrow_door.ron"),
    ),
    document(
        SampleGroup::Failures,
        "A nearer wall",
        "The side nearest to the target is a wall, although the target is visible; choose Compare walks, and drag an agent there at once.",
        include_str!("../assets/nearer_wall.ron"),
    ),
    document(
        SampleGroup::Failures,
        "An untested middle",
        "The path passes the middle of a portal where the slope changes. The tutorial goes there without a test, through a wall; our string bends at the door.",
        include_str!("../assets/untested_middle.ron"),
    ),
    document(
        SampleGroup::Failures,
        "A one-way link",
        "A link leads down from the ledge and not up again; the second query says why it finds no path.",
        include_str!("../assets/ledge.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Chase in a U",
        "Five agents in a U walk straight to their target and are stuck; in the second scenario, five follow a path.",
        include_str!("../assets/agents_chase.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Three ways to steer",
        "Each group starts in a U: a straight chase, a chase that turns away from walls, and one that follows waypoints and arrives.",
        include_str!("../assets/agents_steering.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Two groups in a door",
        "Two groups of twelve pass a door at the same time, in opposite directions.",
        include_str!("../assets/agents_door.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Roundabout",
        "Four groups walk around the middle to the arm opposite to theirs, and leave.",
        include_str!("../assets/agents_roundabout.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Stadium",
        "A thousand agents leave a stadium through six exits.",
        include_str!("../assets/agents_stadium.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Patrol",
        "Three guards walk a route around a building, again and again.",
        include_str!("../assets/agents_patrol.ron"),
    ),
    document(
        SampleGroup::Agents,
        "A toxic cell",
        "One group walks round an area that it forbids, and one round it because it is dear there; the third one walks through it.",
        include_str!("../assets/agents_toxic.ron"),
    ),
    document(
        SampleGroup::Agents,
        "A ladder",
        "Agents climb a ladder one after the other, at half their speed; a patrol comes down by a wide link.",
        include_str!("../assets/agents_ladder.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Sphere and cube",
        "Two agents follow a third one: with a margin in all directions, and with the tutorial's margin along each axis, which searches less often.",
        include_str!("../assets/agents_margin.ron"),
    ),
    document(
        SampleGroup::Agents,
        "Ramp",
        "Three agents climb a ramp: their speed is that along the slope, so they take longer than on level ground.",
        include_str!("../assets/agents_ramp.ron"),
    ),
    document(
        SampleGroup::Basics,
        "Platforms",
        "A mesh seen from the side: suggest jump links in the panel Platforms, and ask why the highest platform is out of reach.",
        include_str!("../assets/side_platforms.ron"),
    ),
    document(
        SampleGroup::Basics,
        "Turned gravity",
        "Gravity leads into a corner, so a body rests nowhere. Drag the tip of the arrow until there are platforms.",
        include_str!("../assets/side_gravity.ron"),
    ),
    level(
        "A door lost to the cell size",
        "The door is a metre wide and the agent 0.8 m, and still it is closed. Lower the cell size in Generate until it opens.",
        levels::DOOR,
    ),
    level(
        "A stair lost to the climb",
        "Each step is 0.35 m high and the agent climbs 0.25 m. Raise the climb in Generate, and the landing is reached.",
        levels::STAIRS,
    ),
    level(
        "A low bridge",
        "Below the bridge are 1.5 m, and the agent is 1.8 m high. Ask at other places, or lower the agent.",
        levels::BRIDGE,
    ),
    level(
        "A steep roof",
        "The roof has 48 degrees, and the agent walks on 45. Allow a steeper slope, or make the roof an obstacle.",
        levels::ROOF,
    ),
];

//! Kinds of issues of a document as a whole, and of its exports.

use super::{IssueType, Severity};

pub(crate) static FAR_FROM_ORIGIN: IssueType = IssueType {
    name: "far_from_origin",
    title: "Far from the origin",
    severity: Severity::Warning,
    definition: "The cells are more than twice their size away from the origin, and neighbouring coordinates are farther \
        apart there than 2 % of the weld distance, or than 1 % of the mean size of a cell if that is less.",
    effect: "Positions of agents and corners are rounded visibly, and points on an edge lie beside it.",
    remedy: "Recentre the document, and place the mesh in the game by the offset.",
};

pub(crate) static SAME_NAME: IssueType = IssueType {
    name: "same_name",
    title: "Equal names",
    severity: Severity::Hint,
    definition: "Two areas, two saved queries, two scenarios, or two groups of a scenario have the same name.",
    effect: "A command or a comparison of files that names one of them can mean the other.",
    remedy: "Rename one of them.",
};

pub(crate) static FORBIDDEN_AREA: IssueType = IssueType {
    name: "forbidden_area",
    title: "Forbidden area",
    severity: Severity::Hint,
    definition: "Cells have an area that all saved queries forbid, such as polygons with flags 0 of a Detour file.",
    effect: "No path enters these cells.",
    remedy: "Allow the area, or give the cells another one.",
};

pub(crate) static UNUSABLE_OUTLINE: IssueType = IssueType {
    name: "unusable_outline",
    title: "Unusable outline",
    severity: Severity::Warning,
    definition: "All points of a ring are on one line, or outlines of one height cross in too many places to be triangulated.",
    effect: "A ring on a line has no ground. Cells of outlines that cross too often are those of earlier outlines.",
    remedy: "Move or delete points of the outline, or delete the outline.",
};

pub(crate) static EXPORT_REFUSED: IssueType = IssueType {
    name: "export_refused",
    title: "Export refused",
    severity: Severity::Error,
    definition: "The format of an export cannot hold the document, such as more than 64 areas or 65,534 vertices in a \
        Detour tile.",
    effect: "No file is written.",
    remedy: "Change the mesh as the message states, or export in another format.",
};

pub(crate) static EXPORT_CORNERS: IssueType = IssueType {
    name: "export_corners",
    title: "Too many corners for export",
    severity: Severity::Hint,
    definition: "A cell has more corners than a polygon of the format of an export, such as six for Detour.",
    effect: "The export cuts the cell up, so the game gets other polygons than the document has cells.",
    remedy: "Split the cell.",
};

pub(crate) static EXPORT_COLLAPSE: IssueType = IssueType {
    name: "export_collapse",
    title: "Equal positions in export",
    severity: Severity::Error,
    definition: "Two vertices at different positions have one position in the coordinates of an export.",
    effect: "Edges lose their length in the file, and cells their shape.",
    remedy: "Recentre the document, or weld the vertices.",
};

pub(crate) static EXPORT_COARSE: IssueType = IssueType {
    name: "export_coarse",
    title: "Coordinates too large for export",
    severity: Severity::Warning,
    definition: "Neighbouring coordinates of an export are farther apart than the tolerance of its format, such as 1 cm in \
        Detour beyond 131,072 m.",
    effect: "The engine compares positions by rounding, and can lose connections between tiles.",
    remedy: "Recentre the document, and place the mesh in the game by the offset.",
};

pub(crate) static EXPORT_MERGE: IssueType = IssueType {
    name: "export_merge",
    title: "Merged by the engine",
    severity: Severity::Warning,
    definition: "Two vertices lie in one cell of the grid by which the engine of an export joins corners, such as 0.25 m in \
        Godot.",
    effect: "The engine takes them for one corner. It can join edges that are apart, and lose connections.",
    remedy: "Move the vertices apart, or give the map of the game a smaller cell size.",
};

pub(crate) static EXPORT_MARGIN: IssueType = IssueType {
    name: "export_margin",
    title: "Joined by the engine",
    severity: Severity::Hint,
    definition: "Edges of two islands are closer than the distance at which the engine of an export joins regions, such as \
        0.25 m in Godot.",
    effect: "The engine joins them if they are in different regions. In one region they stay apart.",
    remedy: "Weld the islands if agents walk there, or move them farther apart.",
};

pub(crate) static EXPORT_ERROR: IssueType = IssueType {
    name: "export_error",
    title: "Error after export",
    severity: Severity::Error,
    definition: "The exported file has an error that the document does not have.",
    effect: "Programs that read the file find wrong paths, or none.",
    remedy: "Change the mesh at this place, or export in a format that stores all of it.",
};

//! Files of other programs that navsmith does not read, with what to do instead.

use super::FormatError;

/// First bytes of files, what they are, and what to do.
const FOREIGN: [(&[u8], &str); 7] = [
    (b"RSRC", GODOT),
    (b"RSCC", GODOT),
    (
        &[0xce, 0xfa, 0xed, 0xfe],
        "it is a navigation mesh of the Source engine, which navsmith does not read; export the level",
    ),
    (b"NAV2", QUAKE),
    (b"NAV3", QUAKE),
    (b"\x89PNG\r\n\x1a\n", IMAGE),
    (b"\xff\xd8\xff", IMAGE),
];

const GODOT: &str =
    "it is a binary file of Godot; save the resource as text (.tres) in Godot, or the scene as .tscn";

const IMAGE: &str = "it is an image; add it to the levels of a document, or make outlines of it with navsmith convert --outlines";

const QUAKE: &str = "it is a graph of Quake, which navsmith does not read; export the level";

/// Error of a file with the name of a baked mesh that has another content.
pub(super) const OTHER_NAV: &str = "it is no baked mesh of `navsmith bake`, and navsmith does not read the .nav files of \
    other programs, such as rerecast; open the level instead";

/// Returns the error of bytes that another program wrote; `None` if they begin like none of its files.
pub(super) fn refusal(bytes: &[u8]) -> Option<FormatError> {
    let found = FOREIGN.into_iter().find(|(start, _)| bytes.starts_with(start))?;
    Some(FormatError::Foreign(found.1))
}

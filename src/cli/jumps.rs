//! Jump and drop links of `navsmith generate`, and the reason for none.

use serde::Serialize;

use super::output::{json, place, plain_count};
use super::{Done, Exit};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::LinkEnd;
use navsmith_formats::document::enumeration;
use navsmith_generation::{JumpKind, Jumps};

/// The link or the reason at a border, as JSON.
#[derive(Serialize)]
struct WhyJump {
    point: [f32; 3],
    has_link: bool,
    /// End of the link; absent without a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    landing: Option<[f32; 3]>,
    /// Words about the link, or the reason for none.
    reason: String,
}

/// Returns notes about the links and the samples without one.
pub(super) fn notes(jumps: &Jumps) -> impl Iterator<Item = String> {
    let of_kind = [(JumpKind::Jump, "jump link"), (JumpKind::Drop, "drop link")];
    let counts = of_kind.map(|(kind, name)| plain_count(jumps.count(kind), name, &format!("{name}s")));
    let links = format!("{} and {} were added", counts[0], counts[1]);
    let reasons = jumps.reasons();
    let samples = plain_count(jumps.rejected.len(), "sample", "samples");
    let rest = (!reasons.is_empty()).then(|| {
        let reasons = enumeration(&reasons);
        format!(
            "of {samples} on borders without a link, {reasons}; --why-jump X,Y,Z names the reason at a border"
        )
    });
    std::iter::once(links).chain(rest)
}

/// Returns the link or the reason for none at the sample nearest to a point.
pub(super) fn why(jumps: &Jumps, at: Vec3, is_json: bool) -> Result<Done, String> {
    let nearest = jumps.nearest(at).ok_or("the mesh has no border, so nothing can jump from it")?;
    let link = nearest.found.ok().map(|jump| jump.link);
    let answer = WhyJump {
        point: nearest.at.to_array(),
        has_link: link.is_some(),
        landing: link.map(|link| link.middle(LinkEnd::To).to_array()),
        reason: nearest.to_string(),
    };
    let text = if is_json { json(&answer)? } else { format!("{}: {}\n", place(nearest.at), answer.reason) };
    Ok(Done { exit: Exit::of(answer.has_link), ..Done::found(text) })
}

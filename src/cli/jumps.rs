//! Jump and drop links of `navsmith generate`, and the reason for none.

use serde::Serialize;

use super::output::{json, place, plain_count};
use super::{Done, Exit};
use navsmith_core::geometry::Vec3;
use navsmith_formats::document::enumeration;
use navsmith_generation::{JumpKind, JumpLink, Jumps, RejectedJump};

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
    let rejected = jumps.rejected.iter().map(|rejected| (rejected.at, Err(rejected)));
    let linked = jumps.links.iter().map(|jump| (nearest_on(jump, at), Ok(jump)));
    let nearest = rejected
        .chain(linked)
        .min_by(|(one, _), (other, _)| at.distance(*one).total_cmp(&at.distance(*other)));
    let (point, found) = nearest.ok_or("the mesh has no border, so nothing can jump from it")?;
    let answer = answer(point, found);
    let text = if is_json { json(&answer)? } else { format!("{}: {}\n", place(point), answer.reason) };
    Ok(Done { exit: Exit::of(answer.has_link), ..Done::found(text) })
}

fn answer(point: Vec3, found: Result<&JumpLink, &RejectedJump>) -> WhyJump {
    let point = point.to_array();
    match found {
        Err(rejected) => WhyJump { point, has_link: false, landing: None, reason: rejected.why.to_string() },
        Ok(JumpLink { link, kind, .. }) => {
            let kind = if *kind == JumpKind::Jump { "jump" } else { "drop" };
            let back = if link.is_one_way { "" } else { " and back" };
            let to = link.to[0].midpoint(link.to[1]);
            let reason = format!("a {kind} link leads to {}{back}", place(to));
            WhyJump { point, has_link: true, landing: Some(to.to_array()), reason }
        }
    }
}

/// Returns the point of the start of a link that is nearest to a point.
fn nearest_on(JumpLink { link, .. }: &JumpLink, at: Vec3) -> Vec3 {
    let [from, to] = link.from;
    let along = to - from;
    let share = (at - from).dot(along) / along.length_squared();
    if share.is_finite() { from.lerp(to, share.clamp(0.0, 1.0)) } else { from }
}

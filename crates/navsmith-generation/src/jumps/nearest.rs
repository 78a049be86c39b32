//! The link or the rejected sample nearest to a point.

use navsmith_core::geometry::{Vec3, nearest_points};

use super::{JumpLink, Jumps, RejectedJump};

/// What is nearest to a point: a link, or a sample without one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestJump<'a> {
    /// Position on the border.
    pub at: Vec3,
    /// The link, or the sample from which none starts.
    pub found: Result<&'a JumpLink, &'a RejectedJump>,
}

impl Jumps {
    /// Returns the link or the sample nearest to a point; `None` if the mesh has no border.
    pub fn nearest(&self, at: Vec3) -> Option<NearestJump<'_>> {
        let rejected =
            self.rejected.iter().map(|rejected| NearestJump { at: rejected.at, found: Err(rejected) });
        let linked = self.links.iter().map(|jump| NearestJump { at: nearest_on(jump, at), found: Ok(jump) });
        rejected.chain(linked).min_by(|one, other| at.distance(one.at).total_cmp(&at.distance(other.at)))
    }
}

/// Returns the point of the start of a link that is nearest to a point.
fn nearest_on(JumpLink { link, .. }: &JumpLink, at: Vec3) -> Vec3 {
    let [on_link, _] = nearest_points(link.from.map(Vec3::as_dvec3), [at.as_dvec3(); 2]);
    on_link.as_vec3()
}

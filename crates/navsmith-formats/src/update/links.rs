//! Generated links of a mesh, and those of a new generation.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::generated::{LinkKey, link_key};
use navsmith_core::navmesh::{Draft, Link};
use navsmith_generation::LinkPlaces;

/// What a merge of links did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkMerge {
    /// Number of generated links that were removed.
    pub removed: usize,
    /// Number of links that were added.
    pub added: usize,
    /// Links of the new generation in the mesh, and earlier ones that were changed or deleted by hand.
    pub generated: Vec<Link>,
}

/// Replaces the generated links of a draft by those of a new generation.
///
/// Links of both generations stay with their ids, and links by hand stay. A new link is not added at a link by hand or a
/// generated one that was changed or deleted by hand: both its ends are at most `reach` metres away.
pub fn merge_links(draft: &mut Draft, last: &[Link], new: &[Link], reach: f32) -> LinkMerge {
    let last: BTreeMap<LinkKey, &Link> = last.iter().map(|link| (link_key(link), link)).collect();
    let new: BTreeMap<LinkKey, &Link> = new.iter().map(|link| (link_key(link), link)).collect();
    let mut places = LinkPlaces::within(reach);
    let (mut present, mut outdated) = (BTreeSet::new(), Vec::new());
    for (id, link) in draft.mesh().links() {
        let key = link_key(link);
        if !last.contains_key(&key) {
            places.add(link);
            continue;
        }
        present.insert(key);
        if !new.contains_key(&key) {
            outdated.push(id);
        }
    }
    let gone: Vec<&Link> =
        last.iter().filter(|(key, _)| !present.contains(*key)).map(|(_, link)| *link).collect();
    for link in &gone {
        places.add(link);
    }
    let mut merge = LinkMerge { generated: gone.into_iter().copied().collect(), ..LinkMerge::default() };
    for (key, link) in new {
        if !present.contains(&key) {
            if places.has(link) {
                continue;
            }
            draft.add_link(*link);
            merge.added += 1;
        }
        // A link that stays keeps its directions.
        merge.generated.push(**last.get(&key).unwrap_or(&link));
    }
    merge.removed = outdated.len();
    for id in outdated {
        draft.remove_link(id);
    }
    merge
}

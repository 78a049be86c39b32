//! The clipboard: contains copied elements as the text of a document.
//!
//! Users can read it, mail it or paste it elsewhere.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use super::{Editor, Effect, Message};
use crate::document::Document;
use crate::geometry::{Bounds, ground};
use crate::io::file::CAP;
use crate::io::ron::{self, reproduction};
use crate::navmesh::edit::{Edited, Fragment, copy, copy_links, delete_links, paste, take_out};
use crate::navmesh::{AreaId, Cell, CellId, LinkId, NavMesh, VertexId};

impl Editor {
    /// Copies the selection to the clipboard as text; shows a message and returns `false` on an error.
    pub(super) fn copy(&mut self) -> bool {
        let fragment = self.fragment();
        match self.text_of(&fragment) {
            Ok(text) => {
                self.ask_outside(Effect::Copy(text));
                self.say(Message::info(format!("Copied {}.", self.selection.describe())));
                true
            }
            Err(why) => {
                self.say(Message::error(why));
                false
            }
        }
    }

    fn text_of(&self, fragment: &Fragment) -> Result<String, String> {
        let cell =
            |(corners, area): &(Vec<u32>, AreaId)| Cell::new(corners.iter().map(|&i| VertexId(i)), *area);
        let mesh = NavMesh::from_parts(fragment.vertices.iter().copied(), fragment.cells.iter().map(cell))?;
        let mesh = mesh.with_links(fragment.links.iter().copied())?;
        let document = Document { mesh, queries: Vec::new().into(), ..self.document.clone() };
        ron::write(&document).map_err(|why| why.to_string())
    }

    /// Copies the selection to the clipboard and deletes it; keeps the vertices that other cells use.
    pub(super) fn cut(&mut self) {
        if self.copy() {
            let (vertices, cells) = self.copied();
            let links: Vec<LinkId> = self.selection.links().iter().copied().collect();
            self.edit(&format!("Cut {}", self.selection.describe()), |draft| {
                if !links.is_empty() {
                    delete_links(draft, &links)?;
                }
                let has_more = !vertices.is_empty() || !cells.is_empty();
                if has_more { take_out(draft, &vertices, &cells) } else { Ok(Edited::default()) }
            });
        }
    }

    /// Pastes text from the clipboard into the mesh.
    ///
    /// The copy is placed under the pointer, or without a pointer one grid step beside the original. A reproduction
    /// is opened as a document instead.
    pub(super) fn pasted(&mut self, text: &str) {
        if text.len() as u64 > CAP {
            let (len, most) = (text.len().div_ceil(1 << 20), CAP >> 20);
            let why =
                format!("The clipboard contains {len} MiB of text, and at most {most} are read. Copy less.");
            return self.say(Message::warning(why));
        }
        if reproduction::looks_like_it(text.as_bytes()) {
            return self.pasted_reproduction(text);
        }
        match ron::read(text) {
            Ok(copied) => {
                let fragment = self.fragment_of(&copied);
                let offset = self.paste_offset(&fragment);
                let is_done = self.edit("Paste", |draft| paste(draft, &fragment, offset));
                if let Some(description) = self.replaced_areas(&copied).filter(|_| is_done) {
                    self.say(Message::info(description));
                }
            }
            Err(why) => {
                let why = format!("The clipboard contains no navsmith cells: {why}");
                self.say(Message::warning(why));
            }
        }
    }

    /// Returns the elements of a document with areas of this document.
    ///
    /// An area becomes the area with the same name here, or else the current area.
    fn fragment_of(&self, copied: &Document) -> Fragment {
        let vertices: Vec<VertexId> = copied.mesh.vertices().map(|(id, _)| id).collect();
        let cells: Vec<CellId> = copied.mesh.cells().map(|(id, _)| id).collect();
        let links: Vec<LinkId> = copied.mesh.links().map(|(id, _)| id).collect();
        let links = copy_links(&copied.mesh, &links);
        let mut fragment = Fragment { links, ..copy(&copied.mesh, &vertices, &cells) };
        for (_, area) in &mut fragment.cells {
            let named = |here: &crate::document::Area| {
                copied.area(*area).is_some_and(|there| there.name == here.name)
            };
            let known = self.document.areas.iter().position(named).and_then(|i| u8::try_from(i).ok());
            *area = known.map_or(self.options.area, AreaId);
        }
        fragment
    }

    /// Describes the areas of pasted cells that this document lacks, and the area that replaces them.
    fn replaced_areas(&self, copied: &Document) -> Option<String> {
        let is_known = |name: &str| self.document.areas.iter().any(|here| here.name == name);
        let used: BTreeSet<AreaId> = copied.mesh.cells().map(|(_, cell)| cell.area()).collect();
        let names = used.into_iter().filter_map(|id| copied.area(id)).map(|area| &*area.name);
        let unknown: Vec<&str> = names.filter(|name| !is_known(name)).collect();
        let current = &self.document.area(self.options.area)?.name;
        let unknown = if unknown.is_empty() { None } else { Some(unknown.join(", ")) };
        unknown.map(|names| format!("This document has no area {names}: those cells got the area {current}."))
    }

    fn paste_offset(&self, fragment: &Fragment) -> Vec3 {
        let step = self.grid_step();
        let link_places = fragment.links.iter().flat_map(|link| link.from.into_iter().chain(link.to));
        let middle = ground(Bounds::of(fragment.vertices.iter().copied().chain(link_places)).center());
        let to = self.pointer().map_or_else(|| Vec2::splat(step), |pointer| pointer - middle);
        // Moves by whole grid steps, so that positions on the grid stay on it.
        let to = if self.options.snaps_to_grid { (to / step).round() * step } else { to };
        Vec3::new(to.x, 0.0, to.y)
    }

    /// Copies the selected elements, selects the copy and moves it with the pointer; all as one step.
    pub(super) fn duplicate(&mut self) {
        let fragment = self.settled().fragment();
        let title = format!("Duplicate {}", self.selection.describe());
        let before = self.begin(&title);
        match self.preview(&before, |draft| paste(draft, &fragment, Vec3::ZERO)) {
            Ok(_) => self.start_move(),
            Err(refusal) => {
                self.roll_back();
                self.say(Message::warning(refusal.to_string()));
            }
        }
    }

    /// Returns a copy of the selected elements as a fragment.
    fn fragment(&self) -> Fragment {
        let (vertices, cells) = self.copied();
        let links: Vec<LinkId> = self.selection.links().iter().copied().collect();
        let links = copy_links(&self.document.mesh, &links);
        Fragment { links, ..copy(&self.document.mesh, &vertices, &cells) }
    }

    /// Returns the vertices and cells to copy, including the ends of edges.
    fn copied(&self) -> (Vec<VertexId>, Vec<CellId>) {
        let cells: Vec<CellId> = self.selection.cells().iter().copied().collect();
        (self.selection.all_vertices(&self.document.mesh), cells)
    }
}

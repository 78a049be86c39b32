//! Accessor reads that stay within their buffers and within a memory budget.

use std::cell::OnceCell;

use glam::Vec3;
use gltf::json::accessor::ComponentType;

use super::buffers::Buffers;
use super::meshopt::MeshoptLayout;
use super::schema::{Accessor, GltfRoot, Int, Meshopt, Sparse};
use super::{Fault, check_at, fault, for_each, missing};
use navsmith_core::budget::Exhausted;
use navsmith_core::progress::{Progress, Stopped};

/// Message for an element that exceeds the budget of the file.
pub(super) const TOO_MUCH: &str = "repeats more data than a file of this size justifies; export fewer meshes";

/// Maximum element count of an accessor without bytes, whose elements are zeros.
const MOST_ZEROS: usize = 1 << 16;

pub(super) struct Accessors<'a> {
    pub(super) root: &'a GltfRoot,
    pub(super) buffers: Buffers<'a>,
    pub(super) progress: &'a Progress,
    /// Decompressed bytes of each view, or the reason why there are none.
    decompressed: Vec<OnceCell<Result<Vec<u8>, String>>>,
}

struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    size: usize,
    count: usize,
}

impl<'a> Elements<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        let (bytes, size, stride) = (self.bytes, self.size, self.stride);
        (0..self.count).filter_map(move |i| bytes.get(i * stride..i * stride + size))
    }
}

impl<'a> Accessors<'a> {
    pub(super) fn new(root: &'a GltfRoot, buffers: Buffers<'a>, progress: &'a Progress) -> Self {
        let decompressed = root.buffer_views.iter().map(|_| OnceCell::new()).collect();
        Self { root, buffers, progress, decompressed }
    }

    pub(super) fn is_without_bytes(&self, index: usize) -> bool {
        self.root.accessors.get(index).is_some_and(|accessor| accessor.buffer_view.is_none())
    }

    /// Whether an accessor's buffer has no bytes in this file, as glTF allows.
    pub(super) fn is_left_undefined(&self, index: usize) -> bool {
        let view = self.root.accessors.get(index).and_then(|accessor| accessor.buffer_view);
        let view = view.and_then(|view| self.root.buffer_views.get(view.get()));
        view.is_some_and(|view| {
            view.extensions.meshopt.is_none() && self.buffers.is_left_undefined(view.buffer.get())
        })
    }

    /// Reads positions: floats, or the integers of quantised meshes.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<Vec3>, Fault> {
        let (accessor, kind) = self.find(index, "VEC3")?;
        if kind == ComponentType::U32 {
            return Err(wrong(index, "holds positions of type UNSIGNED_INT; export them as floats"));
        }
        let decode = |bytes: &[u8]| position(bytes, kind, accessor.normalized);
        self.read(index, accessor, (kind, 3), decode, Vec3::ZERO)
    }

    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, Fault> {
        let (accessor, kind) = self.find(index, "SCALAR")?;
        if !is_index(kind) {
            return Err(wrong(index, "holds indices that are no unsigned integers; export the mesh again"));
        }
        self.read(index, accessor, (kind, 1), whole, 0)
    }

    fn find(&self, index: usize, shape: &str) -> Result<(&'a Accessor, ComponentType), Fault> {
        let accessor = self.root.accessors.get(index).ok_or_else(|| missing("accessors", index))?;
        if accessor.shape != shape {
            let found = super::clipped(&accessor.shape);
            return Err(wrong(
                index,
                format!("is a {found}, where a {shape} is needed; export the mesh again"),
            ));
        }
        let unknown = || wrong(index, "has a component type that glTF does not know; export the mesh again");
        Ok((accessor, component_type(accessor.component_type).ok_or_else(unknown)?))
    }

    fn read<T: Copy>(
        &self,
        index: usize,
        accessor: &Accessor,
        (kind, width): (ComponentType, usize),
        decode: impl Fn(&[u8]) -> T,
        zero: T,
    ) -> Result<Vec<T>, Fault> {
        let count = accessor.count.get();
        let size = kind.size() * width;
        let elements = match accessor.buffer_view {
            Some(view) => {
                let elements = self.elements(view, accessor.byte_offset, size, count);
                Some(elements.map_err(|why| wrong(index, why))?)
            }
            None if count <= MOST_ZEROS => None,
            None => {
                let why = format!("states {count} elements without any bytes; export the mesh again");
                return Err(wrong(index, why));
            }
        };
        let step = self.buffers.budget.borrow_mut().step(count);
        step.map_err(|Exhausted| wrong(index, TOO_MUCH))?;
        let mut values = match elements {
            None => vec![zero; count],
            Some(elements) => {
                let mut values = Vec::with_capacity(count);
                for_each(self.progress, elements.iter(), |bytes| values.push(decode(bytes)))?;
                values
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.overlay(sparse, size, &decode, &mut values)
                .map_err(|why| wrong(index, format!("is sparse, and {why}; export the mesh again")))??;
        }
        Ok(values)
    }

    /// Writes the values of a sparse accessor into `values`.
    ///
    /// `Err` is the reason why the accessor is invalid.
    fn overlay<T>(
        &self,
        sparse: &Sparse,
        size: usize,
        decode: impl Fn(&[u8]) -> T,
        values: &mut [T],
    ) -> Result<Result<(), Stopped>, String> {
        let count = sparse.count.get();
        if count > values.len() {
            return Err(format!("replaces {count} of {} elements", values.len()));
        }
        let kind = component_type(sparse.indices.component_type).filter(|&kind| is_index(kind));
        let kind = kind.ok_or("its indices are no unsigned integers")?;
        let indices = &sparse.indices;
        let places = self.elements(indices.buffer_view, indices.byte_offset, kind.size(), count)?;
        let replacements =
            self.elements(sparse.values.buffer_view, sparse.values.byte_offset, size, count)?;
        let replaced = places.iter().map(whole).zip(replacements.iter().map(decode));
        for (nth, (place, value)) in replaced.enumerate() {
            if let Err(stopped) = check_at(self.progress, nth) {
                return Ok(Err(stopped));
            }
            let length = values.len();
            let slot = values.get_mut(place as usize);
            *slot.ok_or_else(|| format!("replaces element {place} of {length}"))? = value;
        }
        Ok(Ok(()))
    }

    /// Returns the elements in a view, all inside its buffer; `Err` is the reason why they are not.
    fn elements(&self, view: Int, offset: Int, size: usize, count: usize) -> Result<Elements<'_>, String> {
        let index = view.get();
        let bytes = self.view(index)?;
        let stride = self.root.buffer_views[index].byte_stride.map_or(size, Int::get);
        if stride < size {
            return Err(format!(
                "has elements of {size} bytes every {stride} (bufferViews[{index}]); export the mesh again"
            ));
        }
        let needed = count.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(size));
        let bytes = needed.and_then(|needed| slice(bytes, offset.get(), needed));
        let outside = || {
            format!(
                "reaches past the end of bufferViews[{index}] or of its buffer; the file is cut short; export it again"
            )
        };
        Ok(Elements { bytes: bytes.ok_or_else(outside)?, stride, size, count })
    }

    /// Returns the bytes of a view, decompressed if necessary; `Err` is the reason why they cannot be read.
    pub(super) fn view(&self, index: usize) -> Result<&[u8], String> {
        let (Some(view), Some(decompressed)) =
            (self.root.buffer_views.get(index), self.decompressed.get(index))
        else {
            return Err(needs(&missing("bufferViews", index)));
        };
        match &view.extensions.meshopt {
            Some(meshopt) => {
                let bytes = decompressed.get_or_init(|| self.decompress(index, meshopt));
                bytes.as_deref().map_err(Clone::clone)
            }
            None => self.part(view.buffer, view.byte_offset, view.byte_length),
        }
    }

    /// Returns a part of a buffer. A part may claim more bytes than its buffer has.
    fn part(&self, buffer: Int, offset: Int, length: Int) -> Result<&[u8], String> {
        let bytes = self.buffers.get(buffer.get()).map_err(|fault| needs(&fault))?;
        let part = slice(bytes, offset.get(), length.get()).or_else(|| bytes.get(offset.get()..));
        Ok(part.unwrap_or_default())
    }

    fn decompress(&self, index: usize, meshopt: &Meshopt) -> Result<Vec<u8>, String> {
        let data = self.part(meshopt.buffer, meshopt.byte_offset, meshopt.byte_length)?;
        let needs = |why: String| {
            format!(
                "needs bufferViews[{index}], which is compressed with meshopt, but {why}; export it again"
            )
        };
        let layout = MeshoptLayout::of(meshopt).map_err(|error| needs(error.to_string()))?;
        let kept = self.buffers.keep_decompressed(layout.byte_length());
        kept.map_err(|Exhausted| TOO_MUCH.to_owned())?;
        layout.decode(data, self.progress).map_err(|error| needs(error.to_string()))
    }
}

fn needs(fault: &Fault) -> String {
    format!("needs {}, which {}", fault.element, fault.why)
}

fn slice(bytes: &[u8], offset: usize, length: usize) -> Option<&[u8]> {
    bytes.get(offset..offset.checked_add(length)?)
}

fn wrong(index: usize, why: impl Into<String>) -> Fault {
    fault(format!("accessors[{index}]"), why)
}

fn component_type(code: Int) -> Option<ComponentType> {
    use ComponentType::{F32, I8, I16, U8, U16, U32};
    [I8, U8, I16, U16, U32, F32].into_iter().find(|kind| kind.as_gl_enum() as usize == code.get())
}

fn is_index(kind: ComponentType) -> bool {
    matches!(kind, ComponentType::U8 | ComponentType::U16 | ComponentType::U32)
}

/// Reads a little-endian unsigned integer of one, two or four bytes.
fn whole(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, &byte| (value << 8) | u32::from(byte))
}

fn position(bytes: &[u8], kind: ComponentType, is_normalized: bool) -> Vec3 {
    let size = kind.size();
    let coordinate = |axis: usize| component(&bytes[axis * size..(axis + 1) * size], kind, is_normalized);
    Vec3::new(coordinate(0), coordinate(1), coordinate(2))
}

/// Reads a number; normalised integers are mapped as `KHR_mesh_quantization` specifies.
fn component(bytes: &[u8], kind: ComponentType, is_normalized: bool) -> f32 {
    let word = whole(bytes);
    let (value, full) = match kind {
        ComponentType::F32 | ComponentType::U32 => return f32::from_bits(word),
        ComponentType::I8 => (f32::from(word as u8 as i8), 127.0),
        ComponentType::U8 => (f32::from(word as u8), 255.0),
        ComponentType::I16 => (f32::from(word as u16 as i16), 32767.0),
        ComponentType::U16 => (f32::from(word as u16), 65535.0),
    };
    if is_normalized { (value / full).max(-1.0) } else { value }
}

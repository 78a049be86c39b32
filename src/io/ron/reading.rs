//! Reads a file field by field and tells how far it is, so that reading a large one can be broken off.
//!
//! It does not know what stands in a line, nor what makes it valid.

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::v1::{File, default_areas, default_queries};

/// How far it is is told once in so many elements.
const TOLD: usize = 1 << 12;

/// Counts what was read.
pub(super) struct Pace<'a> {
    done: usize,
    /// About so many elements there are.
    of: usize,
    goes_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>,
    is_stopped: bool,
}

impl<'a> Pace<'a> {
    /// Nothing read yet of a text; `goes_on` hears how much is, from 0 to 1.
    pub(super) fn of(text: &str, goes_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>) -> Self {
        // Vertices and cells, which large files are made of, each open one bracket.
        let of = text.bytes().filter(|&byte| byte == b'(').count();
        Self { done: 0, of, goes_on, is_stopped: false }
    }

    /// Nothing read again.
    pub(super) fn begin_again(&mut self) {
        self.done = 0;
    }

    /// Whether it was broken off, so that there is no more to be said of the error that came of it.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn element(&mut self) -> ControlFlow<()> {
        self.done += 1;
        if self.done.is_multiple_of(TOLD) {
            let told = (self.goes_on)(self.done as f32 / self.of.max(self.done) as f32);
            self.is_stopped = told.is_break();
            return told;
        }
        ControlFlow::Continue(())
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum FieldName {
    Version,
    Areas,
    Vertices,
    Cells,
    Links,
    Queries,
}

/// The fields of a file whose positions stand as `P`.
pub(super) struct Fields<'p, 'a, P>(&'p mut Pace<'a>, PhantomData<P>);

impl<'p, 'a, P> Fields<'p, 'a, P> {
    pub(super) fn at(pace: &'p mut Pace<'a>) -> Self {
        Self(pace, PhantomData)
    }
}

impl<'de, P: Deserialize<'de>> DeserializeSeed<'de> for Fields<'_, '_, P> {
    type Value = File<P>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<File<P>, D::Error> {
        const NAMES: &[&str] = &["version", "areas", "vertices", "cells", "links", "queries"];
        deserializer.deserialize_struct("NavMesh", NAMES, self)
    }
}

impl<'de, P: Deserialize<'de>> Visitor<'de> for Fields<'_, '_, P> {
    type Value = File<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct NavMesh")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File<P>, A::Error> {
        let Self(pace, _) = self;
        let (mut version, mut areas, mut vertices) = (None, None, None);
        let (mut cells, mut links, mut queries) = (None, None, None);
        while let Some(name) = map.next_key()? {
            match name {
                FieldName::Version => once(&mut version, "version", || map.next_value())?,
                FieldName::Areas => once(&mut areas, "areas", || map.next_value())?,
                FieldName::Vertices => {
                    once(&mut vertices, "vertices", || map.next_value_seed(List::at(pace)))?;
                }
                FieldName::Cells => once(&mut cells, "cells", || map.next_value_seed(List::at(pace)))?,
                FieldName::Links => once(&mut links, "links", || map.next_value())?,
                FieldName::Queries => once(&mut queries, "queries", || map.next_value())?,
            }
        }
        let missing = A::Error::missing_field;
        Ok(File {
            version: version.ok_or_else(|| missing("version"))?,
            areas: areas.unwrap_or_else(default_areas),
            vertices: vertices.ok_or_else(|| missing("vertices"))?,
            cells: cells.ok_or_else(|| missing("cells"))?,
            links: links.unwrap_or_default(),
            queries: queries.unwrap_or_else(default_queries),
        })
    }
}

impl<'de, P: Deserialize<'de>> Deserialize<'de> for File<P> {
    /// Where nobody asks how far it is.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut goes_on = |_| ControlFlow::Continue(());
        Fields::at(&mut Pace::of("", &mut goes_on)).deserialize(deserializer)
    }
}

/// Reads a field that nobody has read before.
fn once<T, E: serde::de::Error>(
    slot: &mut Option<T>,
    name: &'static str,
    read: impl FnOnce() -> Result<T, E>,
) -> Result<(), E> {
    if slot.is_some() {
        return Err(E::duplicate_field(name));
    }
    *slot = Some(read()?);
    Ok(())
}

/// A list of `T`.
struct List<'p, 'a, T>(&'p mut Pace<'a>, PhantomData<T>);

impl<'p, 'a, T> List<'p, 'a, T> {
    fn at(pace: &'p mut Pace<'a>) -> Self {
        Self(pace, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for List<'_, '_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<'_, '_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = seq.next_element()? {
            all.push(one);
            if self.0.element().is_break() {
                return Err(A::Error::custom("broken off"));
            }
        }
        Ok(all)
    }
}

//! Reads a file field by field, reports progress, and takes the memory of every element from a budget.
//!
//! It is independent of the contents and the validity of the elements.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::RonError;
use super::element::RonElement;
use super::parts::{DocumentParts, with_parts};
use super::v1::{File, default_areas, default_queries};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 12;

#[derive(Clone, Copy)]
enum RonEnd {
    /// Reading was stopped.
    Stopped,
    /// The list with this name exceeded the budget.
    TooMuch(&'static str),
}

pub(super) struct Pace<'a> {
    done: usize,
    /// Approximate number of elements.
    of: usize,
    progress: &'a Progress,
    budget: &'a mut Budget,
    /// Budget before the read.
    whole: Budget,
    end: Option<RonEnd>,
}

impl<'a> Pace<'a> {
    /// Creates the pace of a text.
    ///
    /// Large texts consist of vertices and cells, each with one opening `bracket`.
    pub(super) fn of(text: &str, bracket: u8, budget: &'a mut Budget, progress: &'a Progress) -> Self {
        let of = text.bytes().filter(|&byte| byte == bracket).count();
        let whole = *budget;
        Self { done: 0, of, progress, budget, whole, end: None }
    }

    /// Parses with one grammar or, if that fails, with another.
    pub(super) fn parse<T>(
        &mut self,
        mut first: impl FnMut(&mut Self) -> Result<T, RonError>,
        second: impl FnOnce(&mut Self) -> Result<T, RonError>,
    ) -> Result<Result<T, RonError>, Stopped> {
        let mut file = first(self);
        if file.is_err() && self.end.is_none() {
            (self.done, *self.budget) = (0, self.whole);
            file = second(self);
        }
        self.finished(file)
    }

    /// Returns the result of the parser, with the reason if reading ended early.
    pub(super) fn finished<T>(&self, file: Result<T, RonError>) -> Result<Result<T, RonError>, Stopped> {
        match self.end {
            Some(RonEnd::Stopped) => Err(Stopped),
            Some(RonEnd::TooMuch(list)) => Ok(file.map_err(|error| RonError {
                description: format!(
                    "the {list} up to here take more memory than a text of this size justifies; remove some, or split the file"
                ),
                ..error
            })),
            None => Ok(file),
        }
    }

    /// Whether reading ended early, so that the parse error has no further meaning.
    pub(super) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Counts an element; fails if reading ends early, with the reason in `end`.
    fn element(&mut self, list: &'static str, kept: usize) -> Result<(), RonEnd> {
        self.done += 1;
        if self.budget.step(1).and_then(|()| self.budget.keep(kept)) == Err(Exhausted) {
            return Err(self.end(RonEnd::TooMuch(list)));
        }
        if self.done.is_multiple_of(ELEMENTS_PER_REPORT) {
            let report = self.progress.report(self.done, self.of.max(self.done));
            report.map_err(|Stopped| self.end(RonEnd::Stopped))?;
        }
        Ok(())
    }

    fn end(&mut self, end: RonEnd) -> RonEnd {
        self.end = Some(end);
        end
    }
}

/// Implements reading of a struct field by field, each at most once.
///
/// Each field is read by a function of this module; without a default, it is required. The parts of a document are
/// optional.
macro_rules! fields {
    ($vis:vis $seed:ident reads $file:ident, $name:literal: $($field:ident by $read:ident $(or $default:expr)?),+
        $(; $($part:ident by $read_part:ident: $type:ty),+)?) => {
        /// The fields of a file whose positions are of type `P`.
        $vis struct $seed<'p, 'a, P>(&'p mut Pace<'a>, PhantomData<P>);

        impl<'p, 'a, P> $seed<'p, 'a, P> {
            $vis fn at(pace: &'p mut Pace<'a>) -> Self {
                Self(pace, PhantomData)
            }
        }

        impl<'de, P: Deserialize<'de> + RonElement> DeserializeSeed<'de> for $seed<'_, '_, P> {
            type Value = $file<P>;

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<$file<P>, D::Error> {
                deserializer.deserialize_struct($name, &[$(stringify!($field),)+ $($(stringify!($part)),+)?], self)
            }
        }

        impl<'de, P: Deserialize<'de> + RonElement> Visitor<'de> for $seed<'_, '_, P> {
            type Value = $file<P>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!("struct ", $name))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$file<P>, A::Error> {
                #[derive(Deserialize)]
                #[serde(field_identifier)]
                #[expect(non_camel_case_types, reason = "named as in the file")]
                enum FieldName {
                    $($field,)+
                    $($($part),+)?
                }
                $(let mut $field = None;)+
                $($(let mut $part: Option<$type> = None;)+)?
                while let Some(name) = map.next_key()? {
                    match name {
                        $(FieldName::$field if $field.is_some() => {
                            return Err(A::Error::duplicate_field(stringify!($field)));
                        }
                        FieldName::$field => $field = Some($read(self.0, &mut map, stringify!($field))?),)+
                        $($(FieldName::$part if $part.is_some() => {
                            return Err(A::Error::duplicate_field(stringify!($part)));
                        }
                        FieldName::$part => $part = Some($read_part(self.0, &mut map, stringify!($part))?),)+)?
                    }
                }
                $(
                    $(let $field = $field.or_else(|| Some($default));)?
                    let $field = $field.ok_or_else(|| A::Error::missing_field(stringify!($field)))?;
                )+
                Ok($file { $($field,)+ $(parts: DocumentParts { $($part: $part.unwrap_or_default()),+ })? })
            }
        }
    };
}
pub(super) use fields;

with_parts! {
    fields! {
        pub(super) Fields reads File, "NavMesh":
            version by value,
            closed_surface by value or false,
            areas by list or default_areas(),
            vertices by list,
            cells by list,
            links by list or Vec::new(),
            queries by list or default_queries()
    }
}

pub(super) fn value<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    _: &mut Pace<'_>,
    map: &mut A,
    _: &'static str,
) -> Result<T, A::Error> {
    map.next_value()
}

pub(super) fn list<'de, T: Deserialize<'de> + RonElement, A: MapAccess<'de>>(
    pace: &mut Pace<'_>,
    map: &mut A,
    name: &'static str,
) -> Result<Vec<T>, A::Error> {
    map.next_value_seed(List { pace, name, of: PhantomData })
}

struct List<'p, 'a, T> {
    pace: &'p mut Pace<'a>,
    name: &'static str,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de> + RonElement> DeserializeSeed<'de> for List<'_, '_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de> + RonElement> Visitor<'de> for List<'_, '_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = seq.next_element::<T>()? {
            let kept = one.kept();
            all.push(one);
            if self.pace.element(self.name, kept).is_err() {
                return Err(A::Error::custom("broken off"));
            }
        }
        Ok(all)
    }
}

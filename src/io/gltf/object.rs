//! JSON objects and lists of numbers, with errors in terms of JSON instead of Rust types.

use std::fmt;
use std::ops::Deref;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Implements `Deserialize` by a visitor with the given methods; the text names its values.
macro_rules! visited {
    ($de:lifetime, $name:ty, $deserialize:ident, $expecting:literal, $($methods:item)+) => {
        impl<$de> serde::Deserialize<$de> for $name {
            fn deserialize<D: serde::Deserializer<$de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Values;
                impl<$de> serde::de::Visitor<$de> for Values {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expecting)
                    }

                    $($methods)+
                }
                deserializer.$deserialize(Values)
            }
        }
    };
}
pub(super) use visited;

/// Implements `Deserialize` from objects only, because derived code alone would accept lists as well.
///
/// The types derive `Deserialize` with `remote = "Self"`.
macro_rules! objects {
    ($($name:ident),+ $(,)?) => {$(
        $crate::io::gltf::object::visited! {
            'de, $name, deserialize_map, "an object",
            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                $name::deserialize(serde::de::value::MapAccessDeserializer::new(map))
            }
        }
    )+};
}
pub(super) use objects;

pub(super) struct Numbers<const N: usize>(Box<[f64; N]>);

impl<const N: usize> Deref for Numbers<N> {
    type Target = [f64; N];

    fn deref(&self) -> &[f64; N] {
        &self.0
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<const N: usize>;
        impl<'de, const N: usize> Visitor<'de> for List<N> {
            type Value = Numbers<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {N} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers<N>, A::Error> {
                let mut numbers = Box::new([0.0; N]);
                for (i, slot) in numbers.iter_mut().enumerate() {
                    *slot =
                        seq.next_element::<Number>()?.ok_or_else(|| A::Error::invalid_length(i, &self))?.0;
                }
                match seq.next_element::<Number>()? {
                    None => Ok(Numbers(numbers)),
                    Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
                }
            }
        }
        deserializer.deserialize_seq(List)
    }
}

struct Number(f64);

visited! {
    'de, Number, deserialize_any, "a number",
    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }
}

/// Returns the error of a JSON text in terms of JSON, with its position first.
pub(super) fn in_plain_words(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let Some(what) = text.strip_suffix(&place) else { return text };
    // Text of the file is quoted, so an unquoted match is always a phrase of the parser.
    let words = [
        ("invalid type: map,", "there is an object,"),
        ("invalid type: sequence,", "there is a list,"),
        ("invalid type: floating point", "there is the number"),
        ("invalid type: integer", "there is the number"),
        ("invalid type: boolean", "there is"),
        ("invalid type: string", "there is the text"),
        ("invalid type: null", "there is null"),
        ("invalid value: floating point", "there is the number"),
        ("invalid value: integer", "there is the number"),
        ("invalid length", "there is a list of length"),
        ("EOF while parsing", "the text ends within"),
    ];
    let plain = words.iter().find_map(|(from, to)| Some(format!("{to}{}", what.strip_prefix(from)?)));
    let plain = plain.unwrap_or_else(|| what.to_owned());
    format!("line {}, column {}: {plain}", error.line(), error.column().max(1))
}

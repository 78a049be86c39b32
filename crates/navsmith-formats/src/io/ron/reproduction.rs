//! Reproductions: a query, the relevant part of the mesh and a step, as a small text to mail or paste.
//!
//! The format has its own version. Its document has the same form as in a document file.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::element::RonElement;
use super::place::PlaceStep::Field;
use super::reading::{Fields, Pace, fields, value};
use super::{RonError, RonFault, WriteError, element, parse, parse_seed, place, text_of, v1, without_bom};
use crate::document::Reproduction;
use navsmith_core::budget::Budget;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::progress::{Progress, Stopped};

/// Version that is written.
pub const VERSION: u32 = 1;

const NAME: &str = "Reproduction";

#[derive(Debug)]
struct File<P = element::Position> {
    version: u32,
    whole: bool,
    step: Option<StepEntry>,
    document: v1::File<P>,
}

fields! {
    FileFields reads File, "Reproduction":
        version by value,
        whole by value or false,
        step by value or None,
        document by inner_document
}

fn inner_document<'de, P: Deserialize<'de> + RonElement, A: MapAccess<'de>>(
    pace: &mut Pace<'_>,
    map: &mut A,
    _: &'static str,
) -> Result<v1::File<P>, A::Error> {
    map.next_value_seed(Fields::at(pace))
}

/// A step by its stage and its index within the stage, from 0.
#[derive(Debug, Deserialize)]
#[serde(rename = "Step", deny_unknown_fields)]
struct StepEntry {
    stage: String,
    number: u64,
}

/// Returns whether bytes appear to be a reproduction, judged by its name.
pub fn looks_like_it(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    place::past_blank(bytes).starts_with(NAME.as_bytes())
}

/// Reads a reproduction; a step beyond the end of its stage becomes the last step of the stage.
pub fn read(text: &str) -> Result<Reproduction, RonError> {
    read_within(text, &mut Budget::of_file(text.len()))
}

/// Reads a reproduction like [`read`] within a budget; exceeding it is an error.
pub fn read_within(text: &str, budget: &mut Budget) -> Result<Reproduction, RonError> {
    let text = without_bom(text);
    let progress = Progress::none();
    let mut pace = Pace::of(text, b'(', budget, &progress);
    let file = pace.parse(
        |pace| parse_seed(text, FileFields::<element::Position>::at(pace)),
        |pace| parse_seed(text, FileFields::<element::AnyPosition>::at(pace)).map(File::plain),
    );
    let newer = || if pace.has_ended() { None } else { newer(text) };
    let stopped =
        |Stopped| RonError { line: 1, column: 1, description: "reading was stopped; read it again".into() };
    let file = file.map_err(stopped)?.map_err(|error| newer().unwrap_or(error))?;
    file.into_reproduction().map_err(|fault| fault.in_text(text))
}

/// Returns the text of a reproduction, which ends with a newline.
pub fn write(reproduction: &Reproduction) -> Result<String, WriteError> {
    let file = v1::File::of(&reproduction.document);
    file.check().map_err(RonFault::in_document)?;
    let step = reproduction.step.map_or_else(String::new, |(stage, number)| {
        format!("    step: Some((stage: \"{}\", number: {number})),\n", stage.name())
    });
    let document = text_of(&file, &Progress::none()).unwrap_or_default();
    let lines = document.lines().filter(|line| !line.starts_with("//")).map(|line| format!("    {line}\n"));
    let document: String = lines.collect();
    Ok(format!(
        "// navsmith reproduction: a mesh, a question and the step to look at. Drop it on navsmith's window, or paste it.\n\
         {NAME}(\n    version: {VERSION},\n    whole: {},\n{step}    document: {},\n)\n",
        reproduction.is_whole,
        document.trim()
    ))
}

impl File<element::AnyPosition> {
    fn plain(self) -> File {
        let Self { version, whole, step, document } = self;
        File { version, whole, step, document: document.plain() }
    }
}

impl File {
    fn into_reproduction(self) -> Result<Reproduction, RonFault> {
        if self.version != VERSION {
            return Err(super::unknown_version(self.version, VERSION));
        }
        let inner = |fault: RonFault| fault.within([Field("document")]);
        if self.document.version != super::VERSION {
            return Err(inner(super::unknown_version(self.document.version, super::VERSION)));
        }
        let step = self.step.map(StepEntry::into_step).transpose()?;
        let document = self.document.into_document().map_err(inner)?;
        Ok(Reproduction { document, step, is_whole: self.whole })
    }
}

impl StepEntry {
    fn into_step(self) -> Result<(Stage, usize), RonFault> {
        let stage = TraceKind::Query.stages().find(|stage| stage.name() == self.stage);
        let number = usize::try_from(self.number).unwrap_or(usize::MAX);
        stage.map(|stage| (stage, number)).ok_or_else(|| {
            let known: Vec<&str> = TraceKind::Query.stages().map(Stage::name).collect();
            let description = format!("there is no stage \"{}\"; there are {}", self.stage, known.join(", "));
            RonFault::new([Field("step"), Field("stage")], description)
        })
    }
}

/// Returns the error of a newer version, which is more helpful than the parser's error.
fn newer(text: &str) -> Option<RonError> {
    #[derive(Deserialize)]
    #[serde(rename = "Reproduction")]
    struct Head {
        version: u32,
    }
    let head: Head = parse(text).ok()?;
    (head.version != VERSION).then(|| super::unknown_version(head.version, VERSION).in_text(text))
}

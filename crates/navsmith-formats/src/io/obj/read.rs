//! Parser of the statements, line by line.

use std::collections::HashMap;

use glam::Vec3;

use super::{AREA, Face, Obj, Part, SIGNATURE};
use crate::check::MOST_AREAS;
use crate::document::Area;
use crate::io::scene::Notes;
use crate::io::text::{TextError, quoted};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::progress::{Progress, Stopped};

/// Keywords of the format.
const KEYWORDS: [&str; 14] =
    ["v", "vt", "vn", "vp", "f", "l", "p", "o", "g", "s", "usemtl", "mtllib", "usemap", "maplib"];

/// Keywords before names, which may contain `#`.
const NAMING: [&str; 5] = ["o", "g", "usemtl", "mtllib", "usemap"];

/// Keywords of free-form curves and surfaces.
const FREE_FORM: [&str; 6] = ["cstype", "deg", "curv", "curv2", "surf", "bmat"];

/// Error of a file without a single statement.
const NO_STATEMENT: &str =
    "there is no OBJ statement, such as a vertex (v) or a face (f); export the level again";

/// Number of bytes inspected to recognise the format.
const HEAD: usize = 4096;

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// Returns whether bytes appear to be statements of an OBJ file with a vertex or a material library.
pub(crate) fn looks_like_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let head = head.strip_prefix('\u{feff}').unwrap_or(&head);
    if head.starts_with(SIGNATURE) {
        return true;
    }
    // The last line may be cut.
    let end = if bytes.len() > HEAD { head.rfind('\n').unwrap_or(0) } else { head.len() };
    let (mut statement, mut is_found) = (Statement::default(), false);
    for line in head[..end].split('\n').chain([""]) {
        if !statement.add(line) {
            continue;
        }
        let text = statement.take();
        let word = text.split_whitespace().next();
        if word.is_some_and(|word| !word.starts_with('#') && !is_keyword(word)) {
            return false;
        }
        is_found |= is_vertex(&text) || text.starts_with("mtllib ");
    }
    is_found
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || FREE_FORM.contains(&word)
}

/// Whether a line is a vertex with three numbers at least.
fn is_vertex(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("v") && words.take(3).filter(|word| word.parse::<f32>().is_ok()).count() == 3
}

/// Parses a file within a budget; reports progress and can be stopped.
pub(crate) fn parse_within(
    bytes: &[u8],
    budget: Budget,
    progress: &Progress,
) -> Result<Result<Obj, TextError>, Stopped> {
    // Old programs write names in other encodings; only their special characters are lost.
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut parser = Parser::new(text, budget);
    let mut units = progress.units(text.split('\n').count(), LINES_PER_REPORT);
    let mut statement = Statement { is_by_navsmith: parser.obj.is_by_navsmith, ..Statement::default() };
    for (number, line) in (1..).zip(text.split('\n').chain([""])) {
        if units.step().is_err() {
            return Err(Stopped);
        }
        if statement.add(line) {
            if let Err(error) = parser.statement(number, &statement.text) {
                return Ok(Err(error));
            }
            statement.text.clear();
        }
    }
    let is_obj = parser.has_statement || parser.obj.is_by_navsmith;
    Ok(if is_obj { Ok(parser.obj) } else { Err(error(1, NO_STATEMENT.into())) })
}

/// A statement, which continues on the next line behind a backslash.
#[derive(Default)]
struct Statement {
    /// Its lines so far, without comments behind them.
    text: String,
    /// Whether names end with their line, because navsmith writes no comments behind them.
    is_by_navsmith: bool,
}

impl Statement {
    /// Adds a line; returns whether the statement ends with it. The last line of a file may continue.
    fn add(&mut self, line: &str) -> bool {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let is_first = self.text.is_empty();
        if is_first && line.trim_start().starts_with('#') {
            self.text.push_str(line);
            return true;
        }
        let words = &line[..self.end(line)];
        // Without spaces before its keyword, which each line reads.
        let words = if is_first { words.trim_start() } else { words };
        let start = words.strip_suffix('\\');
        self.text.push_str(start.unwrap_or(words));
        if start.is_some() && !self.text.is_empty() {
            self.text.push(' ');
        }
        start.is_none()
    }

    /// Returns the end of the words of a line, where a comment may begin.
    ///
    /// In names, `#` begins a comment only behind a space and not before a digit, as in `Material #25`.
    fn end(&self, line: &str) -> usize {
        let first = if self.text.is_empty() { line } else { &self.text };
        let keyword = first.split_whitespace().next().unwrap_or_default();
        let has_name = NAMING.contains(&keyword);
        let is_comment = |&(at, _): &(usize, &str)| {
            let is_apart = line[..at].ends_with(char::is_whitespace);
            let is_number = line[at + 1..].starts_with(|c: char| c.is_ascii_digit());
            !has_name || !self.is_by_navsmith && is_apart && !is_number
        };
        line.match_indices('#').find(is_comment).map_or(line.len(), |(at, _)| at)
    }

    /// Returns the text, and starts the next statement.
    fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

struct Parser {
    obj: Obj,
    /// Numbers of the parts, names and materials so far.
    parts: HashMap<Part, u32>,
    names: HashMap<String, u32>,
    materials: HashMap<String, u32>,
    current: Part,
    /// Number of the part of the next face; `None` until there is one.
    part: Option<u32>,
    /// Whether there was a statement of the format.
    has_statement: bool,
}

impl Parser {
    fn new(text: &str, budget: Budget) -> Self {
        let obj = Obj {
            is_by_navsmith: text.starts_with(SIGNATURE),
            positions: Vec::new(),
            corners: Vec::new(),
            faces: Vec::new(),
            parts: Vec::new(),
            names: vec![String::new()],
            materials: Vec::new(),
            areas: Vec::new(),
            notes: Notes::default(),
            budget,
        };
        let names = HashMap::from([(String::new(), 0)]);
        let (parts, materials) = (HashMap::new(), HashMap::new());
        Self { obj, parts, names, materials, current: Part::default(), part: None, has_statement: false }
    }

    fn statement(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let text = text.trim();
        let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim_start();
        self.has_statement |= is_keyword(keyword);
        match keyword {
            "v" => self.vertex(line, rest),
            "f" => self.face(line, rest),
            "o" => self.begin_object(line, rest),
            "g" => self.begin_group(line, rest),
            "usemtl" => self.use_material(line, rest),
            _ if self.obj.is_by_navsmith => self.area(line, text),
            _ if FREE_FORM.contains(&keyword) => {
                self.obj.notes.add("curves and free-form surfaces are left out; convert them to polygons");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn begin_object(&mut self, line: usize, name: &str) -> Result<(), TextError> {
        (self.current.names, self.part) = ([self.name(line, name)?, 0], None);
        Ok(())
    }

    fn begin_group(&mut self, line: usize, name: &str) -> Result<(), TextError> {
        (self.current.names[1], self.part) = (self.name(line, name)?, None);
        Ok(())
    }

    /// Returns the number of a name of an object or a group.
    fn name(&mut self, line: usize, name: &str) -> Result<u32, TextError> {
        let known = self.names.get(name).copied();
        let number = known.unwrap_or(self.obj.names.len() as u32);
        if known.is_none() {
            self.keep(line, 2 * (size_of::<String>() + name.len()))?;
            self.obj.names.push(name.into());
            self.names.insert(name.into(), number);
        }
        Ok(number)
    }

    fn use_material(&mut self, line: usize, name: &str) -> Result<(), TextError> {
        let name = if name.is_empty() { "material" } else { name };
        let known = self.materials.get(name).copied();
        let number = known.unwrap_or(self.obj.materials.len() as u32);
        if known.is_none() {
            self.keep(line, 2 * (size_of::<String>() + name.len()))?;
            self.obj.materials.push(name.into());
            self.materials.insert(name.into(), number);
        }
        (self.current.material, self.part) = (Some(number), None);
        Ok(())
    }

    /// Reads a comment about an area; ignores other comments.
    fn area(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let mut words = text.strip_prefix(AREA).unwrap_or_default().splitn(6, ' ').skip(1);
        let number: Option<usize> = words.next().and_then(|word| word.parse().ok());
        let color = [(); 3].map(|()| words.next().and_then(|word| word.parse().ok()));
        let name = words.next().and_then(|name| serde_json::from_str::<String>(name).ok());
        let ([Some(red), Some(green), Some(blue)], Some(name)) = (color, name) else { return Ok(()) };
        let is_next = number == Some(self.obj.areas.len()) && self.obj.areas.len() < MOST_AREAS;
        if is_next && !name.trim().is_empty() {
            self.keep(line, size_of::<Area>() + name.len())?;
            self.obj.areas.push(Area { name, color: [red, green, blue] });
        }
        Ok(())
    }

    fn vertex(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let mut words = text.split_whitespace();
        let mut position = [0.0; 3];
        for (axis, coordinate) in ["x", "y", "z"].into_iter().zip(&mut position) {
            let number = self.obj.positions.len() + 1;
            let Some(word) = words.next() else {
                return Err(error(line, format!("vertex {number} has no {axis}; give three numbers")));
            };
            let parsed = word.parse().ok().filter(|number: &f32| number.is_finite());
            let Some(parsed) = parsed else {
                let word = quoted(word);
                return Err(error(
                    line,
                    format!("{axis} of vertex {number} is {word}; give a finite number"),
                ));
            };
            *coordinate = parsed;
        }
        self.keep(line, size_of::<Vec3>())?;
        self.obj.positions.push(position.into());
        Ok(())
    }

    fn face(&mut self, line: usize, text: &str) -> Result<(), TextError> {
        let first = self.obj.corners.len();
        for word in text.split_whitespace() {
            // The numbers behind slashes are those of texture coordinates and normals.
            let index = word.split('/').next().unwrap_or_default();
            let vertices = self.obj.positions.len() as i64;
            let vertex = match index.parse::<i64>() {
                Ok(index) if index > 0 => index - 1,
                Ok(index) if index < 0 => vertices.saturating_add(index),
                _ => {
                    let word = quoted(word);
                    return Err(error(
                        line,
                        format!("a corner of the face is {word}; give the number of a vertex"),
                    ));
                }
            };
            let Some(vertex) = u32::try_from(vertex).ok().filter(|&vertex| i64::from(vertex) < vertices)
            else {
                let given = format!("{vertices} vertices are given before it");
                return Err(error(line, format!("the face names vertex {index}, but {given}; correct it")));
            };
            self.obj.corners.push(vertex);
        }
        let size = self.obj.corners.len() - first;
        if size < 3 {
            self.obj.corners.truncate(first);
            self.obj.notes.add("faces with fewer than three corners are left out");
            return Ok(());
        }
        self.keep(line, size_of::<Face>() + 2 * size * size_of::<u32>())?;
        let part = self.part(line)?;
        self.obj.faces.push(Face { size: size as u32, part, line: line as u32 });
        Ok(())
    }

    /// Returns the number of the current part.
    fn part(&mut self, line: usize) -> Result<u32, TextError> {
        if let Some(part) = self.part {
            return Ok(part);
        }
        let known = self.parts.get(&self.current).copied();
        let number = known.unwrap_or(self.obj.parts.len() as u32);
        if known.is_none() {
            self.keep(line, 2 * size_of::<Part>())?;
            self.obj.parts.push(self.current);
            self.parts.insert(self.current, number);
        }
        self.part = Some(number);
        Ok(number)
    }

    fn keep(&mut self, line: usize, bytes: usize) -> Result<(), TextError> {
        let kept = self.obj.budget.step(1).and_then(|()| self.obj.budget.keep(bytes));
        kept.map_err(|Exhausted| {
            let what = "the file up to here takes more memory than a text of this size justifies";
            error(line, format!("{what}; split it"))
        })
    }
}

fn error(line: usize, description: String) -> TextError {
    TextError { line, description }
}

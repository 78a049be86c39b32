//! The modules of a crate, their order and their uses of each other, read from the sources.
//!
//! Paths are resolved to the module that defines the item, through re-exports. Comments and strings are skipped.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::architecture::{SOURCES, files, root};

/// Path of a module or an item from the root of the crate, without `crate`.
pub(crate) type Name = Vec<String>;

/// A use of an item of one module by another module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    pub(crate) by: Name,
    /// The module that defines the item.
    pub(crate) of: Name,
    /// The item; `None` for the module itself.
    pub(crate) item: Option<String>,
}

/// A path in the code of a module, from the root of the crate.
#[derive(Clone, Debug)]
struct Mention {
    path: Name,
    is_reexport: bool,
}

#[derive(Debug, Default)]
struct Module {
    /// Child modules, in the order of their declarations.
    children: Vec<String>,
    /// Items that the module defines.
    items: BTreeSet<String>,
    /// Imported names, with their paths.
    imports: BTreeMap<String, Name>,
    mentions: Vec<Mention>,
}

/// All modules of a crate.
#[derive(Debug)]
pub(crate) struct Modules(BTreeMap<Name, Module>);

/// Formats a path as in code.
pub(crate) fn shown(name: &[String]) -> String {
    if name.is_empty() { "crate".into() } else { name.join("::") }
}

fn name(path: &str) -> Name {
    path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl Modules {
    /// Reads the modules of all crates, as if they were one.
    pub(crate) fn of_crates() -> Self {
        let mut texts: BTreeMap<Name, String> = BTreeMap::new();
        for folder in SOURCES {
            for path in files(folder).into_iter().filter(|path| !path.ends_with("src/main.rs")) {
                let text = fs::read_to_string(&path).unwrap();
                let text =
                    text.replace("navsmith_core::", "crate::").replace("navsmith_formats::", "crate::");
                *texts.entry(Self::module(folder, &path)).or_default() += &text;
            }
        }
        Self::of(texts)
    }

    /// Returns the module of a file below the folder of its crate.
    fn module(folder: &str, path: &Path) -> Name {
        let path = path.strip_prefix(root().join(folder)).unwrap().with_extension("");
        let mut parts: Name =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        parts.pop_if(|last| *last == "mod" || *last == "lib");
        parts
    }

    /// Reads modules from their texts, by path; `""` is the root.
    pub(crate) fn of_texts(texts: &[(&str, &str)]) -> Self {
        Self::of(texts.iter().map(|(path, text)| (name(path), (*text).to_owned())).collect())
    }

    fn of(texts: BTreeMap<Name, String>) -> Self {
        let tokens: BTreeMap<Name, Vec<String>> =
            texts.into_iter().map(|(path, text)| (path, without_doc_imports(&tokens(&text)))).collect();
        let mut modules = BTreeMap::new();
        // Only declared modules are read.
        let mut open = vec![Name::new()];
        while let Some(path) = open.pop() {
            let tokens = tokens.get(&path).unwrap_or_else(|| panic!("{} has a file", shown(&path)));
            let module = Module::of(&path, tokens);
            open.extend(
                module.children.iter().map(|child| [&path[..], std::slice::from_ref(child)].concat()),
            );
            modules.insert(path, module);
        }
        Self(modules)
    }

    /// Returns all modules that have children.
    pub(crate) fn parents(&self) -> impl Iterator<Item = &Name> {
        self.0.iter().filter(|(_, module)| !module.children.is_empty()).map(|(path, _)| path)
    }

    /// Returns the uses of other modules, without re-exports of a module's own children.
    pub(crate) fn uses(&self) -> BTreeSet<Use> {
        let mut uses = BTreeSet::new();
        for (by, module) in &self.0 {
            for mention in &module.mentions {
                let (of, item) = self.resolved(&mention.path, 0);
                if of != *by && !(mention.is_reexport && of.starts_with(by)) {
                    uses.insert(Use { by: by.clone(), of, item });
                }
            }
        }
        uses
    }

    /// Returns the names that modules within `top` export again, as `module: path`.
    pub(crate) fn reexports(&self, top: &str) -> Vec<String> {
        let within = self.0.iter().filter(|(path, _)| path.starts_with(&name(top)));
        within
            .flat_map(|(path, module)| {
                let mentions = module.mentions.iter().filter(|mention| mention.is_reexport);
                mentions.map(|mention| format!("{}: {}", shown(path), shown(&mention.path)))
            })
            .collect()
    }

    /// Returns the number of a child in the order of its parent.
    fn rank(&self, parent: &[String], child: &String) -> usize {
        self.0[parent].children.iter().position(|other| other == child).unwrap_or(usize::MAX)
    }

    /// Whether a module uses a sibling, or a module within one, that is declared below it.
    pub(crate) fn is_upward(&self, Use { by, of, .. }: &Use) -> bool {
        let shared = by.iter().zip(of).take_while(|(one, other)| one == other).count();
        match (by.get(shared), of.get(shared)) {
            (Some(one), Some(other)) => self.rank(&by[..shared], one) < self.rank(&by[..shared], other),
            // A module may use its children, and items that its parents define.
            _ => false,
        }
    }

    /// Returns the module that defines an item, and the name of the item.
    fn resolved(&self, path: &[String], depth: usize) -> (Name, Option<String>) {
        let mut at = Name::new();
        for (i, part) in path.iter().enumerate() {
            let module = &self.0[&at];
            if module.children.contains(part) {
                at.push(part.clone());
                continue;
            }
            return match module.imports.get(part) {
                Some(target) if !module.items.contains(part) && depth < 16 => {
                    self.resolved(&[target, &path[i + 1..]].concat(), depth + 1)
                }
                _ => (at, Some(part.clone())),
            };
        }
        (at, None)
    }
}

impl Module {
    fn of(path: &[String], tokens: &[String]) -> Self {
        let mut module = Self::default();
        let mut rest = Vec::new();
        let (mut depth, mut i) = (0, 0);
        while i < tokens.len() {
            let next = tokens.get(i + 1).map_or("", String::as_str);
            match tokens[i].as_str() {
                "mod" if tokens.get(i + 2).is_some_and(|end| end == ";") => {
                    module.children.push(next.to_owned());
                    i += 2;
                }
                "use" => {
                    let end = i + tokens[i..].iter().position(|token| token == ";").unwrap_or(0);
                    let is_reexport = i > 0 && (tokens[i - 1] == "pub" || tokens[i - 1] == ")");
                    module.add_uses(path, &tokens[i + 1..end], is_reexport);
                    i = end;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" if depth == 0 => {
                    module.items.insert(next.to_owned());
                }
                token => {
                    depth += i32::from(token == "{") - i32::from(token == "}");
                    rest.push(i);
                }
            }
            i += 1;
        }
        module.add_paths(path, tokens, &rest);
        module
    }

    /// Adds the paths of a `use`, whose tokens contain nested lists.
    fn add_uses(&mut self, path: &[String], tokens: &[String], is_reexport: bool) {
        let mut prefixes: Vec<Name> = vec![Name::new()];
        let mut current = Name::new();
        let mut alias = None;
        let mut tokens = tokens.iter();
        loop {
            let token = tokens.next().map_or(",", String::as_str);
            match token {
                "::" => {}
                "{" => prefixes.push(std::mem::take(&mut current)),
                "as" => alias = tokens.next().cloned(),
                "," | "}" => {
                    if !current.is_empty() {
                        self.add_use(path, &prefixes.concat(), &current, alias.take(), is_reexport);
                        current.clear();
                    }
                    if token == "}" {
                        prefixes.pop();
                    }
                }
                part => current.push(part.to_owned()),
            }
            if tokens.len() == 0 && token == "," {
                break;
            }
        }
    }

    fn add_use(
        &mut self,
        path: &[String],
        prefix: &[String],
        own: &[String],
        alias: Option<String>,
        is_reexport: bool,
    ) {
        let mut whole = [prefix, own].concat();
        whole.pop_if(|last| last == "self");
        let Some(target) = self.absolute(path, &whole) else { return };
        if let Some(last) = alias.or_else(|| whole.last().cloned()) {
            self.imports.insert(last, target.clone());
        }
        self.mentions.push(Mention { path: target, is_reexport });
    }

    /// Adds the paths in the code, such as `super::a::B` or `a::B` for an imported module `a`.
    fn add_paths(&mut self, path: &[String], tokens: &[String], places: &[usize]) {
        let is_name = |token: &String| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let mut last = 0;
        for &place in places {
            let is_start =
                place >= last && is_name(&tokens[place]) && (place == 0 || tokens[place - 1] != "::");
            if !is_start || tokens.get(place + 1).is_none_or(|next| next != "::") {
                continue;
            }
            let mut parts = vec![tokens[place].clone()];
            last = place + 1;
            while tokens.get(last).is_some_and(|token| token == "::")
                && tokens.get(last + 1).is_some_and(is_name)
            {
                parts.push(tokens[last + 1].clone());
                last += 2;
            }
            if let Some(path) = self.absolute(path, &parts) {
                self.mentions.push(Mention { path, is_reexport: false });
            }
        }
    }

    /// Returns a path from the root; `None` for a path into another crate or within an item.
    fn absolute(&self, path: &[String], relative: &[String]) -> Option<Name> {
        let (first, rest) = relative.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([path, rest].concat()),
            "super" => {
                let ups = relative.iter().take_while(|part| *part == "super").count();
                Some([&path[..path.len() - ups], &relative[ups..]].concat())
            }
            _ if self.children.contains(first) => Some([path, relative].concat()),
            _ => Some([self.imports.get(first)?, rest].concat()),
        }
    }
}

/// Removes imports for documentation, which are no uses by the code.
fn without_doc_imports(tokens: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some((first, others)) = rest.split_first() {
        if rest.iter().take(7).eq(["#", "[", "cfg", "(", "doc", ")", "]"]) {
            let end = rest.iter().position(|token| token == ";").map_or(rest.len(), |end| end + 1);
            rest = &rest[end..];
        } else {
            kept.push(first.clone());
            rest = others;
        }
    }
    kept
}

/// Splits code into names, `::` and other characters, without comments and the contents of strings.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            string_length(rest)
        } else if first == '\'' {
            char_length(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, after) = rest.split_at(length);
            if ["r", "br"].contains(&word) && after.starts_with(['"', '#']) {
                length + raw_string_length(after)
            } else {
                tokens.push(word.to_owned());
                length
            }
        } else {
            let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            tokens.extend((!first.is_whitespace()).then(|| rest[..length].to_owned()));
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of a string literal, with its quotes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Returns the length of a raw string literal after its `r`.
fn raw_string_length(text: &str) -> usize {
    let hashes = text.chars().take_while(|&c| c == '#').count();
    if !text[hashes..].starts_with('"') {
        return hashes;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    text[hashes + 1..].find(&end).map_or(text.len(), |at| hashes + 1 + at + end.len())
}

/// Returns the length of a character literal, or of the quote of a lifetime.
fn char_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) => text[3..].find('\'').map_or(text.len(), |at| at + 4),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

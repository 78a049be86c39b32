//! Findings as SARIF 2.1.0, which code scanning reads.

use std::path::{Component, Path, Prefix};

use serde_json::{Value, json};

use super::all_kinds;
use super::finding::{FileFindings, Finding};
use crate::cli::Exit;
use crate::cli::output::{json_line, xyz};
use navsmith_formats::check::{IssueType, Severity};
use navsmith_formats::document::identity::{KnownPlace, RoundedPlace};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the findings as a log with one run.
///
/// They have a state only if they were compared with a baseline.
pub(super) fn write(files: &[FileFindings], exit: Exit, has_baseline: bool) -> Result<String, String> {
    let rules: Vec<Value> = all_kinds().map(rule).collect();
    let of_file = |file| move |finding| result(file, finding, has_baseline);
    let results: Vec<Value> = files.iter().flat_map(|file| file.findings.iter().map(of_file(file))).collect();
    json_line(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "navsmith",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": exit != Exit::Bad,
                "exitCode": exit as u8,
                "toolExecutionNotifications": files.iter().flat_map(notifications).collect::<Vec<_>>(),
            }],
            "results": results,
        }],
    }))
}

fn rule(kind: &'static IssueType) -> Value {
    let IssueType { name, title, severity, definition, effect, remedy } = kind;
    json!({
        "id": name,
        "shortDescription": { "text": title },
        "fullDescription": { "text": definition },
        "help": { "text": format!("{definition} {effect} {remedy}") },
        "defaultConfiguration": { "level": level(*severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

/// Returns a message for each problem that is no result: an unreadable file, and notes.
fn notifications(file: &FileFindings) -> Vec<Value> {
    let uri = uri(&file.file);
    let notification = |level: &str, text: &str| {
        let location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri } } });
        json!({ "level": level, "message": { "text": message(text) }, "locations": [location] })
    };
    let unreadable = file.unreadable.iter().map(|why| notification("error", why));
    let level = if file.is_complete { "note" } else { "warning" };
    unreadable.chain(file.notes.iter().map(|note| notification(level, note))).collect()
}

fn result(file: &FileFindings, finding: &Finding, has_baseline: bool) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&file.file) } });
    if let Some(line) = file.line(finding) {
        physical["region"] = json!({ "startLine": line });
    }
    let elements = elements(finding);
    let mut location = json!({ "physicalLocation": physical });
    if !elements.is_empty() {
        let logical = |name: &String| json!({ "fullyQualifiedName": name, "kind": "element" });
        location["logicalLocations"] = elements.iter().map(logical).collect();
    }
    let mut result = json!({
        "ruleId": finding.kind.name,
        "ruleIndex": all_kinds().position(|kind| kind.name == finding.kind.name),
        "level": level(finding.kind.severity),
        "message": { "text": message(&finding.message) },
        "locations": [location],
        "partialFingerprints": { "kindAndPlace/v1": fingerprint(finding) },
        "properties": {
            "at": finding.at.map(xyz),
            "cells": finding.cells.iter().map(|cell| cell.0).collect::<Vec<_>>(),
            "vertices": finding.vertices.iter().map(|vertex| vertex.0).collect::<Vec<_>>(),
            "distance": finding.distance,
        },
    });
    if has_baseline {
        result["baselineState"] = if finding.is_known { "unchanged" } else { "new" }.into();
    }
    let suppressions: Vec<Value> = [
        (finding.is_known, "external", "The baseline lists this issue."),
        (finding.is_ignored, "inSource", "The document ignores this issue."),
    ]
    .into_iter()
    .filter(|(is_listed, ..)| *is_listed)
    .map(|(_, kind, justification)| json!({ "kind": kind, "justification": justification }))
    .collect();
    if !suppressions.is_empty() {
        result["suppressions"] = suppressions.into();
    }
    result
}

/// Returns the names of the cells of a finding; without cells, of its link, edges and vertices.
fn elements(finding: &Finding) -> Vec<String> {
    let cells: Vec<String> = finding.cells.iter().map(|cell| format!("cell {}", cell.0)).collect();
    if !cells.is_empty() {
        return cells;
    }
    let link = finding.link.map(|link| format!("link {link}"));
    let edges = finding.edges.iter().map(|edge| format!("edge {edge}"));
    let vertices = finding.vertices.iter().map(|vertex| format!("vertex {}", vertex.0));
    link.into_iter().chain(edges).chain(vertices).collect()
}

/// Returns the identity of a finding as text.
fn fingerprint(finding: &Finding) -> String {
    match finding.identity().place {
        KnownPlace::At(RoundedPlace([x, y, z])) => format!("{}:{x},{y},{z}", finding.kind.name),
        KnownPlace::Text(text) => format!("{}:{text}", finding.kind.name),
    }
}

/// Returns a text as a message, in which braces and brackets have a meaning.
pub fn message(text: &str) -> String {
    let mut message = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => message.push_str("{{"),
            '}' => message.push_str("}}"),
            '[' | ']' | '\\' => message.extend(['\\', c]),
            c => message.push(c),
        }
    }
    message
}

/// Returns the URI of a file: relative for a relative path, otherwise with the scheme `file`.
pub fn uri(path: &Path) -> String {
    let mut uri = String::new();
    let mut is_first = true;
    for component in path.components() {
        match component {
            Component::Prefix(prefix) => match prefix.kind() {
                Prefix::Disk(drive) | Prefix::VerbatimDisk(drive) => {
                    uri = format!("file:///{}:", char::from(drive));
                }
                Prefix::UNC(server, share) | Prefix::VerbatimUNC(server, share) => {
                    let [server, share] = [server, share].map(|name| encoded(name.as_encoded_bytes()));
                    uri = format!("file://{server}/{share}");
                }
                Prefix::Verbatim(name) | Prefix::DeviceNS(name) => {
                    uri = format!("file:///{}", encoded(name.as_encoded_bytes()));
                }
            },
            Component::RootDir => {
                if uri.is_empty() {
                    uri.push_str("file://");
                }
                uri.push('/');
                is_first = true;
                continue;
            }
            Component::CurDir => continue,
            Component::ParentDir | Component::Normal(_) => {
                if !is_first {
                    uri.push('/');
                }
                uri += &encoded(component.as_os_str().as_encoded_bytes());
            }
        }
        is_first = false;
    }
    uri
}

/// Returns a name with all bytes escaped that a segment of a URI cannot contain.
fn encoded(name: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let escaped = |&byte: &u8| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    name.iter().map(escaped).collect()
}

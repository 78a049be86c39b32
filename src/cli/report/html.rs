//! A page in HTML, with everything that it shows.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::picture::encode;
use crate::picture::shape::VectorPicture;
use crate::picture::svg::escaped;
use crate::theme::color::Color;
use navsmith_formats::io::{PNG, SVG, file};

/// Size in bytes above which a picture is stored as PNG.
const MOST_SVG: usize = 1 << 20;

/// The colours are those of the browser, in light and in dark.
const STYLE: &str = "
:root { color-scheme: light dark; }
h2 { break-after: avoid; }
section { overflow-x: auto; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { border: 1px solid GrayText; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
img { box-sizing: border-box; max-width: 100%; height: auto; border: 1px solid GrayText; }
figure { margin: 0 0 1rem; }
.swatch { display: inline-block; width: 0.8em; height: 0.8em; border: 1px solid GrayText; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
@media print {
  :root { color-scheme: light; }
  section { overflow: visible; }
  figure, tr { break-inside: avoid; }
}
";

/// Rules for the browser: no scripts, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// Name of the program in a page, by which a page is recognized.
const GENERATOR: &str = "navsmith report";

/// Number of bytes at the start of a page that contain the name of the program.
const HEAD: u64 = 1024;

/// Whether a file can be replaced by a page: it is one, is empty or does not exist.
///
/// Saving reports all other problems, so a file that cannot be read counts as replaceable.
pub(super) fn can_replace(path: &Path) -> bool {
    let head = file::head(path, HEAD);
    head.is_none_or(|head| head.is_empty() || String::from_utf8_lossy(&head).contains(GENERATOR))
}

/// A page that sections are added to.
pub(super) struct Page {
    text: String,
}

impl Page {
    pub(super) fn new(title: &str) -> Self {
        let title = escaped(title);
        let text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"generator\" content=\"{GENERATOR}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1><bdi>{title}</bdi></h1>\n"
        );
        Self { text }
    }

    /// Adds a section; `content` is HTML.
    pub(super) fn section(&mut self, title: &str, content: &str) {
        let title = escaped(title);
        self.text.extend(["<section>\n<h2>", &title, "</h2>\n", content, "</section>\n"]);
    }

    pub(super) fn finish(self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        self.text + &format!("<footer><p>Written by navsmith {version}.</p></footer>\n</body>\n</html>\n")
    }
}

/// Returns a paragraph of text.
pub(super) fn paragraph(text: &str) -> String {
    format!("<p><bdi>{}</bdi></p>\n", escaped(text))
}

/// Returns a table of texts; without rows, a paragraph with the text `empty`.
pub(super) fn table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>, empty: &str) -> String {
    table_of(heads, rows.map(HtmlRow::of), empty)
}

/// Returns a table of rows, as [`table`] does.
pub(super) fn table_of(heads: &[&str], rows: impl Iterator<Item = HtmlRow>, empty: &str) -> String {
    let rows = rows.map(|row| row.html()).collect::<Vec<_>>().concat();
    if rows.is_empty() {
        return paragraph(empty);
    }
    let heads = heads.iter().map(|head| format!("<th>{}</th>", escaped(head))).collect::<Vec<_>>().concat();
    format!("<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

/// A row of a table, which a link in its last column can connect to another part of the page.
pub(super) struct HtmlRow {
    texts: Vec<String>,
    link: Option<HtmlLink>,
}

/// A link between two parts of a page.
#[derive(Clone, Debug)]
pub(super) struct HtmlLink {
    /// Identifier of the part that contains the link.
    pub(super) from: String,
    /// Identifier of the part that it leads to.
    pub(super) to: String,
    pub(super) text: String,
}

impl HtmlRow {
    /// Creates a row of texts.
    pub(super) fn of(texts: Vec<String>) -> Self {
        Self { texts, link: None }
    }

    /// Returns the row with a link after its texts.
    pub(super) fn with_link(self, link: HtmlLink) -> Self {
        Self { link: Some(link), ..self }
    }

    fn html(&self) -> String {
        let texts = self.texts.iter().map(|text| format!("<td><bdi>{}</bdi></td>", escaped(text)));
        let cells = texts.collect::<Vec<_>>().concat();
        match &self.link {
            Some(link) => {
                let link_cell = link.html();
                format!("<tr id=\"{}\">{cells}<td>{link_cell}</td></tr>\n", escaped(&link.from))
            }
            None => format!("<tr>{cells}</tr>\n"),
        }
    }
}

impl HtmlLink {
    /// Returns the link in the opposite direction.
    pub(super) fn back(&self) -> Self {
        Self { from: self.to.clone(), to: self.from.clone(), text: self.text.clone() }
    }

    fn html(&self) -> String {
        format!("<a href=\"#{}\">{}</a>", escaped(&self.to), escaped(&self.text))
    }
}

/// Returns a paragraph that explains colours, each of them with its text.
pub(super) fn colors(start: &str, colors: &[(Color, &str)]) -> String {
    let one = |(Color { rgb: [red, green, blue], .. }, text): &(Color, &str)| {
        let style = format!("background: #{red:02x}{green:02x}{blue:02x}");
        format!("<span class=\"swatch\" style=\"{style}\"></span> {}", escaped(text))
    };
    let all: Vec<String> = colors.iter().map(one).collect();
    format!("<p>{}{}.</p>\n", escaped(start), all.join(", "))
}

/// A picture inside of the page.
pub(super) struct HtmlPicture {
    source: String,
    title: String,
    size: [f32; 2],
}

impl HtmlPicture {
    /// Encodes a picture as SVG, or as PNG if that is large.
    pub(super) fn of(picture: &VectorPicture, title: &str) -> Result<Self, String> {
        let svg = encode(picture, &SVG, 1.0).ok().filter(|bytes| bytes.len() <= MOST_SVG);
        let (kind, bytes) = match svg {
            Some(bytes) => ("image/svg+xml", bytes),
            None => ("image/png", encode(picture, &PNG, 1.0).map_err(|error| error.to_string())?),
        };
        let source = format!("data:{kind};base64,{}", STANDARD.encode(bytes));
        Ok(Self { source, title: title.into(), size: picture.size.to_array() })
    }

    /// Returns the picture as HTML, with a text below it.
    pub(super) fn figure(&self, text: &str) -> String {
        self.framed("<figure>", &format!("<bdi>{}</bdi>", escaped(text)))
    }

    /// Returns the picture as HTML, with a link and a text below it.
    pub(super) fn linked_figure(&self, link: &HtmlLink, text: &str) -> String {
        let head = format!("<figure id=\"{}\">", escaped(&link.from));
        self.framed(&head, &format!("{} <bdi>{}</bdi>", link.html(), escaped(text)))
    }

    fn framed(&self, head: &str, caption: &str) -> String {
        let (Self { source, .. }, title, [width, height]) = (self, escaped(&self.title), self.size);
        format!(
            "{head}\n<img src=\"{source}\" alt=\"{title}\" width=\"{width}\" height=\"{height}\">\n\
             <figcaption>{caption}</figcaption>\n</figure>\n"
        )
    }
}

//! Standard input and output as files of a subcommand, by the name `-`.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;

use navsmith_formats::io::file::{CAP, Stamp};
use navsmith_formats::io::{Format, Opened, open, open_bytes};

/// Whether a name is that of standard input or output.
pub(super) fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Opens a file, or standard input; the format is that of input whose content does not decide.
pub(super) fn open_input(file: &Path, format: Option<&'static Format>) -> Result<Opened, String> {
    if !is_standard(file) {
        return match format {
            Some(_) => Err(format!("{}: --format is for standard input; leave it out", file.display())),
            None => open(file).map_err(|error| error.to_string()),
        };
    }
    let bytes = standard_input()?;
    let extension = format.and_then(|format| format.extensions.first());
    let name =
        extension.map_or_else(|| "standard input".into(), |extension| format!("standard input.{extension}"));
    open_bytes((Path::new(&name), Stamp::of(&bytes)), &bytes).map_err(|error| error.to_string())
}

fn standard_input() -> Result<Vec<u8>, String> {
    let input = io::stdin();
    if input.is_terminal() {
        return Err("standard input is a terminal; pipe a file into it".into());
    }
    let mut bytes = Vec::new();
    let read = input.lock().take(CAP + 1).read_to_end(&mut bytes);
    read.map_err(|why| format!("standard input cannot be read: {why}; pipe a file into it"))?;
    if bytes.len() as u64 > CAP {
        return Err(format!(
            "standard input has more than {CAP} bytes; split it, or export less of the level"
        ));
    }
    Ok(bytes)
}

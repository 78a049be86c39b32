//! `navsmith completions` and `navsmith man`: completions for shells, and manual pages.

use std::fs;

use super::args::{CompletionArguments, ManArguments};
use super::output::plain_count;
use super::{Done, command};

/// Prints completions for a shell.
pub(super) fn completions(arguments: &CompletionArguments) -> Result<Done, String> {
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "navsmith", &mut bytes);
    let text = String::from_utf8(bytes).map_err(|why| format!("the completions are no text: {why}"))?;
    Ok(Done::found(text))
}

/// Writes the page of the program and that of each subcommand.
pub(super) fn man(arguments: &ManArguments) -> Result<Done, String> {
    let folder = &arguments.folder;
    let failed =
        |why: std::io::Error| format!("{} cannot be written: {why}; choose another folder", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let pages = command().get_subcommands().filter(|verb| verb.get_name() != "help").count() + 1;
    clap_mangen::generate_to(command(), folder).map_err(failed)?;
    let pages = plain_count(pages, "page", "pages");
    Ok(Done { is_written: true, ..Done::found(format!("wrote {pages} to {}\n", folder.display())) })
}

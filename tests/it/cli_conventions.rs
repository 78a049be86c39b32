//! Conventions of command lines: colours, quiet and verbose runs, misspelt commands, completions, manual pages.

use clap::ColorChoice;
use navsmith::cli::terminal::is_colored;

use crate::support::command_line::{Folder, SQUARES, navsmith, run, sample};

/// Runs the program with variables of the environment; returns what it printed to standard error.
fn errors(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = navsmith();
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(name);
    }
    let output =
        command.args(arguments).envs(variables.iter().copied()).output().expect("the program starts");
    String::from_utf8(output.stderr).expect("it prints UTF-8")
}

#[test]
fn messages_are_coloured_on_request() {
    let coloured =
        |arguments: &[&str], variables: &[(&str, &str)]| errors(arguments, variables).contains("\x1b[");
    // An error of the program, and two of its arguments.
    for line in [&["info", "gone.ron"][..], &["info"], &["convrt", "a.ron"]] {
        assert!(!coloured(line, &[]), "{line:?} into a pipe");
        assert!(coloured(&[line, &["--color", "always"]].concat(), &[]), "{line:?}");
        assert!(coloured(&[&["--color=always"], line].concat(), &[]), "{line:?}");
        assert!(coloured(line, &[("CLICOLOR_FORCE", "1")]), "{line:?}");
        let never = [line, &["--color", "never"]].concat();
        assert!(!coloured(&never, &[("CLICOLOR_FORCE", "1")]), "{line:?}");
    }
    let plain = errors(&["info", "gone.ron", "--color", "always"], &[]);
    assert!(plain.starts_with("\x1b[1m\x1b[31mnavsmith:\x1b[0m gone.ron cannot be read"), "{plain:?}");
    assert!(errors(&["info", "a.ron", "--color", "blue"], &[]).contains("always"), "the values are listed");
}

#[test]
fn colours_follow_the_environment_and_the_terminal() {
    let auto = |is_terminal, set: &'static [(&'static str, &'static str)]| {
        let variable = |name: &str| set.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        is_colored(ColorChoice::Auto, is_terminal, variable)
    };
    assert!(auto(true, &[]) && !auto(false, &[]));
    assert!(!auto(true, &[("NO_COLOR", "1")]) && auto(true, &[("NO_COLOR", "")]), "only if it is not empty");
    assert!(!auto(true, &[("TERM", "dumb")]) && !auto(true, &[("CLICOLOR", "0")]));
    assert!(auto(false, &[("CLICOLOR_FORCE", "1")]) && !auto(false, &[("CLICOLOR_FORCE", "0")]));
    assert!(!auto(false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), "no colours win");
}

#[test]
fn quiet_runs_print_no_notes_and_verbose_ones_print_what_is_read() {
    let folder = Folder::new();
    let out = folder.path("flat.mesh").display().to_string();
    let convert = ["convert", &sample("bridge.ron"), &out];
    let ran = run(&convert);
    assert!(ran.out.contains("\nnote: ") && ran.err.contains("without heights"), "{} {}", ran.out, ran.err);
    let quiet = run(&[&convert[..], &["--quiet"]].concat());
    assert_eq!((quiet.code, &*quiet.err), (Some(0), ""), "{}", quiet.out);
    assert!(quiet.out.starts_with("wrote ") && !quiet.out.contains("note: "), "{}", quiet.out);
    // A failure keeps its reason.
    let strict = run(&[&["-q"], &convert[..], &["--strict"]].concat());
    assert!(strict.code == Some(1) && strict.err.contains("without heights"), "{}", strict.err);
    let verbose = run(&[&convert[..], &["-v"]].concat());
    assert!(verbose.err.contains("bridge.ron as navsmith document: "), "{}", verbose.err);
    assert!(verbose.err.contains("\nnavsmith: took 0."), "{}", verbose.err);
    let both = run(&[&convert[..], &["-v", "-q"]].concat());
    assert_eq!(both.code, Some(2), "{}", both.out);
}

#[test]
fn an_unknown_word_is_a_misspelt_command_and_a_file_is_a_file() {
    for (word, advice) in
        [("inf", "'info'"), ("manual", "unrecognized subcommand 'manual'"), ("vesion", "vesion")]
    {
        let ran = run(&[word]);
        assert_eq!(ran.code, Some(2), "{word}: {}", ran.out);
        assert!(
            ran.err.contains("unrecognized subcommand") && ran.err.contains(advice),
            "{word}: {}",
            ran.err
        );
    }
    let (folder, file) = Folder::with("level", SQUARES);
    let beside = navsmith().arg("level").current_dir(folder.path("")).output().expect("the program starts");
    for err in [run(&[&file]).err, run(&["gone.ron"]).err, String::from_utf8_lossy(&beside.stderr).into()] {
        assert!(err.contains("no display") || err.contains("no window"), "{err}");
        for verb in ["info", "random-points", "walls", "completions"] {
            assert!(err.contains(verb), "all commands are named: {err}");
        }
    }
    let both = run(&[&*file, "info", &file]);
    assert!(both.code == Some(2) && both.err.contains("behind the command"), "{}", both.err);
}

#[test]
fn completions_and_manual_pages_contain_all_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, Some(0), "{shell}: {}", ran.err);
        assert!(ran.out.contains("random-points") && ran.out.contains("max-slope"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"]).code, Some(2));
    let folder = Folder::new();
    let pages = folder.path("man");
    let ran = run(&["man", &pages.display().to_string()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let count = std::fs::read_dir(&pages).expect("a folder").count();
    assert_eq!(ran.out, format!("wrote {count} pages to {}\n", pages.display()));
    assert_eq!(count, navsmith::cli::command().get_subcommands().count() + 1, "one for each command");
    let page = std::fs::read_to_string(pages.join("navsmith-convert.1")).expect("a page");
    assert!(page.contains("outlines"), "{page}");
    let (_file, taken) = Folder::with("taken", "");
    let ran = run(&["man", &taken]);
    assert!(ran.code == Some(2) && ran.err.contains("choose another folder"), "{}", ran.err);
}

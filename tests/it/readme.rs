//! The README matches the program: its key table is that of the commands.

use std::path::Path;

use navsmith::editor::key_table;

const BEGIN: &str = "<!-- keys: begin -->\n";
const END: &str = "<!-- keys: end -->";

/// `UPDATE_EXPECT=1` writes the table into README instead of failing.
#[test]
fn readme_has_the_key_table_of_the_commands() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    let expected = format!("\n{}\n", key_table());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
    } else {
        assert_eq!(table, expected, "README's keys; UPDATE_EXPECT=1 cargo test readme writes them");
    }
}

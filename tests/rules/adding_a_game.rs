//! docs/ADDING_A_GAME.md shows code that is compiled: every snippet is a piece of the file that its first line names.

use std::path::Path;

/// A piece of code on the page, and the file that it comes from.
struct Snippet {
    file: String,
    lines: Vec<String>,
}

fn snippets(page: &str) -> Vec<Snippet> {
    let mut found: Vec<Snippet> = Vec::new();
    let mut is_code = false;
    for line in page.lines().map(str::trim) {
        match (is_code, line) {
            (false, "```rust") => {
                is_code = true;
                found.push(Snippet { file: String::new(), lines: Vec::new() });
            }
            (true, "```") => is_code = false,
            (true, line) => {
                let snippet = found.last_mut().expect("it was begun");
                match line.strip_prefix("// ").filter(|_| snippet.file.is_empty()) {
                    Some(file) => snippet.file = file.to_owned(),
                    None => snippet.lines.push(line.to_owned()),
                }
            }
            _ => {}
        }
    }
    found
}

fn read(file: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tests/rules/whist").join(file))
        .or_else(|_| std::fs::read_to_string(root.join(file)));
    let text = text.unwrap_or_else(|error| panic!("a snippet's first line names its file: {file}: {error}"));
    text.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn every_snippet_is_a_piece_of_a_file_that_is_compiled() {
    let page = include_str!("../../docs/ADDING_A_GAME.md");
    let found = snippets(page);
    assert!(found.len() > 10, "{} snippets", found.len());
    for Snippet { file, lines } in found {
        let source = read(&file);
        for part in lines.split(|line| line == "// …") {
            assert!(!part.is_empty() && source.windows(part.len()).any(|there| there == part), "{file}: {part:#?}");
        }
    }
}

//! Rules pages: the small part of Markdown that they use, as blocks to be shown.

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// The page's title.
    Title(String),
    /// A heading, with the name that links to it use.
    Heading(String, String),
    /// A paragraph, as runs of text: strong or not.
    Paragraph(Vec<(bool, String)>),
    /// A table; the first row is its head.
    Table(Vec<Vec<String>>),
}

/// Reads a page. Every text is some page: what is not understood is shown as it stands.
pub fn read(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    for line in markdown.lines().chain([""]) {
        if !line.starts_with('|') && !table.is_empty() {
            blocks.push(Block::Table(std::mem::take(&mut table)));
        }
        let begins_block = line.is_empty() || line.starts_with('#') || line.starts_with('|');
        if begins_block && !paragraph.is_empty() {
            blocks.push(Block::Paragraph(runs(&std::mem::take(&mut paragraph))));
        }
        if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(Block::Heading(heading.to_owned(), anchor(heading)));
        } else if let Some(title) = line.strip_prefix("# ") {
            blocks.push(Block::Title(title.to_owned()));
        } else if line.starts_with('|') {
            let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            if !cells.iter().all(|cell| cell.chars().all(|letter| letter == '-')) {
                table.push(cells);
            }
        } else if !line.is_empty() {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    blocks
}

/// The name by which a heading is linked to: `#where-a-card-may-go`.
pub fn anchor(heading: &str) -> String {
    format!("#{}", heading.to_lowercase().replace(' ', "-"))
}

fn runs(text: &str) -> Vec<(bool, String)> {
    // `**` switches strong on and off; single `*` and backquotes are dropped.
    let mut strong = false;
    let mut runs = Vec::new();
    for part in text.split("**") {
        let plain = part.replace(['*', '`'], "");
        if !plain.is_empty() {
            runs.push((strong, plain));
        }
        strong = !strong;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_into_its_blocks() {
        let blocks = read("# Title\n\nTwo\n**strong** lines.\n\n## A Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert_eq!(
            blocks,
            [
                Block::Title("Title".to_owned()),
                Block::Paragraph(vec![
                    (false, "Two ".to_owned()),
                    (true, "strong".to_owned()),
                    (false, " lines.".to_owned())
                ]),
                Block::Heading("A Heading".to_owned(), "#a-heading".to_owned()),
                Block::Table(vec![vec!["a".to_owned(), "b".to_owned()], vec!["1".to_owned(), "2".to_owned()]]),
            ]
        );
    }
}

//! Rules pages: the small part of Markdown that they use, as blocks to be shown.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    Title(String),
    /// A heading, and its [anchor].
    Heading(String, String),
    Paragraph(Vec<Inline>),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<Vec<Inline>>>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inline {
    Text(String),
    Strong(String),
    /// A description of the picture, and its path as in the page.
    Picture(String, String),
}

/// Reads a page. Whatever is not understood is shown as text.
pub fn read(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    let mut table = Vec::new();
    for line in markdown.lines().chain([""]) {
        if !line.starts_with('|') && !table.is_empty() {
            blocks.push(Block::Table(std::mem::take(&mut table)));
        }
        let begins_block = line.is_empty() || line.starts_with('#') || line.starts_with('|');
        if begins_block && !paragraph.is_empty() {
            blocks.push(Block::Paragraph(inlines(&std::mem::take(&mut paragraph))));
        }
        if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(Block::Heading(heading.to_owned(), anchor(heading)));
        } else if let Some(title) = line.strip_prefix("# ") {
            blocks.push(Block::Title(title.to_owned()));
        } else if line.starts_with('|') {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            if !cells.iter().all(|cell| cell.starts_with('-') && cell.chars().all(|letter| letter == '-')) {
                table.push(cells.into_iter().map(inlines).collect());
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

/// The text, without the pictures.
pub fn words(inlines: &[Inline]) -> String {
    let text = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Strong(text) => text.clone(),
        Inline::Picture(..) => String::new(),
    };
    inlines.iter().map(text).collect()
}

fn inlines(text: &str) -> Vec<Inline> {
    let mut inlines = Vec::new();
    let mut rest = text;
    let mut is_strong = false;
    while let Some((before, picture, after)) = next_picture(rest) {
        is_strong = push_text(&mut inlines, before, is_strong);
        inlines.push(picture);
        rest = after;
    }
    push_text(&mut inlines, rest, is_strong);
    inlines
}

/// The first `![description](path)`, the text before it and the text after.
fn next_picture(text: &str) -> Option<(&str, Inline, &str)> {
    let (before, rest) = text.split_once("![")?;
    let (alt, rest) = rest.split_once("](")?;
    let (path, after) = rest.split_once(')')?;
    Some((before, Inline::Picture(alt.to_owned(), path.to_owned()), after))
}

/// Adds text, in which `**` switches strong on and off, and single `*` and backquotes are dropped. Returns whether
/// strong is on at the end.
fn push_text(inlines: &mut Vec<Inline>, text: &str, mut is_strong: bool) -> bool {
    for (index, part) in text.split("**").enumerate() {
        is_strong ^= index > 0;
        let plain = part.replace(['*', '`'], "");
        if !plain.is_empty() {
            inlines.push(if is_strong { Inline::Strong(plain) } else { Inline::Text(plain) });
        }
    }
    is_strong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn a_page_is_read_into_its_blocks() {
        let blocks =
            read("# Title\n\nTwo\n**strong** lines.\n\n## A Heading\n\n| a | |\n|---|---|\n| 1 | ![ace](A.svg) |\n");
        let ace = Inline::Picture("ace".to_owned(), "A.svg".to_owned());
        assert_eq!(
            blocks,
            [
                Block::Title("Title".to_owned()),
                Block::Paragraph(vec![text("Two "), Inline::Strong("strong".to_owned()), text(" lines.")]),
                Block::Heading("A Heading".to_owned(), "#a-heading".to_owned()),
                Block::Table(vec![vec![vec![text("a")], vec![]], vec![vec![text("1")], vec![ace]]]),
            ]
        );
    }

    #[test]
    fn pictures_are_read_among_words() {
        let blocks = read("The ![king](K.svg) **takes ![two](2.svg) now** ![half");
        let picture = |alt: &str, path: &str| Inline::Picture(alt.to_owned(), path.to_owned());
        let strong = |text: &str| Inline::Strong(text.to_owned());
        let expected = vec![
            text("The "),
            picture("king", "K.svg"),
            text(" "),
            strong("takes "),
            picture("two", "2.svg"),
            strong(" now"),
            text(" ![half"),
        ];
        assert_eq!(blocks, [Block::Paragraph(expected)]);
    }
}

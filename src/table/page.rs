//! Rules pages: the small part of Markdown that they use, as blocks to be shown.

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    Title(String),
    /// A heading, and its [anchor].
    Heading(String, String),
    Paragraph(Vec<Inline>),
    /// The items of a list; those of a numbered one are counted from 1.
    List {
        is_numbered: bool,
        items: Vec<Vec<Inline>>,
    },
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
    let mut text = String::new();
    let mut table = Vec::new();
    for line in markdown.lines().chain([""]) {
        if !line.starts_with('|') && !table.is_empty() {
            blocks.push(Block::Table(std::mem::take(&mut table)));
        }
        let begins_block = line.is_empty() || line.starts_with(['#', '|']) || list_item(line).is_some();
        if begins_block && !text.is_empty() {
            push_paragraph(&mut blocks, &std::mem::take(&mut text));
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
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(line.trim());
        }
    }
    blocks
}

/// Whether a line that begins an item of a list has a number, and what follows: `1. Deal five cards` or `- an ace`.
fn list_item(line: &str) -> Option<(bool, &str)> {
    if let Some(item) = line.strip_prefix("- ") {
        return Some((false, item));
    }
    let (number, item) = line.split_once(". ")?;
    (!number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit())).then_some((true, item))
}

/// Adds lines that belong together: an item to the list that it goes on, or begins, or else a paragraph.
fn push_paragraph(blocks: &mut Vec<Block>, text: &str) {
    let Some((is_item_numbered, item)) = list_item(text) else {
        return blocks.push(Block::Paragraph(inlines(text)));
    };
    match blocks.last_mut() {
        Some(Block::List { is_numbered, items }) if *is_numbered == is_item_numbered => items.push(inlines(item)),
        _ => blocks.push(Block::List { is_numbered: is_item_numbered, items: vec![inlines(item)] }),
    }
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
    fn lists_keep_their_items_apart() {
        let list = |is_numbered, items: &[&str]| Block::List {
            is_numbered,
            items: items.iter().map(|item| vec![text(item)]).collect(),
        };
        let blocks = read("Twice:\n1. lay\na card\n2. draw\n\n- a sun\n- 3 moons\n\n10 points. No more.\n");
        let expected = [
            Block::Paragraph(vec![text("Twice:")]),
            list(true, &["lay a card", "draw"]),
            list(false, &["a sun", "3 moons"]),
            Block::Paragraph(vec![text("10 points. No more.")]),
        ];
        assert_eq!(blocks, expected);
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

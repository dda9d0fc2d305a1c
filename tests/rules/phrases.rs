//! Plain English: no text that players read says what nobody would say aloud. Texts are the string literals of `src/`, without
//! tests and comments, and the Markdown that players open.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// What nobody would say, and what to say instead. Small letters also stand for large ones.
const PHRASES: [(&str, &str); 29] = [
    ("on the average", "on average"),
    ("in the average", "on average"),
    ("points in all", "total"),
    ("in all: ", "total: "),
    ("so many points", "the number itself, or \"this score\""),
    ("so many cards", "the number itself, or \"this many cards\""),
    ("the own ", "your own, or their own"),
    ("play an arm,", "play a card of arms,"),
    ("an arm ", "a card of arms "),
    ("an arm:", "a card of arms:"),
    ("one arm", "one card of arms"),
    ("who stops ", "whoever stops "),
    ("who leads is ", "whoever leads is "),
    ("who has to ", "whoever has to "),
    ("who cannot ", "whoever cannot "),
    ("who is in turn", "whose turn it is"),
    ("whoever is in turn", "whoever’s turn it is"),
    ("player in turn", "player whose turn it is"),
    ("spreads for somebody else", "the group that grows, and for whom it counts"),
    ("little beats it", "how many cards beat it"),
    ("% of them", "about two times in three"),
    ("five of red", "palm of red"),
    ("five of yellow", "palm of yellow"),
    ("five of blue", "palm of blue"),
    ("a palm, a five", "a palm"),
    ("nothing can be done there", "nothing can go there"),
    ("take up", "resume, or edit"),
    ("take it up", "resume it"),
    ("taken up", "resumed"),
];

/// Where a phrase is what is meant: `whoever cannot`, `a player who cannot`.
const ALLOWED_BEFORE: [&str; 12] = [
    "player",
    "players",
    "somebody",
    "anybody",
    "nobody",
    "everybody",
    "those",
    "one",
    "person",
    "people",
    "others",
    "all",
];

/// The first phrase of the list in a text, with what to say instead.
pub fn found_in(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.to_lowercase();
    PHRASES.into_iter().find(|(phrase, _)| is_said(&text, phrase))
}

/// Whether a text has the phrase as words of their own. A relative "who" has its noun before it.
fn is_said(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + phrase.len()..]);
        let is_whole = !before.ends_with(char::is_alphanumeric)
            && (!phrase.ends_with(char::is_alphanumeric) || !after.starts_with(char::is_alphanumeric));
        let noun = before.split_whitespace().next_back().unwrap_or_default();
        let is_relative = phrase.starts_with("who ") && (ALLOWED_BEFORE.contains(&noun) || noun.ends_with(','));
        is_whole && !is_relative
    })
}

#[test]
fn a_phrase_is_found_as_words_of_their_own() {
    let phrase = |text: &str| found_in(text).map(|(phrase, _)| phrase);
    assert_eq!(phrase("It takes six presses on the average."), Some("on the average"));
    assert_eq!(phrase("Who stops keeps the bid."), Some("who stops "));
    assert_eq!(phrase("A player who stops keeps the bid."), None);
    assert_eq!(phrase("Whoever stops keeps the bid."), None);
    assert_eq!(phrase("Play an arm, and announce"), Some("play an arm,"));
    assert_eq!(phrase("Cards of more than one army"), None);
    assert_eq!(phrase("in bathe own"), None);
}

/// The string literals of a file, but those of tests, attributes and comments.
#[derive(Default)]
struct Literals(Vec<String>);

impl Literals {
    /// Those in the tokens of a macro, which need not be an expression.
    fn in_tokens(&mut self, tokens: &str) {
        let mut rest = tokens;
        while let Some(start) = rest.find('"') {
            let end = end_of_literal(&rest[start + 1..]).map_or(rest.len(), |end| start + 1 + end + 1);
            if let Ok(literal) = syn::parse_str::<syn::LitStr>(&rest[start..end]) {
                self.0.push(literal.value());
            }
            rest = &rest[end..];
        }
    }
}

/// Where the quotation mark is that ends what has been begun.
fn end_of_literal(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, letter)| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends.then_some(at)
    })
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Literals {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.0.push(literal.value());
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.in_tokens(&called.tokens.to_string());
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }
}

/// All files below a folder with this ending.
fn gather(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            gather(&entry, ending, files);
        } else if entry.extension().is_some_and(|found| found == ending) {
            files.push(entry);
        }
    }
}

fn below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), ending, &mut files);
    files
}

fn asserted(faults: &[String]) {
    assert!(faults.is_empty(), "nobody would say:\n{}", faults.join("\n"));
}

#[test]
fn texts_of_the_program_are_plain_english() {
    let mut faults = Vec::new();
    let mut texts = 0;
    for file in below("src", "rs") {
        if file.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        let mut literals = Literals::default();
        literals.visit_file(&syn::parse_file(&fs::read_to_string(&file).expect("a file")).expect("Rust"));
        texts += literals.0.len();
        for text in literals.0 {
            if let Some((phrase, instead)) = found_in(&text) {
                faults.push(format!("{}: {text:?}: {phrase:?}; say {instead:?}", file.display()));
            }
        }
    }
    assert!(texts > 3000, "{texts} texts");
    asserted(&faults);
}

#[test]
fn pages_are_plain_english() {
    let mut files = below("assets", "md");
    files.extend(below("docs", "md"));
    files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("CHANGELOG.md"));
    assert!(files.len() > 15, "{} pages", files.len());
    let mut faults = Vec::new();
    for file in files {
        let page = fs::read_to_string(&file).expect("a file");
        // Lines are broken anywhere.
        let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.to_lowercase();
        let said = PHRASES.into_iter().filter(|(phrase, _)| is_said(&text, phrase));
        faults.extend(said.map(|(phrase, instead)| format!("{}: {phrase:?}; say {instead:?}", file.display())));
    }
    asserted(&faults);
}

/// A paragraph with cards in it stands in one row, as wide as it is: with more words than these it would run out of the page.
#[test]
fn among_cards_there_are_few_words_on_the_page_of_each_game() {
    for entry in parlour::catalogue::GAMES {
        let in_row = |paragraph: &&str| paragraph.contains("![") && !paragraph.starts_with('|');
        for paragraph in entry.rules_page.split("\n\n").filter(in_row) {
            let mut parts = paragraph.split("![");
            let before = parts.next().map_or(0, |words| words.chars().count());
            let after = |part: &str| part.split_once(')').map_or(0, |(_, words)| words.trim().chars().count());
            // A card is as wide as ten letters.
            let letters: usize = before + parts.map(|part| 10 + after(part)).sum::<usize>();
            assert!(letters <= 75, "{}, {letters} letters: {paragraph}", entry.info.id);
        }
    }
}

/// What the list of moves and the hints call a card is on the rules page of each game that has it.
#[test]
fn what_aces_and_palms_are_is_on_the_page_of_each_game_that_has_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/golden");
    let mut pages = 0;
    for entry in parlour::catalogue::GAMES {
        let moves = fs::read_to_string(folder.join(format!("{}.moves", entry.info.id))).expect("the golden moves");
        if moves.contains("palm") {
            assert!(entry.rules_page.contains("**ace**") && entry.rules_page.contains("**palm**"), "{}", entry.info.id);
            pages += 1;
        }
    }
    assert!(pages >= 4, "{pages} games have palms");
}

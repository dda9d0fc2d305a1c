//! Helpers for composing English sentences, and for showing what strangers wrote.

use std::fmt::Display;

/// One line of somebody else’s, such as the name of a file, as it can safely be shown: whatever would steer a terminal, break the
/// line or turn its letters round is written as an escape.
///
/// ```
/// use parlour::words::visible;
///
/// assert_eq!(visible("a\u{1b}[2Jb\nc.ron"), r"a\u{1b}[2Jb\nc.ron");
/// assert_eq!(visible("Ärger.ron"), "Ärger.ron");
/// ```
pub fn visible(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for letter in line.chars() {
        match steers(letter) {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    shown
}

/// The same for text of several lines.
///
/// ```
/// assert_eq!(parlour::words::visible_lines("one\r\ntwo\n"), "one\\r\ntwo\n");
/// ```
pub fn visible_lines(text: &str) -> String {
    joined(text.split('\n').map(visible), "\n")
}

/// Whether a character does something to what is shown around it.
pub fn steers(letter: char) -> bool {
    // Marks of direction, and what some take for the end of a line.
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns
}

/// A number with its noun, in the singular or the plural.
///
/// ```
/// use parlour::words::counted;
///
/// assert_eq!(counted(1, "press", "presses"), "1 press");
/// assert_eq!(counted(12, "press", "presses"), "12 presses");
/// assert_eq!(counted(-1, "point", "points"), "-1 points");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}

/// Points with a proper minus sign, for players.
///
/// ```
/// use parlour::words::in_points;
///
/// assert_eq!([1, 0, -3].map(in_points), ["1 point", "0 points", "−3 points"]);
/// ```
pub fn in_points(points: i32) -> String {
    counted(points, "point", "points").replace('-', "−")
}

/// A number with a proper minus sign, for players.
///
/// ```
/// assert_eq!(parlour::words::signed(-3), "−3");
/// ```
pub fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// Several things in a row: their texts, with this between each and the next.
///
/// ```
/// assert_eq!(parlour::words::joined([3, 0, 12], " : "), "3 : 0 : 12");
/// ```
pub fn joined<T: Display>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (number, thing) in things.into_iter().enumerate() {
        text += if number == 0 { "" } else { between };
        text += &thing.to_string();
    }
    text
}

/// Several things as they are listed in a sentence.
///
/// ```
/// use parlour::words::listed;
///
/// assert_eq!(listed(&["one"]), "one");
/// assert_eq!(listed(&["one", "two", "three"]), "one, two and three");
/// ```
pub fn listed<T: Display>(things: &[T]) -> String {
    in_sentence(things, "and")
}

/// Several things of which one is meant, as they are listed in a sentence.
///
/// ```
/// assert_eq!(parlour::words::one_of(&["one", "two", "three"]), "one, two or three");
/// ```
pub fn one_of<T: Display>(things: &[T]) -> String {
    in_sentence(things, "or")
}

fn in_sentence<T: Display>(things: &[T], before_last: &str) -> String {
    match things.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} {before_last} {last}", joined(first, ", ")),
        _ => joined(things, ""),
    }
}

/// Capitalises the first letter.
///
/// ```
/// assert_eq!(parlour::words::capitalised("the hand is empty"), "The hand is empty");
/// ```
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Begin what stands for a name, and for the words that go with it: of the characters that Unicode leaves to private use, so that
/// no text has them.
const NAME: char = '\u{E5EA}';
const OWNS: char = '\u{E5EB}';
const DOES: char = '\u{E5EC}';

/// The name of whoever is alone with bots until they choose another; it goes with verbs of its own.
const YOU: &str = "You";

/// Stands for the name of whoever sits at the seat of this number, 0 to 9; see [`with_names`].
pub fn called(seat: u8) -> String {
    format!("{NAME}{seat}")
}

/// Stands for "Ada’s", or "your".
pub fn whose(seat: u8) -> String {
    format!("{NAME}{seat}{OWNS}")
}

/// Stands for "Ada wins", or "you win".
pub fn does(seat: u8, they: &str, you: &str) -> String {
    format!("{NAME}{seat}{DOES}{they}{DOES}{you}{DOES}")
}

/// A text with the names of those who sit at the table. Somebody who is called "You" is spoken to.
///
/// ```
/// use parlour::words::{called, does, whose, with_names};
///
/// let text = format!("{}; the trick goes to {}, into {} pile", does(0, "wins", "win"), called(0), whose(0));
/// assert_eq!(with_names(&text, &["Ada"]), "Ada wins; the trick goes to Ada, into Ada’s pile");
/// assert_eq!(with_names(&text, &["You"]), "You win; the trick goes to you, into your pile");
/// assert_eq!(with_names(&called(1), &["Ada"]), "Seat 2");
/// ```
pub fn with_names(text: &str, names: &[impl AsRef<str>]) -> String {
    let mut parts = text.split(NAME);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let seat = part.chars().next().and_then(|digit| digit.to_digit(10)).unwrap_or(0);
        let known = names.get(seat as usize).map(|name| name.as_ref().to_owned());
        let name = known.unwrap_or_else(|| format!("Seat {}", seat + 1));
        let begins = named.trim_end().is_empty() || named.trim_end().ends_with(['.', '?', '!', '\n']);
        let words = with_name(part.get(1..).unwrap_or_default(), &name);
        named += &if name == YOU && !begins { lowercased(&words) } else { words };
    }
    named
}

/// What follows a name, with the name before it.
fn with_name(rest: &str, name: &str) -> String {
    if let Some(owned) = rest.strip_prefix(OWNS) {
        return if name == YOU { format!("Your{owned}") } else { format!("{name}’s{owned}") };
    }
    let mut verbs = rest.strip_prefix(DOES).unwrap_or_default().splitn(3, DOES);
    match (verbs.next(), verbs.next(), verbs.next()) {
        (Some(they), Some(you), Some(rest)) => format!("{name} {}{rest}", if name == YOU { you } else { they }),
        _ => format!("{name}{rest}"),
    }
}

/// The name of a player as it stands in what several people read: one who is called "You" is not spoken to there.
///
/// ```
/// use parlour::words::name_for_all;
///
/// assert_eq!([name_for_all("Ada"), name_for_all("You")], ["Ada", "“You”"]);
/// ```
pub fn name_for_all(name: &str) -> &str {
    if name == YOU { "“You”" } else { name }
}

/// A sentence after the name of whom it is for, and a colon; the names of others, who are at the table too, stay as they are.
///
/// ```
/// use parlour::words::addressed;
///
/// assert_eq!(addressed("Ada", "Play a card", ["Clara"]), "Ada: play a card");
/// assert_eq!(addressed("Ada", "Clara would like a hint", ["Clara"]), "Ada: Clara would like a hint");
/// assert_eq!(addressed("Ada", "You have no red card", ["You"]), "Ada: you have no red card");
/// assert_eq!(addressed("You", "Play a card", ["Clara"]), "Play a card");
/// ```
pub fn addressed<'a>(name: &str, sentence: &str, others: impl IntoIterator<Item = &'a str>) -> String {
    if name == YOU {
        return sentence.to_owned();
    }
    // Whoever else is called "You" is not meant by a sentence that begins so.
    let is_another = |other: &str| other != name && other != YOU;
    let is_about_another = others.into_iter().any(|other| is_another(other) && sentence.starts_with(other));
    let sentence = if is_about_another { sentence.to_owned() } else { lowercased(sentence) };
    format!("{name}: {sentence}")
}

/// A question to somebody of this name, who is "you" anyway if they are called so.
///
/// ```
/// use parlour::words::asked_of;
///
/// assert_eq!(asked_of("Ada", "Do you agree"), "Do you agree, Ada?");
/// assert_eq!(asked_of("You", "Do you agree"), "Do you agree?");
/// ```
pub fn asked_of(name: &str, question: &str) -> String {
    if name == YOU { format!("{question}?") } else { format!("{question}, {name}?") }
}

/// Makes the first letter small: for a sentence that goes on after a colon.
///
/// ```
/// assert_eq!(parlour::words::lowercased("Play a card"), "play a card");
/// ```
pub fn lowercased(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// A number as it is written in a sentence: words up to twelve, then digits.
///
/// ```
/// use parlour::words::in_words;
///
/// assert_eq!([in_words(3), in_words(12), in_words(13)], ["three", "twelve", "13"]);
/// ```
pub fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A number in words with its noun, in the singular or the plural.
///
/// ```
/// use parlour::words::counted_in_words;
///
/// assert_eq!(counted_in_words(1, "trick", "tricks"), "one trick");
/// assert_eq!(counted_in_words(0, "card", "cards"), "no cards");
/// ```
pub fn counted_in_words(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", in_words(number), if number == 1 { one } else { many })
}

/// How often something happens that has this chance, from 0 to 1, as people say it: with no more precision than an estimate has.
///
/// ```
/// use parlour::words::how_often;
///
/// assert_eq!([0.63, 0.5, 0.11].map(how_often), ["about two times in three", "about half the time", "about one time in ten"]);
/// ```
pub fn how_often(chance: f64) -> &'static str {
    match chance {
        ..0.05 => "hardly ever",
        ..0.15 => "about one time in ten",
        ..0.225 => "about one time in five",
        ..0.29 => "about one time in four",
        ..0.42 => "about one time in three",
        ..0.58 => "about half the time",
        ..0.71 => "about two times in three",
        ..0.775 => "about three times in four",
        ..0.85 => "about four times in five",
        ..0.95 => "about nine times in ten",
        _ => "nearly always",
    }
}

//! Decks that people bring: drawn in a process of their own, left out where that went wrong, and said in plain words.

use super::*;

/// An SVG as large as a card with this inside.
fn drawing(inside: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350" width="250" height="350">{inside}</svg>"#)
}

/// Each of these needs the one before it, and the last is what is drawn: whoever draws it goes as deep as they are many.
fn nested(depth: usize, one: impl Fn(usize, &str) -> String, drawn: impl Fn(&str) -> String) -> String {
    let named = |number: usize| format!("url(#n{number})");
    let all: String = (1..=depth).map(|number| one(number, &named(number - 1))).collect();
    drawing(&format!("<defs>{}{all}</defs>{}", one(0, "black"), drawn(&named(depth))))
}

/// Drawings that a large stack bears and a small one does not.
fn deep() -> [(&'static str, String); 3] {
    let pattern = |number: usize, fill: &str| {
        format!(
            r#"<pattern id="n{number}" width="1" height="1"><rect width="250" height="350" fill="{fill}"/></pattern>"#
        )
    };
    let mask = |number: usize, mask: &str| {
        let mask = if number == 0 { String::new() } else { format!(r#"mask="{mask}""#) };
        format!(r#"<mask id="n{number}" {mask}><rect width="250" height="350" fill="white"/></mask>"#)
    };
    let clip = |number: usize, clip: &str| {
        let clip = if number == 0 { String::new() } else { format!(r#"clip-path="{clip}""#) };
        format!(r#"<clipPath id="n{number}" {clip}><rect width="250" height="350"/></clipPath>"#)
    };
    let with =
        |attribute: &'static str| move |last: &str| format!(r#"<rect width="250" height="350" {attribute}="{last}"/>"#);
    [
        ("QS", nested(1000, pattern, with("fill"))),
        ("KS", nested(3000, mask, with("mask"))),
        ("JS", nested(3000, clip, with("clip-path"))),
    ]
}

/// A deck of this name with these French cards and nothing else, chosen in the settings.
fn chosen(folder: &Folder, name: &str, cards: &[(&str, String)]) {
    let home = folder.store().looks().join("decks").join(name).join("french");
    fs::create_dir_all(&home).expect("a folder");
    for (card, svg) in cards {
        fs::write(home.join(format!("{card}.svg")), svg).expect("a card");
    }
    let settings = Settings { own_deck: Some(name.to_owned()), ..Settings::default() };
    folder.store().write_settings(&settings).expect("kept");
}

fn until(app: &mut App, what: &str, done: impl Fn(&App) -> bool) {
    let start = std::time::Instant::now();
    while !done(app) {
        assert!(start.elapsed() < Duration::from_secs(120), "never {what}: {:?}", app.world().resource::<UiState>());
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

fn has_deck(app: &App) -> bool {
    app.world().resource::<CardStyle>().drawings.0.is_some()
}

#[test]
fn a_deck_that_goes_too_deep_brings_nobody_down() {
    for (card, svg) in deep() {
        let folder = Folder::new(&format!("deep-{card}"));
        chosen(&folder, "deep", &[(card, svg)]);
        let mut app = program(folder.store());
        until(&mut app, "read", has_deck);
        // Whatever the table is painted with afterwards is painted with this deck.
        send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
        settle(&mut app);
        until(&mut app, "painted", |app| app.world().resource::<FacesReady>().0.is_some());
        assert_table_is_true(&mut app);
    }
}

#[test]
fn a_deck_that_was_being_drawn_when_the_program_died_is_left_out_and_said() {
    let folder = Folder::new("left-out");
    let king = parlour::table::assets::find("cards/french/KS.svg").expect("a card");
    chosen(&folder, "harbour", &[("KS", String::from_utf8(king.to_vec()).expect("text"))]);
    // What a program leaves that dies while it draws.
    let left = folder.store().looks().join(".trying");
    fs::write(&left, "harbour").expect("written");
    let mut app = program(folder.store());
    let said = app.world().resource::<UiState>().notices.clone();
    assert!(said.len() == 1 && said[0].contains("“harbour”") && said[0].contains("its own cards"), "{said:?}");
    assert_eq!((app.world().resource::<Settings>().own_deck.clone(), left.exists()), (None, false));
    assert!(!has_deck(&app));
    drop(app);
    // And so it stays until somebody chooses the deck again, which may go well this time.
    app = program(folder.store());
    assert_eq!(app.world().resource::<UiState>().notices, Vec::<String>::new());
    let settings = app.world().resource::<Settings>().clone();
    assert_eq!(settings.own_deck, None);
    let own_deck = Some("harbour".to_owned());
    send(&mut app, SettingsAction::Set(Box::new(Settings { own_deck: own_deck.clone(), ..settings })));
    until(&mut app, "read", has_deck);
    send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
    until(&mut app, "painted", |app| app.world().resource::<FacesReady>().0.is_some());
    // A larger sheet of faces may be drawn after the first one.
    until(&mut app, "survived", |_| !left.exists());
    drop(app);
    app = program(folder.store());
    assert_eq!(app.world().resource::<Settings>().own_deck, own_deck);
}

#[test]
fn a_name_that_was_left_of_another_deck_leaves_nothing_out() {
    let folder = Folder::new("left-other");
    chosen(&folder, "harbour", &[("KS", drawing("<rect width=\"250\" height=\"350\"/>"))]);
    let left = folder.store().looks().join(".trying");
    fs::write(&left, "gone").expect("written");
    let mut app = program(folder.store());
    until(&mut app, "read", has_deck);
    // It may be being drawn again at this moment, under its own name.
    assert_ne!(fs::read_to_string(&left).ok().as_deref(), Some("gone"));
    assert_eq!(app.world().resource::<Settings>().own_deck.as_deref(), Some("harbour"));
}

#[test]
fn a_program_that_is_closed_while_it_draws_a_deck_has_survived_it() {
    let folder = Folder::new("closed");
    let mut app = program(folder.store());
    let left = folder.store().looks().join(".trying");
    fs::create_dir_all(folder.store().looks()).expect("a folder");
    fs::write(&left, "harbour").expect("written");
    app.world_mut().resource_mut::<Messages<AppExit>>().write(AppExit::Success);
    app.update();
    assert!(!left.exists());
}

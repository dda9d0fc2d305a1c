//! Pictures that people bring: kept as they were cut, and refused whole when anything is wrong with them.

use super::*;
use parlour::app::pictures::importer::PictureImporter;
use parlour::app::pictures::library::PictureLibrary;
use parlour::packs::Crop;

const HARBOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/harbour");

/// Frames until `done`, or none is left.
fn until(app: &mut App, what: &str, done: impl Fn(&App) -> bool) {
    let start = std::time::Instant::now();
    while !done(app) {
        assert!(start.elapsed() < Duration::from_secs(30), "never {what}: {:?}", app.world().resource::<UiState>());
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

fn page(app: &App) -> Option<Page> {
    app.world().resource::<UiState>().page.clone()
}

fn names(app: &App) -> Vec<String> {
    app.world().resource::<PictureLibrary>().pictures().map(|(name, _)| name).collect()
}

fn has_tiles(app: &App) -> bool {
    *app.world().resource::<FacesReady>() == FacesReady(Some(Kit::Tiles))
}

fn notices(app: &App) -> Vec<String> {
    app.world().resource::<UiState>().notices.clone()
}

/// Everything below a folder, by path.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect();
    found.sort();
    found
}

#[test]
fn the_pictures_of_the_game_are_there() {
    let folder = Folder::new("own");
    let app = program(folder.store());
    assert_eq!(names(&app), ["aeroplane", "truck", "train", "numbers"]);
}

#[test]
fn a_picture_is_shown_cut_titled_and_kept_and_is_what_is_played_with_next() {
    let folder = Folder::new("keep");
    let mut app = program(folder.store());
    send(&mut app, NavigationAction::OpenSetup("mess-machine"));
    send(&mut app, PictureAction::Add(format!("{HARBOUR}/boats.svg").into()));
    until(&mut app, "shown", |app| page(app) == Some(Page::Crop));
    assert!(files(folder.store().packs()).is_empty(), "nothing is written before it is kept");
    let mut importer = app.world_mut().resource_mut::<PictureImporter>();
    let brought = importer.pending.as_mut().expect("a picture");
    assert_eq!((brought.size(), brought.crop), ((1400, 1000), Crop { x: 200, y: 0, size: 1000 }));
    brought.take(Crop { x: 9000, y: 60, size: 900 });
    assert_eq!(brought.crop, Crop { x: 500, y: 60, size: 900 }, "a square stays within its picture");
    brought.title = "Our boats".to_owned();
    send(&mut app, PictureAction::Keep);
    until(&mut app, "kept", |app| names(app).len() == 5);
    assert_eq!(names(&app)[4], "our-boats/picture.svg");
    let manifest = fs::read_to_string(folder.store().packs().join("our-boats/pack.ron")).expect("a manifest");
    assert!(manifest.contains("Our boats") && manifest.contains("x: 500"), "{manifest}");
    let options = app.world().resource::<Settings>().options_of("mess-machine").to_owned();
    assert!(options.contains("our-boats/picture.svg"), "{options}");
    // And it is playable at once.
    send(&mut app, GameAction::Deal("mess-machine", None));
    settle(&mut app);
    until(&mut app, "cut into tiles", has_tiles);
    assert_eq!(notices(&app), Vec::<String>::new());
}

#[test]
fn a_pack_is_taken_in_whole_named_removed_and_put_back() {
    let folder = Folder::new("pack");
    let mut app = program(folder.store());
    send(&mut app, PictureAction::Add(HARBOUR.into()));
    until(&mut app, "taken in", |app| names(app).len() == 6);
    assert_eq!(names(&app)[4..], ["harbour/boats.svg", "harbour/lighthouse.svg"]);
    send(&mut app, PictureAction::Rename("harbour/boats.svg".to_owned(), "At sea".to_owned()));
    until(&mut app, "renamed", |app| app.world().resource::<PictureLibrary>().title("harbour/boats.svg") == "At sea");
    for (name, left) in [("harbour/boats.svg", 5), ("harbour/lighthouse.svg", 4)] {
        send(&mut app, PictureAction::Remove(name.to_owned()));
        until(&mut app, "removed", |app| names(app).len() == left);
        send(&mut app, PictureAction::Restore);
        until(&mut app, "back", |app| names(app).len() == left + 1);
        send(&mut app, PictureAction::Remove(name.to_owned()));
        until(&mut app, "removed again", |app| names(app).len() == left);
    }
    send(&mut app, PictureAction::Remove("train".to_owned()));
    until(&mut app, "refused", |app| notices(app).iter().any(|notice| notice.contains("cannot be changed")));
    assert_eq!(names(&app).len(), 4, "what comes with the program stays");
}

#[test]
fn what_is_asked_for_at_once_is_done_one_after_the_other() {
    let folder = Folder::new("at-once");
    let mut app = program(folder.store());
    send(&mut app, PictureAction::Add(HARBOUR.into()));
    until(&mut app, "taken in", |app| names(app).len() == 6);
    let [boats, lighthouse] = ["harbour/boats.svg", "harbour/lighthouse.svg"].map(str::to_owned);
    // The second is not done to the pack as it was before the first: that would bring back what was removed.
    for action in [PictureAction::Remove(boats), PictureAction::Rename(lighthouse.clone(), "By night".to_owned())] {
        app.world_mut().resource_mut::<Messages<PictureAction>>().write(action);
    }
    let title = |app: &App| app.world().resource::<PictureLibrary>().title(&lighthouse);
    until(&mut app, "done", |app| names(app).len() == 5 && title(app) == "By night");
    let manifest = fs::read_to_string(folder.store().packs().join("harbour/pack.ron")).expect("a manifest");
    assert!(manifest.contains("By night") && !manifest.contains("boats"), "{manifest}");
}

#[test]
fn no_pack_delays_the_start_and_each_comes_when_it_is_open() {
    let folder = Folder::new("slow");
    let packs = folder.store().packs().to_owned();
    fs::create_dir_all(packs.join("boats")).expect("a folder");
    fs::copy(format!("{HARBOUR}/boats.svg"), packs.join("boats/boats.svg")).expect("a copy");
    fs::write(packs.join("zipped.zip"), zip("light.png", &png(90))).expect("a zip");
    // One that says that it lists sixty thousand files, and one that lists none.
    let entry = [b"PK\x01\x02".as_slice(), &[0; 42]].concat().repeat(60_000);
    let mut end = [b"PK\x05\x06".as_slice(), &[0; 4]].concat();
    end.extend([60_000u16, 60_000].map(u16::to_le_bytes).concat());
    end.extend([entry.len() as u32, 4].map(u32::to_le_bytes).concat());
    fs::write(packs.join("many.zip"), [b"PK\x03\x04", entry.as_slice(), &end, &[0; 2]].concat()).expect("a zip");
    let whole = zip("light.png", &png(90));
    fs::write(packs.join("cut.zip"), &whole[..whole.len() / 2]).expect("half a zip");
    let mut app = program(folder.store());
    assert_eq!(names(&app).len(), 4, "the first frame waits for none of them");
    until(&mut app, "open", |app| names(app).len() == 6 && notices(app).len() == 2);
    assert_eq!(names(&app)[4..], ["boats/boats.svg", "zipped.zip/light.png"]);
    let said = notices(&app);
    assert!(said[0].contains("cut.zip: the list of its files") || said[0].contains("cut.zip: this is not"), "{said:?}");
    assert!(said[1].contains("many.zip: the pack has more than 2048 files and folders"), "{said:?}");
}

#[test]
fn a_game_goes_on_with_its_picture_before_all_packs_are_open() {
    let folder = Folder::new("at-once-played");
    let packs = folder.store().packs().to_owned();
    fs::create_dir_all(&packs).expect("a folder");
    fs::write(packs.join("zipped.zip"), zip("light.png", &png(90))).expect("a zip");
    let record = r#"(parlour: 1, game: "mess-machine", rules: 1, seed: "tea", options: (picture: "zipped.zip/light.png"), seats: [(name: "Ada")], moves: [])"#;
    folder.store().write_save("mess-machine", record).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue("mess-machine"));
    until(&mut app, "drawn", has_tiles);
    assert_eq!(notices(&app), Vec::<String>::new());
}

#[test]
fn what_is_put_into_the_folder_is_noticed_while_the_program_runs() {
    let folder = Folder::new("watch");
    let mut app = program(folder.store());
    let home = folder.store().packs().join("by-hand");
    fs::create_dir_all(&home).expect("a folder");
    fs::copy(format!("{HARBOUR}/lighthouse.svg"), home.join("light_house.svg")).expect("a copy");
    until(&mut app, "noticed", |app| names(app).len() == 5);
    assert_eq!(app.world().resource::<PictureLibrary>().title("by-hand/light_house.svg"), "Light house");
}

#[test]
fn a_zip_file_is_unpacked_into_a_pack_of_its_own() {
    let folder = Folder::new("zip");
    let path = folder.0.join("At the sea.zip");
    let drawing = fs::read(format!("{HARBOUR}/lighthouse.svg")).expect("a picture");
    fs::write(&path, zipped(&[("lights/one.svg", &drawing), ("notes.txt", b"not a picture"), ("two.png", &png(80))]))
        .expect("a zip");
    let mut app = program(folder.store());
    for number in 1..=2 {
        send(&mut app, PictureAction::Add(path.clone()));
        until(&mut app, "taken in", |app| names(app).len() == 4 + 2 * number);
    }
    assert_eq!(names(&app)[4..6], ["at-the-sea/lights/one.svg", "at-the-sea/two.png"]);
    assert_eq!(names(&app)[6..], ["at-the-sea-2/lights/one.svg", "at-the-sea-2/two.png"], "nothing is overwritten");
    let written = files(&folder.store().packs().join("at-the-sea"));
    assert!(written.len() == 3 && !written.iter().any(|path| path.ends_with("notes.txt")), "{written:?}");
}

/// A zip file with one entry.
fn zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    zipped(&[(name, bytes)])
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::{Cursor, Write as _};
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("a zip").into_inner()
}

fn png(side: u32) -> Vec<u8> {
    let pixels = image::RgbImage::from_fn(side, side, |x, y| image::Rgb([x as u8, y as u8, 7]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    bytes.into_inner()
}

#[test]
fn whatever_is_wrong_is_said_with_file_and_reason_and_nothing_is_written() {
    let folder = Folder::new("hostile");
    let store = folder.store();
    let given = folder.0.join("given");
    fs::create_dir_all(given.join("lists-none")).expect("a folder");
    let mut huge = png(100);
    huge.splice(16..24, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    // The check sum of the changed header.
    huge.splice(29..33, crc32(&huge[12..29]).to_be_bytes());
    // Two hundred megabytes of nothing in a few hundred kilobytes, and more than a file may have.
    let bomb = zip("bomb.png", &vec![0; 200 << 20]);
    assert!(bomb.len() < 1 << 20);
    let wrong = [
        ("truncated.png", png(200)[..300].to_vec(), "PNG is broken"),
        ("words.png", b"only words".to_vec(), "no picture"),
        ("huge.png", huge, "60000 by 60000"),
        ("small.png", png(3), "at least 64"),
        ("out.zip", zip("../out.png", &png(100)), "not a path"),
        ("bomb.zip", bomb, "no picture"),
        ("empty.zip", Vec::new(), "zip"),
        ("no.zip", b"PK\x03\x04 and no more".to_vec(), "zip"),
        (
            "lists-none/pack.ron",
            br#"(parlour_pack: 1, title: "x", pictures: [(file: "gone.png")])"#.to_vec(),
            "gone.png",
        ),
        ("lists-none/pack.ron", br#"(parlour_pack: 1, title: "x", colour: 3, pictures: [])"#.to_vec(), "colour"),
        (
            "lists-none/pack.ron",
            br#"(parlour_pack: 1, title: "x", pictures: [(file: "../a.png")])"#.to_vec(),
            "not a path",
        ),
    ];
    let mut app = program(store.clone());
    for (name, bytes, reason) in wrong {
        let path = given.join(name);
        fs::write(&path, bytes).expect("a file");
        let dropped = if name.contains('/') { path.parent().expect("a folder").to_owned() } else { path };
        send(&mut app, PictureAction::Add(dropped.clone()));
        until(&mut app, &format!("refused: {name}"), |app| !notices(app).is_empty());
        let said = notices(&app).join(" ");
        let file = dropped.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(said.contains(&file) && said.contains(reason), "{name}: {said}");
        assert_eq!((page(&app), files(store.packs())), (None, Vec::new()), "{name}");
        send(&mut app, NavigationAction::Close);
    }
    // The program goes on.
    send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
    settle(&mut app);
    assert_table_is_true(&mut app);
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn a_game_with_a_picture_that_is_not_there_is_played_with_the_numbers() {
    let folder = Folder::new("gone");
    let mut app = program(folder.store());
    let record = r#"(parlour: 1, game: "mess-machine", rules: 1, seed: "tea", options: (picture: "gone/away.png"), seats: [(name: "Ada")], moves: [])"#;
    folder.store().write_save("mess-machine", record).expect("a save");
    send(&mut app, GameAction::Continue("mess-machine"));
    until(&mut app, "said", |app| !notices(app).is_empty());
    assert!(notices(&app)[0].contains("gone/away.png"), "{:?}", notices(&app));
    until(&mut app, "drawn", has_tiles);
}

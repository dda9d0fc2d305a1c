//! Picture packs from people: read within limits, refused with the place, and never more.

use std::fs;
use std::path::{Path, PathBuf};

use parlour::packs::decoder::drawings::{self, Sketch};
use parlour::packs::{Crop, Manifest, Pack, Picture, decoder, tried};
use proptest::prelude::*;

fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packs").join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs").join(name)
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_packs_that_come_with_the_program_are_in_order() {
    for name in ["parlour", "harbour"] {
        let pack = Pack::open(&shipped(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(pack.problems().collect::<Vec<_>>(), [], "{name}");
        assert_eq!(pack.manifest.licence, "CC0-1.0");
    }
    let boats = &Pack::open(&shipped("harbour")).expect("a pack").manifest.pictures[0];
    assert_eq!(boats.crop, Some(Crop { x: 200, y: 0, size: 1000 }));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn every_tile_of_the_shipped_pictures_can_be_told_from_every_other() {
    for name in ["parlour", "harbour"] {
        let pack = Pack::open(&shipped(name)).expect("a pack");
        for listed in &pack.manifest.pictures {
            let (picture, crop) = pack.picture(listed).expect("a picture");
            assert_eq!(parlour::packs::alike::alike(&picture.square(crop, 256)), None, "{}", listed.file);
        }
    }
}

#[test]
fn without_a_manifest_every_picture_counts_cut_from_its_middle_and_titled_by_its_name() {
    let home = folder("plain");
    fs::copy(shipped("harbour/boats.svg"), home.join("two_boats.svg")).expect("copied");
    // By content and not by ending; what is no picture does not count.
    fs::copy(shipped("harbour/lighthouse.svg"), home.join("light.txt")).expect("copied");
    fs::write(home.join("notes.png"), "only words").expect("written");
    let pack = Pack::open(&home).expect("a pack");
    let found: Vec<(&str, String)> =
        pack.manifest.pictures.iter().map(|listed| (listed.file.as_str(), listed.shown_title())).collect();
    assert_eq!(found, [("light.txt", "Light".to_owned()), ("two_boats.svg", "Two boats".to_owned())]);
    let (_, crop) = pack.picture(&pack.manifest.pictures[1]).expect("a picture");
    assert_eq!(crop, Crop { x: 200, y: 0, size: 1000 });
}

#[test]
fn a_manifest_s_faults_are_told_with_their_place_and_what_would_be_right() {
    let with = |pictures: &str| format!("(parlour_pack: 1, title: \"x\",\n pictures: [{pictures}])");
    for (text, reason) in [
        ("(parlour_pack: 2, title: \"x\", pictures: [])".to_owned(), "reads format 1"),
        (with(""), "at least one"),
        (with("(file: \"../up.png\")"), "not a path within the pack"),
        (with("(file: \"/etc/passwd\")"), "not a path within the pack"),
        (with("(file: \"C:\\\\x.png\")"), "not a path within the pack"),
        (with("(file: \"a\", colour: 3)"), "2:"),
        (with(&format!("(file: \"a\", title: \"{}\")", "x".repeat(121))), "at most 120"),
        ("(parlour_pack: 1, title".to_owned(), "1:"),
    ] {
        let problem = Manifest::read(&text).expect_err(&text).to_string();
        assert!(problem.contains(reason) && problem.starts_with("pack.ron"), "{problem}, not {reason}");
    }
}

#[test]
fn a_square_that_is_not_within_its_picture_is_told_with_both() {
    let home = folder("crop");
    fs::copy(shipped("harbour/boats.svg"), home.join("boats.svg")).expect("copied");
    for (crop, reason) in [
        ("(x: 500, y: 0, size: 1000)", "1400 by 1000"),
        ("(x: 4294967295, y: 0, size: 1000)", "not within"),
        ("(x: 0, y: 0, size: 63)", "at least 64"),
    ] {
        let text = format!("(parlour_pack: 1, title: \"x\", pictures: [(file: \"boats.svg\", crop: Some({crop}))])");
        fs::write(home.join("pack.ron"), text).expect("written");
        let pack = Pack::open(&home).expect("a pack");
        let problems: Vec<_> = pack.problems().collect();
        assert!(problems.len() == 1 && problems[0].to_string().contains(reason), "{problems:?}");
    }
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_pack() {
    let home = folder("links");
    let secret = folder("elsewhere").join("secret.svg");
    fs::copy(shipped("harbour/boats.svg"), &secret).expect("copied");
    std::os::unix::fs::symlink(&secret, home.join("boats.svg")).expect("a link");
    let refused = Pack::open(&home).map(drop).expect_err("nothing of its own").to_string();
    assert!(refused.contains("no picture"), "{refused}");
    fs::write(home.join("pack.ron"), "(parlour_pack: 1, title: \"x\", pictures: [(file: \"boats.svg\")])")
        .expect("written");
    let refused = Pack::open(&home).map(drop).expect_err("a link out").to_string();
    assert!(refused.contains("not in the pack"), "{refused}");
}

#[test]
fn more_files_than_a_pack_may_have_are_refused() {
    let home = folder("many");
    for number in 0..513 {
        fs::write(home.join(format!("{number}.txt")), "").expect("written");
    }
    let refused = Pack::open(&home).map(drop).expect_err("too many").to_string();
    assert!(refused.contains("more than 512 files"), "{refused}");
}

/// A zip file of these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::{Cursor, Write as _};
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("a zip").into_inner()
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_zip_file_is_a_pack_like_the_folder_that_it_was_made_of() {
    let home = folder("zipped");
    let boats = fs::read(shipped("harbour/boats.svg")).expect("a picture");
    let manifest = fs::read(shipped("harbour/pack.ron")).expect("a manifest");
    let lighthouse = fs::read(shipped("harbour/lighthouse.svg")).expect("a picture");
    let named: &[(&str, &[u8])] =
        &[("pack.ron", &manifest), ("boats.svg", &boats), ("lighthouse.svg", &lighthouse), ("notes.txt", b"notes")];
    // A name like an option, one that is not ASCII, and what macOS adds.
    let unnamed: &[(&str, &[u8])] =
        &[("--help.svg", &boats), ("see/Küste.svg", &lighthouse), ("__MACOSX/._boats.svg", b"x"), (".DS_Store", b"x")];
    for (name, files, pictures) in
        [("named", named, ["boats.svg", "lighthouse.svg"]), ("unnamed", unnamed, ["--help.svg", "see/Küste.svg"])]
    {
        let (path, copy) = (home.join(format!("{name}.zip")), home.join(name));
        fs::write(&path, zipped(files)).expect("written");
        let pack = Pack::open(&path).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let listed: Vec<&str> = pack.manifest.pictures.iter().map(|listed| listed.file.as_str()).collect();
        assert_eq!(listed, pictures);
        assert_eq!(pack.problems().collect::<Vec<_>>(), [], "{name}");
        fs::create_dir_all(&copy).expect("a folder");
        pack.copy_to(&copy).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let copied = Pack::open(&copy).expect("a pack");
        assert_eq!(copied.manifest, pack.manifest);
        for picture in pictures {
            let (_, bytes) = files.iter().find(|(file, _)| *file == picture).expect("a file");
            assert_eq!(fs::read(copy.join(picture)).expect("a copy"), *bytes);
        }
        assert!(!copy.join("notes.txt").exists() && !copy.join(".DS_Store").exists());
        let (one, other) = (pack.picture(&pack.manifest.pictures[0]), copied.picture(&copied.manifest.pictures[0]));
        let (one, other) = (one.expect("a picture"), other.expect("a picture"));
        assert!(one.0.square(one.1, 64) == other.0.square(other.1, 64), "{name}: the same picture");
    }
}

#[test]
fn a_zip_file_that_lies_is_one_message() {
    let home = folder("lies");
    let boats = fs::read(shipped("harbour/boats.svg")).expect("a picture");
    let fine = zipped(&[("boats.svg", &boats), ("notes.txt", b"notes")]);
    let end = fine.len() - 22;
    let entry = fine.windows(4).position(|window| window == b"PK\x01\x02").expect("a list");
    let with = |at: usize, bytes: &[u8]| {
        let mut zip = fine.clone();
        zip[at..at + bytes.len()].copy_from_slice(bytes);
        zip
    };
    let manifest = b"(parlour_pack: 1, title: \"x\", pictures: [(file: \"gone.svg\")])";
    for (name, bytes, reason) in [
        ("three-million", with(end + 8, &[0xFF; 4]), "more than 2048 files and folders"),
        ("elsewhere", with(end + 16, &[0; 4]), "not a valid zip file"),
        ("cut", fine[..end].to_vec(), "not a valid zip file"),
        ("not-there", with(entry + 42, &[0xF0, 0xFF, 0, 0]), "boats.svg"),
        ("no-way-out", zipped(&[("../boats.svg", &boats)]), "not a path within the pack"),
        ("twice", with(entry + 46, b"notes.txt"), "the same name"),
        ("lists-none", zipped(&[("pack.ron", manifest), ("boats.svg", &boats)]), "gone.svg"),
        ("not-text", zipped(&[("pack.ron", &[0xFF; 9]), ("boats.svg", &boats)]), "pack.ron: this is not a text file"),
        ("no-picture", zipped(&[("notes.txt", b"notes")]), "no pictures"),
    ] {
        let path = home.join(format!("{name}.zip"));
        fs::write(&path, bytes).expect("written");
        let refused = match Pack::open(&path) {
            Ok(pack) => pack.problems().next().unwrap_or_else(|| panic!("{name} has no fault")).to_string(),
            Err(problem) => problem.to_string(),
        };
        assert!(refused.contains(reason), "{name}: {refused}");
    }
}

/// What the fuzzer found or began with. Each must be read or refused, never more.
#[test]
fn the_fuzzers_packs_are_read_or_refused() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/pack");
    let files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() >= 8, "{} files", files.len());
    files.iter().for_each(|file| tried(&fs::read(file).expect("a file")));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        tried(&bytes);
    }

    #[test]
    fn a_file_of_the_corpus_with_any_byte_changed_is_read_or_refused(
        file in 0usize..8, place in any::<usize>(), byte in any::<u8>()
    ) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/pack");
        let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("the corpus").flatten().map(|entry| entry.path()).collect();
        files.sort();
        let mut bytes = fs::read(&files[file % files.len()]).expect("a file");
        let place = place % bytes.len();
        bytes[place] = byte;
        tried(&bytes);
    }
}

/// A drawing with this inside.
fn drawing(inside: &str) -> Vec<u8> {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">{inside}</svg>"#).into_bytes()
}

/// Files that crash whoever draws them, or take all the time or memory there is.
fn traps() -> Vec<(&'static str, Vec<u8>)> {
    let recursion = r##"<filter id="f"><feImage href="#r"/></filter>
        <g id="r"><rect width="90" height="90" filter="url(#f)"/></g>"##;
    let blur = |count: usize| {
        let blurs =
            r#"<feGaussianBlur stdDeviation="400"/><feMorphology operator="dilate" radius="300"/>"#.repeat(count);
        format!(
            r##"<filter id="f" x="0" y="0" width="1" height="1">{blurs}</filter>
            <g filter="url(#f)"><rect width="700" height="700"/></g>"##
        )
    };
    let nested = |depth: usize| {
        let open = r#"<g opacity="0.9"><g filter="url(#f)">"#.repeat(depth);
        let filter = r#"<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>"#;
        format!("{filter}{open}<rect width=\"800\" height=\"800\"/>{}", "</g></g>".repeat(depth))
    };
    vec![
        ("feImage", drawing(recursion)),
        ("blur", drawing(&blur(400))),
        ("turbulence", drawing(&nested(150))),
        ("masks", drawing(&masks(120))),
    ]
}

/// Masks within masks, each with a layer as large as the drawing.
fn masks(depth: usize) -> String {
    let mask = |number: usize| {
        let inner = if number > 0 { format!(r##" mask="url(#m{})""##, number - 1) } else { String::new() };
        format!(r#"<mask id="m{number}"><rect width="800" height="800" fill="white"{inner}/></mask>"#)
    };
    let all: String = (0..depth).map(mask).collect();
    format!(r##"<defs>{all}</defs><rect width="800" height="800" mask="url(#m{})"/>"##, depth - 1)
}

#[test]
fn drawings_that_crashed_whoever_drew_them_are_one_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/drawings");
    let files: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    assert!(files.len() >= 7);
    for file in files {
        let refused = decoder::read(&fs::read(&file).expect("a file")).map(|_| ()).expect_err("a trap").to_string();
        assert!(refused.contains("crash"), "{}: {refused}", file.display());
    }
}

#[test]
fn cards_with_coordinates_beyond_all_measure_are_one_message_each() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/cards");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let drawings: Vec<Vec<u8>> = files.map(|file| fs::read(file).expect("a file")).collect();
    assert_eq!(drawings.len(), 4);
    for drawing in &drawings {
        let refused = decoder::read_square(drawing, None).map(|_| ()).expect_err("a trap").to_string();
        assert!(refused.contains("crash"), "{refused}");
    }
    // Whether the library panics depends on the size, so what was tried in one may still fail in another.
    let results = drawings::try_drawings(&drawings.iter().map(Vec::as_slice).collect::<Vec<_>>());
    assert!(results.iter().any(Result::is_ok) && results.iter().any(Result::is_err), "{results:?}");
    let mut refused = results.iter().filter_map(|result| result.as_ref().err());
    assert!(refused.all(|why| why.to_string().contains("too far away, or is too large")), "{results:?}");
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_crashes_or_starves_whoever_draws_it_is_one_message() {
    for (name, bytes) in traps() {
        let start = std::time::Instant::now();
        let refused = decoder::read(&bytes).map(|_| ()).expect_err(name).to_string();
        let is_told = ["seconds", "MB", "broken"].iter().any(|word| refused.contains(word));
        assert!(is_told, "{name}: {refused}");
        assert!(start.elapsed().as_secs() < 60, "{name} took {:?}", start.elapsed());
    }
}

/// A drawing of what needs something that needs something, so many times over.
fn deep(kind: &str, depth: usize) -> Vec<u8> {
    let number = |number: usize| format!("n{number}");
    let one = |at: usize| {
        let inner = |attribute: &str| match at {
            0 => String::new(),
            _ => format!(r##"{attribute}="url(#{})""##, number(at - 1)),
        };
        match kind {
            "pattern" => format!(
                r#"<pattern id="{}" width="1" height="1"><rect width="800" height="800" {}/></pattern>"#,
                number(at),
                inner("fill")
            ),
            "mask" => format!(
                r#"<mask id="{}" {}><rect width="800" height="800" fill="white"/></mask>"#,
                number(at),
                inner("mask")
            ),
            _ => format!(
                r#"<clipPath id="{}" {}><rect width="800" height="800"/></clipPath>"#,
                number(at),
                inner("clip-path")
            ),
        }
    };
    let all: String = (0..depth).map(one).collect();
    let attribute = match kind {
        "pattern" => "fill",
        "mask" => "mask",
        _ => "clip-path",
    };
    drawing(&format!(
        r##"<defs>{all}</defs><rect width="800" height="800" {attribute}="url(#{})"/>"##,
        number(depth - 1)
    ))
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn drawings_that_go_as_deep_as_anyone_likes_are_drawn_elsewhere_or_one_message() {
    let kinds = [("pattern", 1000), ("mask", 3000), ("clip", 3000), ("pattern", 20_000), ("clip", 50_000)];
    for (kind, depth) in kinds {
        let svg = deep(kind, depth);
        let mut drawn = Vec::new();
        drawings::draw(&[Sketch { svg: &svg, canvas: (140, 196), pad: 8 }], |_, done| drawn.push(done));
        match drawn.as_slice() {
            [Ok(canvas)] => assert_eq!((canvas.width(), canvas.height()), (140, 196)),
            [Err(why)] => {
                let why = why.to_string();
                assert!(["seconds", "MB", "nodes", "limit"].iter().any(|word| why.contains(word)), "{kind}: {why}");
            }
            more => panic!("{kind}: {} answers", more.len()),
        }
    }
}

#[test]
fn each_drawing_comes_back_in_its_own_size_with_what_lies_beyond_its_edges() {
    let red = drawing(r#"<rect x="-80" y="-80" width="960" height="960" fill="red"/>"#);
    let sketches = [
        Sketch { svg: &red, canvas: (30, 40), pad: 0 },
        Sketch { svg: &red, canvas: (64, 64), pad: 8 },
        // More than anybody shows, and more free space than there is.
        Sketch { svg: &red, canvas: (9000, 9000), pad: 0 },
        Sketch { svg: &red, canvas: (30, 40), pad: 15 },
        Sketch { svg: b"<svg", canvas: (30, 40), pad: 0 },
        Sketch { svg: &red, canvas: (1, 1), pad: 0 },
    ];
    let mut drawn = Vec::new();
    drawings::draw(&sketches, |number, done| drawn.push((number, done)));
    let sizes: Vec<(usize, Option<(u32, u32)>)> = drawn
        .iter()
        .map(|(number, done)| (*number, done.as_ref().ok().map(|done| (done.width(), done.height()))))
        .collect();
    let expected = [Some((30, 40)), Some((64, 64)), None, None, None, Some((1, 1))];
    assert_eq!(sizes, expected.into_iter().enumerate().collect::<Vec<_>>());
    let at = |x: u32, y: u32| drawn[1].1.as_ref().expect("drawn").pixel(x, y).expect("a pixel");
    let red = resvg::tiny_skia::ColorU8::from_rgba(255, 0, 0, 255).premultiply();
    assert_eq!((at(10, 10), at(4, 4), at(0, 0).alpha()), (red, red, 0));
}

#[test]
fn drawings_that_together_take_too_long_are_not_blamed_for_each_other() {
    // Each takes a good part of the time that one process has.
    let slow = drawing(&masks(40));
    let sketches: Vec<Sketch<'_>> = (0..6).map(|_| Sketch { svg: &slow, canvas: (1600, 1600), pad: 0 }).collect();
    let mut alone = Vec::new();
    drawings::draw(&sketches[..1], |_, done| alone.push(done.is_ok()));
    let mut drawn = Vec::new();
    drawings::draw(&sketches, |_, done| drawn.push(done.is_ok()));
    assert_eq!((drawn.len(), drawn.iter().all(|done| Some(done) == alone.first())), (6, true));
}

#[test]
fn one_drawing_that_crashes_costs_only_itself() {
    let fine = drawing(r#"<rect width="90" height="90"/>"#);
    let broken = drawing("<g>");
    let traps = traps();
    let (_, trap) = &traps[0];
    let results = drawings::try_drawings(&[&fine, trap, &broken, &fine]);
    let is_fine: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(is_fine, [true, false, false, true], "{results:?}");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_picture_decoded_in_a_process_of_its_own_is_the_same_picture() {
    let boats = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/harbour/boats.svg"));
    let boats = boats.expect("a drawing");
    let here = Picture::read(&boats).expect("a picture");
    let there = decoder::read(&boats).expect("a picture");
    assert_eq!(here.size(), there.size());
    let (width, height) = here.size();
    let crop = Crop { x: width / 4, y: height / 4, size: width.min(height) / 2 };
    for there in [there, decoder::read_square(&boats, Some(crop)).expect("a picture")] {
        let (one, other) = (here.square(crop, 200), there.square(crop, 200));
        let differences = one.as_raw().iter().zip(other.as_raw()).map(|(one, other)| u64::from(one.abs_diff(*other)));
        let mean = differences.sum::<u64>() as f64 / one.as_raw().len() as f64;
        assert!(mean < 3.0, "they differ by {mean} of 255 on the average");
    }
    let outside = Crop { x: width, y: 0, size: 64 };
    assert!(decoder::read_square(&boats, Some(outside)).is_err());
    assert!(decoder::read(b"no picture").is_err_and(|error| error.to_string().contains("no picture")));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_photograph_is_cut_from_its_original_size() {
    // 4000 pixels a side; the square that is cut out is sharper than the whole scaled down.
    let pixels = image::RgbImage::from_fn(4000, 4000, |x, _| image::Rgb([if x / 4 % 2 == 0 { 0 } else { 255 }; 3]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    let crop = Crop { x: 400, y: 400, size: 512 };
    let square = decoder::read_square(bytes.get_ref(), Some(crop)).expect("a picture").square(crop, 512);
    assert_eq!((square.get_pixel(0, 0).0[0], square.get_pixel(4, 0).0[0]), (0, 255));
}

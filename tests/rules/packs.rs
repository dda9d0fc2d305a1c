//! Picture packs from people: read within limits, refused with the place, and never more.

use std::fs;
use std::path::{Path, PathBuf};

use parlour::packs::{Crop, Manifest, Pack, tried};
use proptest::prelude::*;

fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("parlour-packs-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs").join(name)
}

#[test]
fn the_packs_that_come_with_the_program_are_in_order() {
    for name in ["parlour", "harbour"] {
        let pack = Pack::open(&shipped(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(pack.problems(), [], "{name}");
        assert_eq!(pack.manifest.licence, "CC0-1.0");
    }
    let boats = &Pack::open(&shipped("harbour")).expect("a pack").manifest.pictures[0];
    assert_eq!(boats.crop, Some(Crop { x: 200, y: 0, size: 1000 }));
}

#[test]
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
        let problems = Pack::open(&home).expect("a pack").problems();
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

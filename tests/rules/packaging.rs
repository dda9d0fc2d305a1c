//! What is packed with the program: whoever reads its README there finds what it leads to.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files that a document leads to, without pictures.
fn links(document: &str) -> Vec<&str> {
    let targets = document.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://") && !target.ends_with(".png")).collect()
}

/// What is packed, and where to, if this line of the manifest says so.
fn asset(line: &str) -> Option<(&str, &str)> {
    let mut quoted = line.trim().strip_prefix('[')?.split('"').skip(1).step_by(2);
    Some((quoted.next()?, quoted.next()?))
}

/// Whether this file is one of those: itself, or by its ending in a folder.
fn is_among<'a>(file: &str, mut sources: impl Iterator<Item = &'a str>) -> bool {
    let matches = |source: &str| match source.split_once('*') {
        Some((folder, ending)) => file.starts_with(folder) && file.ends_with(ending),
        None => source == file,
    };
    sources.any(matches)
}

#[test]
fn both_packages_have_what_the_readme_leads_to_where_it_looks_for_it() {
    let (readme, manifest, script) = (read("README.md"), read("Cargo.toml"), read("scripts/package"));
    let assets: Vec<(&str, &str)> = manifest.lines().filter_map(asset).collect();
    let packed = script.lines().find_map(|line| line.strip_prefix("for file in ")).expect("documents");
    let links = links(&readme);
    assert!(links.len() > 8, "{links:?}");
    for file in links {
        let folder = file.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let place = format!("usr/share/doc/parlour/{folder}");
        let here = assets.iter().filter(|(_, to)| *to == place).map(|(from, _)| *from);
        assert!(is_among(file, here), "{file} is not in the .deb");
        assert!(is_among(file, packed.trim_end_matches("; do").split(' ')), "{file} is not in the archive");
    }
}

#[test]
fn both_packages_and_the_readme_name_every_game() {
    let manifest = read("Cargo.toml");
    let (_, described) = manifest.split_once("extended-description").expect("a description");
    let described = described.replace("\\\n", "");
    let appstream = read("packaging/org.parlour_game.Parlour.metainfo.xml");
    for (name, text) in [("the .deb", described), ("the metainfo", appstream), ("the README", read("README.md"))] {
        // Wherever a line ends.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for game in parlour::catalogue::GAMES {
            let title = game.info.title;
            assert!(text.contains(title), "{title} is missing in {name}");
        }
    }
}

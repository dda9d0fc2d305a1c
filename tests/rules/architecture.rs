//! The shape of `src/`, kept by its imports: folders use each other one way, no files use each other in a circle, and no two
//! types share a name. And what the laws rest on: hidden things are dealt anew without a look at a view.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use syn::visit::{self, Visit};

/// The parts of `src/`, each using only those before it. The longest prefix of a file's module path decides.
const ORDER: [&[&str]; 12] = [
    &["words", "files", "drawing", "hex", "cards", "square"],
    &["layout", "packs"],
    &["engine"],
    &["search"],
    &["games"],
    &["simulation", "sound_play"],
    &["catalogue"],
    &["table"],
    &["games::matrix::panel", "games::mess::panel", "games::mystery::ui", "games::eleusis::ui", "games::chain::setup"],
    &[
        "games::matrix::plugin",
        "games::mess::plugin",
        "games::mystery::plugin",
        "games::eleusis::plugin",
        "games::chain::plugin",
    ],
    &["app"],
    &["cli"],
];

/// What only lists others, wherever it stands: the plugins of all games are added by `games/mod.rs`, as its modules are.
const LISTS: [&str; 2] = ["games", "lib"];

/// The associated types of the contract, which every game names alike.
const OF_EVERY_GAME: [&str; 6] = ["Options", "Deal", "Move", "Event", "View", "Reason"];

/// A file of `src/`: its module path, the paths it imports, and the types it defines.
struct Source {
    module: Vec<String>,
    imports: BTreeSet<Vec<String>>,
    types: Vec<String>,
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            gather(&entry, files);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            files.push(entry);
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// Walks a file without its tests.
struct Walk {
    module: Vec<String>,
    imports: BTreeSet<Vec<String>>,
    types: Vec<String>,
}

impl Walk {
    /// An absolute path of this crate, if it is one; files that re-export are resolved later.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let mut base = self.module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            _ => return None,
        }
        Some(base.into_iter().chain(rest.iter().cloned()).collect())
    }

    fn import(&mut self, path: &[String]) {
        self.imports.extend(self.absolute(path));
    }

    fn import_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import_tree(tree, before)),
            syn::UseTree::Glob(_) => self.import(before),
            syn::UseTree::Name(syn::UseName { ident }) | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.import(before);
                before.pop();
            }
        }
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import_tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.import(&parts);
        visit::visit_path(self, path);
    }

    /// `pub(super)` is no use of the parent.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

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

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.types.push(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.types.push(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.types.push(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.types.push(item.ident.to_string());
        visit::visit_item_type(self, item);
    }
}

/// Counts how often a game's `resample_hidden` is written, and how often one, or what a table deals anew for it, asks for a view.
#[derive(Default)]
struct Resampling {
    found: usize,
    asks_for_a_view: usize,
    is_inside: bool,
}

impl<'ast> Visit<'ast> for Resampling {
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.is_inside = item.sig.ident == "resample_hidden" || item.sig.ident == "redealt";
        self.found += usize::from(item.sig.ident == "resample_hidden");
        visit::visit_impl_item_fn(self, item);
        self.is_inside = false;
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.is_inside = item.sig.ident == "redealt";
        visit::visit_trait_item_fn(self, item);
        self.is_inside = false;
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.asks_for_a_view += usize::from(self.is_inside && call.method == "view");
        visit::visit_expr_method_call(self, call);
    }
}

/// The folder of all sources, and the files in it.
fn files() -> (PathBuf, Vec<PathBuf>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    gather(&root, &mut files);
    (root, files)
}

fn parsed(file: &Path) -> syn::File {
    syn::parse_file(&fs::read_to_string(file).expect("a file")).expect("Rust")
}

/// All files of `src/`, read once for all tests.
static SOURCES: LazyLock<BTreeMap<String, Source>> = LazyLock::new(sources);

fn sources() -> BTreeMap<String, Source> {
    let (root, files) = files();
    let mut sources = BTreeMap::new();
    for file in files {
        let relative = file.strip_prefix(&root).expect("within src").with_extension("");
        let mut module: Vec<String> =
            relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("tests" | "grey" | "main")) {
            continue;
        }
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let mut walk = Walk { module: module.clone(), imports: BTreeSet::new(), types: Vec::new() };
        walk.visit_file(&parsed(&file));
        let name = if module.is_empty() { "lib".to_owned() } else { module.join("::") };
        sources.insert(name, Source { module, imports: walk.imports, types: walk.types });
    }
    sources
}

/// The file that a path leads into: the longest part of it that is one.
fn file_of(sources: &BTreeMap<String, Source>, path: &[String]) -> Option<String> {
    (1..=path.len()).rev().map(|length| path[..length].join("::")).find(|name| sources.contains_key(name))
}

/// For each file those it uses.
fn uses(sources: &BTreeMap<String, Source>) -> BTreeMap<&str, BTreeSet<String>> {
    let used = |name: &str, source: &Source| -> BTreeSet<String> {
        let files = source.imports.iter().filter_map(|path| file_of(sources, path));
        // A file that only declares its modules is no use of them, nor is what it says of itself.
        files.filter(|file| file != name).collect()
    };
    sources.iter().map(|(name, source)| (name.as_str(), used(name, source))).collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let sources = &*SOURCES;
    let mut uses = uses(sources);
    // Files that use nothing that is left are taken away, until none is; what stays is in a circle or leads to one.
    loop {
        let left: BTreeSet<String> = uses.keys().map(|name| (*name).to_owned()).collect();
        let before = left.len();
        uses.retain(|_, used| used.iter().any(|file| left.contains(file)));
        if uses.len() == before {
            break;
        }
    }
    let left: BTreeSet<&str> = uses.keys().copied().collect();
    let circle: Vec<String> = uses
        .iter()
        .map(|(name, used)| {
            let used: Vec<&String> = used.iter().filter(|file| left.contains(file.as_str())).collect();
            format!("{name} → {used:?}")
        })
        .collect();
    assert!(circle.is_empty(), "in a circle, or leading to one:\n{}", circle.join("\n"));
}

/// Where in [`ORDER`] a file stands.
fn rank(module: &[String]) -> usize {
    let name = module.join("::");
    let ranked = ORDER.iter().enumerate().flat_map(|(rank, parts)| parts.iter().map(move |part| (rank, *part)));
    let within = |part: &str| name == part || name.starts_with(&format!("{part}::"));
    let found = ranked.filter(|(_, part)| within(part)).max_by_key(|(_, part)| part.len());
    found.map(|(rank, _)| rank).unwrap_or_else(|| panic!("{name} has no place in the order"))
}

#[test]
fn folders_use_each_other_one_way() {
    let sources = &*SOURCES;
    for (name, used) in uses(sources) {
        if LISTS.contains(&name) {
            continue;
        }
        let source = &sources[name];
        for file in used.iter().filter(|file| !LISTS.contains(&file.as_str())) {
            let (from, to) = (rank(&source.module), rank(&sources[file].module));
            assert!(to <= from, "{name} uses {file}, which stands after it");
        }
    }
}

#[test]
fn a_shared_part_names_no_game() {
    let sources = &*SOURCES;
    for (name, used) in uses(sources) {
        let is_shared = ["engine", "layout", "search", "table"].iter().any(|part| name.starts_with(part));
        let game = used.iter().find(|file| file.starts_with("games"));
        assert!(!is_shared || game.is_none(), "{name} uses {game:?}");
    }
}

#[test]
fn no_two_types_share_a_name() {
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, source) in SOURCES.iter() {
        for defined in source.types.iter().filter(|defined| !OF_EVERY_GAME.contains(&defined.as_str())) {
            homes.entry(defined).or_default().push(name);
        }
    }
    homes.retain(|_, files| files.len() > 1);
    assert!(homes.is_empty(), "{homes:#?}");
}

/// The law of secrecy compares a view with that of a game whose hidden things were dealt anew. If what is hidden were read from the
/// view, a view that tells too much would agree with itself.
#[test]
fn hidden_things_are_dealt_anew_from_the_rules_and_not_from_a_view() {
    let mut found = 0;
    for file in files().1 {
        let mut resampling = Resampling::default();
        resampling.visit_file(&parsed(&file));
        assert_eq!(resampling.asks_for_a_view, 0, "{}", file.display());
        found += resampling.found;
    }
    assert!(found >= 8, "{found} games");
}

#[test]
fn every_tip_is_placed_by_the_one_function_that_keeps_in_sight_what_it_is_about() {
    // egui's own tips know nothing of the hand at a table.
    let own = [".on_hover_text", ".on_hover_ui", ".on_disabled_hover"];
    for path in files().1 {
        let text = fs::read_to_string(&path).expect("a file");
        let found = own.iter().find(|call| text.contains(*call));
        assert!(found.is_none(), "{}: {found:?} instead of `widgets::tip`", path.display());
    }
}

/// `./check` leaves out what is tried in a few games, positions or moves: it tries the same in many of them.
#[test]
fn short_tests_of_a_few_games_have_long_ones_of_many() {
    let mut files = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"), &mut files);
    let mut tried = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split_once('('));
        for few in names.map(|(name, _)| name).filter(|name| name.contains("_in_a_few_")) {
            let many = format!("fn {}(", few.replace("_in_a_few_", "_in_many_"));
            let above = text.split(&many).next().filter(|above| above.len() < text.len());
            let is_long = above.is_some_and(|above| above.lines().rev().take(3).any(|line| line.contains("#[ignore")));
            assert!(is_long, "{}: {few}, and no long {many}", path.display());
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}

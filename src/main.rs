//! The executable: opens the window when called alone or with a file, and otherwise runs a command.

// Without this, Windows opens a console beside the game.
#![cfg_attr(all(windows, feature = "desktop"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::cli::main()
}

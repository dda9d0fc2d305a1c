//! The one executable: a window when called alone or with a file, the command line otherwise.

// No console window beside the game on Windows.
#![cfg_attr(all(windows, feature = "desktop"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::cli::main()
}

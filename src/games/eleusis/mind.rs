//! How wide somebody thinks: bots of all levels think by the same grammar, of more of it or of less.

/// Which rules somebody thinks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mind {
    /// Parts that are less familiar do not come to mind.
    pub least: f32,
    /// The same of conditions, and of what is put together in cycles.
    pub least_put_together: f32,
    /// The same of what a condition chooses between.
    pub least_chosen: f32,
    /// Whether cards before the last one do.
    pub looks_back: bool,
    /// Whether two parts together do, and choices.
    pub together: bool,
    pub choices: bool,
    /// How many cards cycles have at most; 0 for none.
    pub longest_cycle: usize,
}

impl Mind {
    /// All that is at least so familiar, put together in every way.
    pub const fn down_to(least: f32) -> Mind {
        Mind { least, least_put_together: least, least_chosen: least, ..Mind::OPEN }
    }

    /// Every rule of the grammar.
    pub const OPEN: Mind = Mind {
        least: 0.0,
        least_put_together: 0.0,
        least_chosen: 0.0,
        looks_back: true,
        together: true,
        choices: true,
        longest_cycle: 8,
    };
}

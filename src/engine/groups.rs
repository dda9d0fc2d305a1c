//! Connected groups of pieces that are laid one after the other, with their sizes.

/// Which of at most `MOST` pieces, by number, are connected: each names another of its group, the first of which knows the size.
///
/// ```
/// use parlour::engine::groups::Groups;
///
/// let mut groups = Groups::<3>::NONE;
/// (0..3).for_each(|piece| groups.add(piece));
/// groups.join(0, 2);
/// assert_eq!([0, 1, 2].map(|piece| groups.size(piece)), [2, 1, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Groups<const MOST: usize> {
    parent: [u8; MOST],
    size: [u8; MOST],
}

impl<const MOST: usize> Groups<MOST> {
    pub const NONE: Groups<MOST> = Groups { parent: [0; MOST], size: [0; MOST] };

    /// The piece that stands for the group of this one.
    pub fn first(&self, piece: u8) -> u8 {
        let mut at = piece;
        while self.parent[usize::from(at)] != at {
            at = self.parent[usize::from(at)];
        }
        at
    }

    /// A new piece, alone.
    pub fn add(&mut self, piece: u8) {
        self.parent[usize::from(piece)] = piece;
        self.size[usize::from(piece)] = 1;
    }

    /// Two pieces belong to one group from now on.
    pub fn join(&mut self, one: u8, other: u8) {
        let (one, other) = (self.first(one), self.first(other));
        if one == other {
            return;
        }
        let (large, small) = if self.size(one) >= self.size(other) { (one, other) } else { (other, one) };
        self.size[usize::from(large)] += self.size(small);
        self.parent[usize::from(small)] = large;
    }

    /// How large the group of a piece is.
    pub fn size(&self, piece: u8) -> u8 {
        self.size[usize::from(self.first(piece))]
    }
}

//! Shared by the fuzz targets: a game, its positions, and small numbers decoded from the input.

use eastfront_core::kernel::flood::EdgeMasks;
use eastfront_core::kernel::grid::Grid;
use eastfront_core::kernel::hexset::HexSet;
use eastfront_core::rng::Rng;
use eastfront_core::{Action, Game, Scratch, State, Vm};
use std::sync::OnceLock;

/// The game of the fuzz targets.
pub fn game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| {
        Game::from_bytes(include_bytes!("../../core/tests/data/blue-kremlin.efg")).unwrap()
    })
}

/// The state of the game of the fuzz targets at its first decision.
pub fn start(scratch: &mut Scratch) -> State {
    let mut state = State::blank(game(), Rng::stream(0, 0));
    Vm::new(game(), scratch).start(&mut state).unwrap();
    state
}

/// An input from which values are decoded byte by byte; after its end all bytes are 0.
pub struct Input<'a>(pub &'a [u8]);

impl Input<'_> {
    /// Whether there are bytes left.
    pub fn more(&self) -> bool {
        !self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % n.max(1)
    }

    /// A legal action of a state.
    pub fn action(&mut self, state: &State) -> Option<Action> {
        let n = self.below(state.pending().total as usize);
        game().nth_legal(state, n as u32)
    }

    /// A small grid, sometimes with more than one word in a row.
    pub fn grid(&mut self) -> Grid {
        let width = [3, 7, 63, 64, 65, 66][self.below(6)];
        Grid::new(width, 1 + self.below(6) as u16, self.byte() % 2).unwrap()
    }

    /// A set of hexes: one bit of every byte.
    pub fn hexes(&mut self, grid: &Grid) -> HexSet {
        let thin = self.byte() % 4;
        let of = |byte: u8| byte % 4 > thin || byte == 1;
        HexSet::of(grid, (0..grid.len() as u16).filter(|_| of(self.byte())))
    }

    /// Open hexsides.
    pub fn edges(&mut self, grid: &Grid) -> EdgeMasks {
        EdgeMasks::from_fn(grid, |_, _| self.byte() % 5 != 1)
    }
}

//! The engine of eastfront: hexes, units, rules programs, and the states that they run on.
//!
//! The crate knows no particular game. A game (its map, units and sequence of play) is one value, a
//! [`game::Game`], read from a game file.
//!
//! ```
//! use eastfront_core::rng::Rng;
//! use eastfront_core::{Game, Scratch, State, Vm};
//!
//! let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
//! let mut scratch = Scratch::new(&game);
//! let mut vm = Vm::new(&game, &mut scratch);
//! let mut state = State::blank(&game, Rng::stream(41, 0));
//! vm.start(&mut state)?;
//!
//! let mut dice = Rng::stream(7, 0);
//! while state.outcome().is_none() {
//!     let number = dice.below(state.pending().total);
//!     let action = game.nth_legal(&state, number).ok_or("nothing is legal")?;
//!     vm.apply(&mut state, action)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod error;
pub mod file;
pub mod game;
pub mod ids;
pub mod ir;
mod layout;
pub mod nearest;
pub mod perft;
pub mod program;
pub mod rollout;
pub mod search;
pub mod state;
pub mod tensor;
pub mod vector;
pub mod vm;

/// The kernels, and the random number generator for dice.
pub use eastfront_kernel as kernel;
pub use eastfront_kernel::rng;

pub use error::{Error, Result};
pub use game::Game;
pub use state::State;
pub use vm::{Action, Scratch, Vm};

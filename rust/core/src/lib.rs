//! The engine beneath eastfront: hexes, units, rule programs and the state they run on.
//!
//! The crate knows no game. Everything that a game is (its map, its units, its sequence of play)
//! arrives as one value, a [`game::Game`], written by somebody else.

pub mod error;
pub mod file;
pub mod game;
pub mod ids;
pub mod ir;
mod layout;
pub mod perft;
pub mod program;
pub mod rollout;
pub mod search;
pub mod state;
pub mod tensor;
pub mod vector;
pub mod vm;

/// The kernels, and the generator of the dice.
pub use eastfront_kernel as kernel;
pub use eastfront_kernel::rng;

pub use error::{Error, Result};
pub use game::Game;
pub use state::State;
pub use vm::{Action, Scratch, Vm};

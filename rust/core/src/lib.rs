//! The engine beneath eastfront: hexes, units, rule programs and the state they run on.
//!
//! The crate knows no game. Everything that a game is (its map, its units, its sequence of play)
//! arrives as one value, a [`game::Game`], written by somebody else.

pub mod error;
pub mod game;
pub mod kernel;
mod names;
pub mod perft;
pub mod program;
pub mod rng;
pub mod rollout;
pub mod search;
pub mod state;
mod stir;
pub mod tensor;
pub mod vector;
pub mod vm;

pub use error::{Error, Result};
pub use game::Game;
pub use state::State;
pub use vm::{Action, Scratch, Vm};

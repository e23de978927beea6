//! The engine beneath eastfront: hexes, units, rule programs and the state they run on.
//!
//! The crate knows no game. Everything that a game is (its map, its units, its sequence of play)
//! arrives as one value, a [`game::Game`], written by somebody else.

#[cfg(not(feature = "kernels-alone"))]
pub mod error;
#[cfg(not(feature = "kernels-alone"))]
pub mod game;
pub mod kernel;
#[cfg(not(feature = "kernels-alone"))]
mod names;
#[cfg(not(feature = "kernels-alone"))]
pub mod perft;
#[cfg(not(feature = "kernels-alone"))]
pub mod program;
pub mod rng;
#[cfg(not(feature = "kernels-alone"))]
pub mod rollout;
#[cfg(not(feature = "kernels-alone"))]
pub mod search;
#[cfg(not(feature = "kernels-alone"))]
pub mod state;
mod stir;
#[cfg(not(feature = "kernels-alone"))]
pub mod tensor;
#[cfg(not(feature = "kernels-alone"))]
pub mod vector;
#[cfg(not(feature = "kernels-alone"))]
pub mod vm;

#[cfg(not(feature = "kernels-alone"))]
pub use error::{Error, Result};
#[cfg(not(feature = "kernels-alone"))]
pub use game::Game;
#[cfg(not(feature = "kernels-alone"))]
pub use state::State;
#[cfg(not(feature = "kernels-alone"))]
pub use vm::{Action, Scratch, Vm};

//! The kernels: what hexes can be reached, flooded, supplied, and at what odds.
//!
//! They work on dense hex indices and sets of bits, in integers, without allocating once warm.
//! They know mechanisms (a step cost, a closed hexside, a zone of control), never a game.

pub mod control;
pub mod duty;
pub mod flood;
mod flood_narrow;
pub mod grid;
pub mod hexset;
pub mod layers;
pub mod network;
pub mod odds;
#[cfg(test)]
mod oracle_tests;
pub mod reach;
pub mod rng;
mod search;
pub mod step;
pub mod stir;
pub mod supply;
pub mod supply_line;
pub mod zoc;

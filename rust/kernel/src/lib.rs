//! Kernels for hex maps: movement, floods, supply, zones of control, and odds.
//!
//! The kernels work on dense hex indices and bit sets, in integers, without allocation after the
//! first calls. They implement mechanisms (a step cost, a closed hexside, a zone of control), and
//! know no game.

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

//! The kernels as Python classes, for benchmarks, tests and tools that need no game.
//!
//! A map is a [`map::KernelMap`]; sets of hexes are [`sets::HexSet`]. Results are bytes, which
//! NumPy and `memoryview` read without copying.

mod areas;
mod bench;
pub mod lines;
pub mod map;
pub mod moves;
mod odds;
pub mod sets;

use pyo3::prelude::*;

/// Adds the kernels to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<map::KernelMap>()?;
    m.add_class::<sets::HexSet>()?;
    m.add_class::<sets::Hexsides>()?;
    m.add_class::<moves::MoveRules>()?;
    m.add_class::<lines::SupplyStage>()?;
    areas::register(m)?;
    bench::register(m)?;
    odds::register(m)
}

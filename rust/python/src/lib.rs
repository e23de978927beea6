//! `eastfront._core`: the engine as a Python module. It only converts values; the rules of games
//! are data.

mod arg;
mod errors;
mod game;
mod guard;
mod kernels;
mod legal;
mod rollouts;
mod scratch;
mod search;
mod state;
mod vector;

use eastfront_core::program::passes::Passes;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The allocator groups objects of equal size, so that a rules program is dense in memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The build target; `eastfront/processor.py` reads it before any code of the module runs.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[used]
static BUILT_FOR: [u8; 32] = *b"eastfront is built for x86-64-v3";

/// The engine of eastfront.
#[pymodule(gil_used = true)]
fn _core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("PASSES", PyTuple::new(m.py(), Passes::names())?)?;
    m.add("PROTOCOL", eastfront_core::file::PROTOCOL)?;
    m.add_class::<game::PyGame>()?;
    m.add_function(wrap_pyfunction!(game::game_id, m)?)?;
    m.add_class::<state::PyState>()?;
    m.add_class::<legal::LegalActions>()?;
    m.add_function(wrap_pyfunction!(rollouts::rollout, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::stream, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::play_on, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::choose, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::rollout_checked, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::rollout_twin, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::perft, m)?)?;
    m.add_function(wrap_pyfunction!(rollouts::divide, m)?)?;
    m.add_function(wrap_pyfunction!(search::search, m)?)?;
    m.add_function(wrap_pyfunction!(search::plans, m)?)?;
    m.add_class::<vector::Vector>()?;
    m.add_class::<vector::Planes>()?;
    m.setattr("_fail", wrap_pyfunction!(guard::fail, m)?)?;
    errors::register(m)?;
    kernels::register(m)?;
    Ok(())
}

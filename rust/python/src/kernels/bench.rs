//! Loops in native code that measure the kernels without the cost of calls from Python.

use crate::arg;
use crate::guard::guarded;
use eastfront_core::kernel::reach::{reach_list, ReachQuery};
use pyo3::prelude::*;
use std::ops::RangeInclusive;

use super::map::KernelMap;
use super::sets::HexSet;

/// The number of rounds of a measurement.
const ROUNDS: RangeInclusive<u64> = 0..=1_000_000;

/// Computes movement fields from each start in turn, each with the next blocked set, for `rounds`
/// rounds; returns the total number of reached hexes.
#[guarded]
#[pyfunction]
fn bench_field(
    map: PyRef<'_, KernelMap>,
    starts: Vec<u32>,
    budget: u16,
    blocked: Vec<PyRef<'_, HexSet>>,
    rounds: usize,
) -> PyResult<usize> {
    arg::within("rounds", rounds, &ROUNDS)?;
    starts
        .iter()
        .try_for_each(|&hex| map.check(hex).map(drop))?;
    let sets = blocked.iter().map(|set| set.words_for(&map.grid));
    let sets = sets.collect::<PyResult<Vec<_>>>()?;
    let scratch = &mut map.memory().reach;
    let mut reached = 0;
    for _ in 0..rounds {
        for (&start, set) in starts.iter().zip(sets.iter().cycle()) {
            let mut query = ReachQuery::new(start, budget, &map.costs);
            query.blocked = Some(set);
            query.layers = map.layers.as_ref();
            reached += std::hint::black_box(reach_list(&map.grid, &query, scratch)).len();
        }
    }
    Ok(reached)
}

/// Computes the supply of a side with each blocked set in turn, for `rounds` rounds; returns the
/// number of non-empty results, so that the compiler cannot drop any.
#[guarded]
#[pyfunction]
fn bench_supply(
    map: PyRef<'_, KernelMap>,
    sources: PyRef<'_, HexSet>,
    blocked: Vec<PyRef<'_, HexSet>>,
    rounds: usize,
) -> PyResult<usize> {
    let sets = blocked.iter().map(|set| set.words_for(&map.grid));
    let sets = sets.collect::<PyResult<Vec<_>>>()?;
    arg::within("rounds", rounds, &ROUNDS)?;
    let sources = sources.words_for(&map.grid)?;
    let memory = &mut *map.memory();
    let mut out = std::mem::take(&mut memory.out);
    let mut touched = 0;
    for _ in 0..rounds {
        for set in &sets {
            map.flood(&map.grid, sources, set, memory, &mut out);
            touched += usize::from(std::hint::black_box(&out).iter().any(|&word| word != 0));
        }
    }
    memory.out = out;
    Ok(touched)
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(bench_field, m)?)?;
    m.add_function(wrap_pyfunction!(bench_supply, m)?)
}

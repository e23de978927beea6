//! Zones of control and networks as Python functions.

use crate::guard::guarded;
use eastfront_core::kernel::hexset;
use eastfront_core::kernel::network;
use eastfront_core::kernel::zoc::{self, Effect, Projection};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::map::KernelMap;
use super::sets::{optional, shorts_to_bytes, Hexsides, SetArgument};

/// The zone of control of the units in some hexes, as the bytes of a set.
#[guarded]
#[pyfunction]
#[pyo3(signature = (map, exerting, *, own=true, adjacent=true, across=None, into=None,
                    always_into=None))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
fn kernel_zone<'py>(
    py: Python<'py>,
    map: PyRef<'_, KernelMap>,
    exerting: SetArgument<'_>,
    own: bool,
    adjacent: bool,
    across: Option<PyRef<'_, Hexsides>>,
    into: Option<SetArgument<'_>>,
    always_into: Option<SetArgument<'_>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let how = Projection {
        own,
        adjacent,
        across: across.as_ref().map(|sides| &sides.masks),
        into: optional(&map.grid, &into)?,
        always_into: optional(&map.grid, &always_into)?,
    };
    let exerting = exerting.words(&map.grid)?;
    map.answer(py, |grid, _, out| {
        hexset::clear_all(out);
        zoc::project(grid, exerting, &how, out);
        Ok(())
    })
}

/// The part of a zone that has an effect: in hexes occupied by the other side (`in_occupied`) and
/// in hexes that are not (`in_vacant`), as the bytes of a set.
#[guarded]
#[pyfunction]
#[pyo3(signature = (map, zone, occupied, *, in_vacant=true, in_occupied=true))]
fn kernel_effective_zone<'py>(
    py: Python<'py>,
    map: PyRef<'_, KernelMap>,
    zone: SetArgument<'_>,
    occupied: SetArgument<'_>,
    in_vacant: bool,
    in_occupied: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let effect = Effect {
        vacant: in_vacant,
        occupied: in_occupied,
    };
    let (zone, occupied) = (zone.words(&map.grid)?, occupied.words(&map.grid)?);
    map.answer(py, |_, _, out| {
        zoc::effective(zone, occupied, effect, out);
        Ok(())
    })
}

/// The component of each hex as a 16-bit number, 65535 for none; and the number of components.
#[guarded]
#[pyfunction]
#[pyo3(signature = (map, open, hexsides=None))]
fn kernel_components<'py>(
    py: Python<'py>,
    map: PyRef<'_, KernelMap>,
    open: SetArgument<'_>,
    hexsides: Option<PyRef<'_, Hexsides>>,
) -> PyResult<(Bound<'py, PyBytes>, u16)> {
    let mut labels = vec![0; map.grid.len()];
    let edges = hexsides.as_ref().map(|sides| &sides.masks);
    let open = open.words(&map.grid)?;
    let scratch = &mut map.memory().network;
    let count = network::components(&map.grid, open, edges, scratch, &mut labels);
    Ok((shorts_to_bytes(py, &labels)?, count))
}

/// The least number of steps to each hex as a 16-bit number, 65535 if it cannot be reached.
#[guarded]
#[pyfunction]
#[pyo3(signature = (map, sources, open, hexsides=None, limit=None))]
fn kernel_distances<'py>(
    py: Python<'py>,
    map: PyRef<'_, KernelMap>,
    sources: SetArgument<'_>,
    open: SetArgument<'_>,
    hexsides: Option<PyRef<'_, Hexsides>>,
    limit: Option<u16>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut steps = vec![0; map.grid.len()];
    let edges = hexsides.as_ref().map(|sides| &sides.masks);
    let (sources, open) = (sources.words(&map.grid)?, open.words(&map.grid)?);
    let scratch = &mut map.memory().network;
    network::distances(&map.grid, sources, open, edges, limit, scratch, &mut steps);
    shorts_to_bytes(py, &steps)
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(kernel_zone, m)?)?;
    m.add_function(wrap_pyfunction!(kernel_effective_zone, m)?)?;
    m.add_function(wrap_pyfunction!(kernel_components, m)?)?;
    m.add_function(wrap_pyfunction!(kernel_distances, m)?)
}

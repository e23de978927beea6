//! A hex map for the kernels, with movement and supply queries.

use crate::arg;
use crate::errors::Kind;
use crate::guard::guarded;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};

use eastfront_core::kernel::flood::EdgeMasks;
use eastfront_core::kernel::grid::{Grid, HexId, NO_HEX_WIDE};
use eastfront_core::kernel::hexset;
use eastfront_core::kernel::layers::CostLayers;
use eastfront_core::kernel::network::NetworkScratch;
use eastfront_core::kernel::reach::{reach_list, CostTable, ReachQuery, ReachScratch, FORBIDDEN};
use eastfront_core::kernel::step::{step, StepState};
use eastfront_core::kernel::supply::{supply, Stage, SupplyScratch};
use eastfront_core::kernel::supply_line::{trace, Line};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::lines::SupplyStage;
use super::moves::MoveRules;
use super::sets::{hexsides, optional, words_from, words_to_bytes, HexSet, Hexsides, SetArgument};

const DIRECTIONS: RangeInclusive<u64> = 0..=5;

/// Memory that calls reuse.
#[derive(Default)]
pub struct Memory {
    pub reach: ReachScratch,
    pub supply: SupplyScratch,
    pub network: NetworkScratch,
    pub open: hexset::HexSet,
    pub out: hexset::HexSet,
}

/// The result of a step: what remains to the mover, or why the step is refused.
#[derive(IntoPyObject)]
pub enum Stepped {
    Done(u16, u16, bool),
    Refused(String),
}

/// A hex map with staggered rows and a cost for every step.
///
/// `steps` has six bytes for each hex: the cost of the step in each direction, 255 if forbidden.
/// `closed` has one byte for each hex: bit `d` forbids the hexside in direction `d`, both ways.
/// Directions are 0 right-up, 1 right, 2 right-down, 3 left-down, 4 left, 5 left-up; rows whose
/// number has the `shifted_parity` are shifted by half a hex to the right. The number of a hex is
/// `row * width + column`.
#[pyclass(frozen, module = "eastfront._core", weakref)]
pub struct KernelMap {
    pub grid: Grid,
    pub costs: CostTable,
    pub layers: Option<CostLayers>,
    pub edges: EdgeMasks,
    memory: Mutex<Memory>,
}

impl KernelMap {
    pub fn memory(&self) -> MutexGuard<'_, Memory> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.out.len() != self.grid.words() {
            memory.out = hexset::HexSet::new(&self.grid);
            memory.open = hexset::HexSet::new(&self.grid);
        }
        memory
    }

    pub fn check(&self, hex: u32) -> PyResult<u32> {
        if (hex as usize) < self.grid.len() {
            Ok(hex)
        } else {
            let text = format!("hex {hex} is not on a map of {} hexes", self.grid.len());
            Err(Kind::Argument.err(text))
        }
    }

    fn query<'a>(
        &'a self,
        start: u32,
        budget: u16,
        blocked: Option<&'a [u64]>,
        rules: Option<&'a MoveRules>,
        due: u16,
    ) -> PyResult<ReachQuery<'a, u32>> {
        let mut query = ReachQuery::new(self.check(start)?, budget, &self.costs);
        query.layers = self.layers.as_ref();
        query.blocked = blocked;
        query.due = due;
        if let Some(rules) = rules {
            rules.fill(&self.grid, &mut query)?;
        }
        Ok(query)
    }

    /// Lets `ask` write the words of a set, and returns them as bytes.
    pub fn answer<'py>(
        &self,
        py: Python<'py>,
        ask: impl FnOnce(&Grid, &mut Memory, &mut [u64]) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let memory = &mut *self.memory();
        let mut out = std::mem::take(&mut memory.out);
        let done = ask(&self.grid, memory, &mut out);
        memory.out = out;
        done?;
        words_to_bytes(py, &memory.out)
    }
}

#[guarded]
#[pymethods]
impl KernelMap {
    #[new]
    #[pyo3(signature = (width, height, steps, closed=None, shifted_parity=1))]
    fn new(
        width: u16,
        height: u16,
        steps: &[u8],
        closed: Option<&[u8]>,
        shifted_parity: u8,
    ) -> PyResult<KernelMap> {
        let wrong = |text: String| Kind::Argument.err(text);
        let grid =
            Grid::new(width, height, shifted_parity).map_err(|error| wrong(error.to_string()))?;
        if steps.len() != grid.len() * 6 {
            return Err(wrong(format!(
                "steps: expected {} bytes, six for each hex",
                grid.len() * 6
            )));
        }
        if closed.is_some_and(|closed| closed.len() != grid.len()) {
            return Err(wrong(format!(
                "closed: expected {} bytes, one for each hex",
                grid.len()
            )));
        }
        let shut = |h: u32, dir: u8| {
            let bits = closed.and_then(|closed| closed.get(h as usize));
            bits.is_some_and(|bits| bits >> dir & 1 != 0)
        };
        let costs = CostTable::from_fn(&grid, |h, dir| {
            if shut(h, dir) || shut(grid.neighbor_wide(h, dir), (dir + 3) % 6) {
                FORBIDDEN
            } else {
                steps
                    .get(h as usize * 6 + usize::from(dir))
                    .copied()
                    .unwrap_or(FORBIDDEN)
            }
        });
        let edges = EdgeMasks::from_fn(&grid, |h, dir| {
            costs
                .step
                .get(h as usize * 6 + usize::from(dir))
                .is_some_and(|&c| c != FORBIDDEN)
        });
        let layers = CostLayers::new(&grid, &costs);
        Ok(KernelMap {
            grid,
            costs,
            layers,
            edges,
            memory: Mutex::default(),
        })
    }

    /// The number of hexes.
    fn __len__(&self) -> usize {
        self.grid.len()
    }

    /// The set of the given hexes.
    fn hexes(&self, hexes: Vec<u32>) -> PyResult<HexSet> {
        let mut words = hexset::HexSet::new(&self.grid);
        for hex in hexes {
            hexset::set_wide(&self.grid, &mut words, self.check(hex)?);
        }
        Ok(HexSet::new(&self.grid, words))
    }

    /// The set of hexes encoded by some bytes, such as a result of a method of this map.
    fn hexes_in(&self, bytes: &[u8]) -> PyResult<HexSet> {
        let words = hexset::HexSet(words_from(bytes)?.into_boxed_slice());
        if words.len() != self.grid.words() {
            return Err(Kind::Argument.err("the bytes are not a set of hexes of this map"));
        }
        Ok(HexSet::new(&self.grid, words))
    }

    /// Hexsides from one byte for each hex; bit `d` is set if a step in direction `d` is allowed.
    fn hexsides(&self, open: &[u8]) -> PyResult<Hexsides> {
        hexsides(&self.grid, open)
    }

    /// The neighbour in a direction, or None beyond the map.
    fn neighbor(&self, hex: u32, direction: u8) -> PyResult<Option<u32>> {
        arg::within("direction", direction, &DIRECTIONS)?;
        let found = self.grid.neighbor_wide(self.check(hex)?, direction);
        Ok((found != NO_HEX_WIDE).then_some(found))
    }

    /// The number of steps between two hexes on an open map.
    fn distance(&self, a: u32, b: u32) -> PyResult<u16> {
        Ok(self.grid.distance_wide(self.check(a)?, self.check(b)?))
    }

    /// The hexes at most `range` steps away from `hex`, as the bytes of a set.
    fn within<'py>(&self, py: Python<'py>, hex: u16, range: u16) -> PyResult<Bound<'py, PyBytes>> {
        self.check(hex.into())?;
        self.answer(py, |grid, _, out| {
            hexset::within(grid, HexId(hex), range, out);
            Ok(())
        })
    }

    /// All reachable hexes, without the start: pairs of 32-bit numbers, hex and cost.
    #[pyo3(signature = (start, budget, blocked=None, rules=None, *, due=0))]
    fn movement_field<'py>(
        &self,
        py: Python<'py>,
        start: u32,
        budget: u16,
        blocked: Option<SetArgument<'_>>,
        rules: Option<PyRef<'_, MoveRules>>,
        due: u16,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let blocked = optional(&self.grid, &blocked)?;
        let query = self.query(start, budget, blocked, rules.as_deref(), due)?;
        let scratch = &mut self.memory().reach;
        let reached = reach_list(&self.grid, &query, scratch);
        PyBytes::new_with(py, reached.len() * 8, |out| {
            for (place, &(hex, cost)) in out.as_chunks_mut::<8>().0.iter_mut().zip(reached) {
                *place = (u64::from(cost) << 32 | u64::from(hex)).to_le_bytes();
            }
            Ok(())
        })
    }

    /// `movement_field` as a dict from hex to cost.
    #[pyo3(signature = (start, budget, blocked=None, rules=None, *, due=0))]
    fn movement_field_dict<'py>(
        &self,
        py: Python<'py>,
        start: u32,
        budget: u16,
        blocked: Option<SetArgument<'_>>,
        rules: Option<PyRef<'_, MoveRules>>,
        due: u16,
    ) -> PyResult<Bound<'py, PyDict>> {
        let blocked = optional(&self.grid, &blocked)?;
        let query = self.query(start, budget, blocked, rules.as_deref(), due)?;
        let scratch = &mut self.memory().reach;
        let answer = PyDict::new(py);
        for (hex, cost) in reach_list(&self.grid, &query, scratch) {
            answer.set_item(hex, cost)?;
        }
        Ok(answer)
    }

    /// The hexes entered on the canonical path to a hex, or None if it cannot be reached.
    #[pyo3(signature = (start, to, budget, blocked=None, rules=None, *, due=0))]
    fn path(
        &self,
        start: u32,
        to: u32,
        budget: u16,
        blocked: Option<SetArgument<'_>>,
        rules: Option<PyRef<'_, MoveRules>>,
        due: u16,
    ) -> PyResult<Option<Vec<u32>>> {
        let blocked = optional(&self.grid, &blocked)?;
        let query = self.query(start, budget, blocked, rules.as_deref(), due)?;
        self.check(to)?;
        let scratch = &mut self.memory().reach;
        reach_list(&self.grid, &query, scratch);
        let mut path = Vec::new();
        Ok(scratch
            .path_wide_into(&self.grid, to, &mut path)
            .then_some(path))
    }

    /// One step in a direction with the remaining movement points: (left, due, ended), or the
    /// reason for a refusal as text.
    #[pyo3(signature = (start, direction, left, budget, blocked=None, rules=None, *, due=0))]
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        start: u32,
        direction: u8,
        left: u16,
        budget: u16,
        blocked: Option<SetArgument<'_>>,
        rules: Option<PyRef<'_, MoveRules>>,
        due: u16,
    ) -> PyResult<Stepped> {
        arg::within("direction", direction, &DIRECTIONS)?;
        let blocked = optional(&self.grid, &blocked)?;
        let query = self.query(start, budget, blocked, rules.as_deref(), 0)?;
        let state = StepState {
            left,
            due,
            ended: false,
        };
        let done = step(&self.grid, &query, state, start, direction);
        Ok(match done {
            Ok(state) => Stepped::Done(state.left, state.due, state.ended),
            Err(refusal) => Stepped::Refused(format!("{refusal:?}")),
        })
    }

    /// The hexes with a supply line, as the bytes of a set: through hexes that are not blocked,
    /// over steps that the map allows.
    #[pyo3(signature = (sources, blocked=None))]
    fn supply<'py>(
        &self,
        py: Python<'py>,
        sources: SetArgument<'_>,
        blocked: Option<SetArgument<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let sources = sources.words(&self.grid)?;
        let blocked = optional(&self.grid, &blocked)?;
        self.answer(py, |grid, memory, out| {
            self.flood(grid, sources, blocked.unwrap_or_default(), memory, out);
            Ok(())
        })
    }

    /// The hexes with a supply line through the stages, as the bytes of a set.
    fn supply_stages<'py>(
        &self,
        py: Python<'py>,
        sources: SetArgument<'_>,
        stages: Vec<PyRef<'_, SupplyStage>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let sources = sources.words(&self.grid)?;
        self.answer(py, |grid, memory, out| {
            with_stages(grid, &stages, |stages| {
                supply(grid, sources, stages, &mut memory.supply, out)
            })
        })
    }

    /// A supply line with its certificate: ("path", legs), each leg (stage, hexes); ("cut", to,
    /// from or None, blocking hexes); or ("too long", least steps for each limit).
    fn supply_line<'py>(
        &self,
        py: Python<'py>,
        sources: SetArgument<'_>,
        stages: Vec<PyRef<'_, SupplyStage>>,
        hex: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check(hex.into())?;
        let sources = sources.words(&self.grid)?;
        let line = with_stages(&self.grid, &stages, |stages| {
            trace(
                &self.grid,
                sources,
                stages,
                HexId(hex),
                &mut self.memory().supply,
            )
        })?;
        let answer = match line {
            Line::Path(legs) => {
                let legs: Vec<_> = legs.into_iter().map(|leg| (leg.stage, leg.hexes)).collect();
                ("path", legs).into_pyobject(py)?
            }
            Line::Cut { to, from, blocking } => ("cut", to, from, blocking).into_pyobject(py)?,
            Line::TooLong(least) => ("too long", least).into_pyobject(py)?,
        };
        Ok(answer.into_any())
    }
}

impl KernelMap {
    /// Floods from the sources through hexes that are not blocked.
    pub fn flood(
        &self,
        grid: &Grid,
        sources: &[u64],
        blocked: &[u64],
        memory: &mut Memory,
        out: &mut [u64],
    ) {
        hexset::clear_all(out);
        hexset::or(out, blocked);
        hexset::not(grid, out, &mut memory.open);
        let stage = Stage {
            edges: Some(&self.edges),
            ..Stage::new(&memory.open)
        };
        supply(grid, sources, &[stage], &mut memory.supply, out);
    }
}

fn with_stages<T>(
    grid: &Grid,
    stages: &[PyRef<'_, SupplyStage>],
    ask: impl FnOnce(&[Stage<'_>]) -> T,
) -> PyResult<T> {
    let limits = stages
        .iter()
        .map(|stage| stage.limits(grid))
        .collect::<PyResult<Vec<_>>>()?;
    let stages = stages
        .iter()
        .zip(&limits)
        .map(|(stage, limits)| stage.stage(grid, limits));
    Ok(ask(&stages.collect::<PyResult<Vec<_>>>()?))
}

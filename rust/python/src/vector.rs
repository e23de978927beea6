//! Many games in one call, and the planes of one position, in NumPy arrays.

use crate::arg;
use crate::errors::{raise, Kind};
use crate::game::PyGame;
use crate::guard::guarded;
use crate::rollouts::player_named;
use crate::scratch;
use crate::state::PyState;
use eastfront_core::ids::Side;
use eastfront_core::tensor::{Memo, Plane, Tensor, Whose};
use eastfront_core::vector::{self as core, Autoreset, Buffers, Ending, Settings};
use eastfront_core::{Game, Vm};
use numpy::ndarray::{Dimension, IntoDimension, Ix2, Ix4};
use numpy::{
    PyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// The maximum number of games in a vector, and of bytes of all its games.
const MOST_GAMES: u64 = 1 << 20;
const MOST_BYTES: u64 = 1 << 36;

/// An array of zeros allocated in Rust. NumPy releases the interpreter lock while it allocates
/// zeros, and a thread that resumes after the interpreter has ended is unwound, here through frames
/// of Rust.
fn zeroed<T: numpy::Element + Copy + Default, D: Dimension>(
    py: Python<'_>,
    dims: impl IntoDimension<Dim = D>,
) -> PyResult<Bound<'_, PyArray<T, D>>> {
    let dims = dims.into_dimension();
    PyArray1::from_vec(py, vec![T::default(); dims.size()]).reshape(dims)
}

/// A plane as a Python tuple: its kind, whether it is about the observing side, and an index.
type Named = (String, bool, usize);

fn plane((kind, own, i): Named) -> PyResult<Plane> {
    let whose = if own { Whose::Own } else { Whose::Enemy };
    Ok(match kind.as_str() {
        "units" => Plane::Units(whose),
        "hidden" => Plane::Hidden(whose),
        "value" => Plane::Attr(whose, i),
        "set" => Plane::Set(whose, i),
        "unit flag" => Plane::UnitFlag(whose, i),
        "field" => Plane::Field(whose, i),
        "hex flag" => Plane::HexFlag(i),
        "query" => Plane::Query(whose, i),
        "choice hex" => Plane::ChoiceHex,
        "choice unit" => Plane::ChoiceUnit,
        "box" => Plane::InBox(whose, i),
        "variable" => Plane::Variable(i),
        "decision" => Plane::Decision(i),
        "observer" => Plane::Observer(i),
        "to act" => Plane::ToAct(whose),
        "chance" => Plane::Chance,
        _ => return Err(Kind::Argument.err(format!("no kind of plane `{kind}`"))),
    })
}

fn tensor(game: &Game, planes: Vec<Named>) -> PyResult<Tensor> {
    let planes = planes.into_iter().map(plane).collect::<PyResult<_>>()?;
    Tensor::new(game, planes).map_err(raise)
}

/// Writes those planes of an observation that change during a game, such as places of units, into
/// arrays.
#[pyclass(name = "Planes", module = "eastfront._core", frozen, weakref)]
pub struct Planes {
    game: Arc<Game>,
    tensor: Tensor,
}

#[guarded]
#[pymethods]
impl Planes {
    /// Prepares planes of a game, each given as its kind, whether it is about the observing side,
    /// and an index.
    #[new]
    fn new(game: PyRef<'_, PyGame>, planes: Vec<Named>) -> PyResult<Planes> {
        Ok(Planes {
            tensor: tensor(&game.inner, planes)?,
            game: game.inner.clone(),
        })
    }

    /// Writes what a side knows of a state into an int16 array [planes, height, width] of zeros;
    /// further planes of the array are not changed.
    fn write(
        &self,
        state: PyRef<'_, PyState>,
        side: &str,
        out: Bound<'_, PyArray3<i16>>,
    ) -> PyResult<()> {
        let game = &state.game;
        if game.digest != self.game.digest {
            return Err(Kind::Argument.err(format!(
                "a state of {}, for planes of {}",
                game.data.id, self.game.data.id
            )));
        }
        let observer = PyGame::index_of(&game.data.sides, side, "side")?;
        let mut legal = Vec::new();
        game.legal(&state.state, &mut legal);
        let mut view = out.try_readwrite().map_err(refused)?;
        let cells = view.as_slice_mut().map_err(refused)?;
        scratch::with(game, |s| {
            let mut vm = Vm::new(game, s);
            let memo = &mut Memo::default();
            (self.tensor).write(
                &mut vm,
                &state.state,
                Side(observer as u8),
                &legal,
                memo,
                cells,
            )
        })
        .map_err(raise)
    }
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    Kind::Argument.err(error.to_string())
}

/// Many games of one kind, stepped together: the native part of `eastfront.vector`.
#[pyclass(name = "Vector", module = "eastfront._core", weakref)]
pub struct Vector {
    game: Arc<Game>,
    inner: core::Vector,
    planes: Py<PyArray4<i16>>,
    masks: Py<PyArray2<bool>>,
    seed: u64,
}

#[guarded]
#[pymethods]
impl Vector {
    /// `n` games that begin at `start`, each with `channels` planes, the first of which are those
    /// of `planes`; without `masks` no masks are written. With `side` only that side is stepped,
    /// and the others play the policy `opponent`, which sees the complete state.
    #[new]
    #[pyo3(signature = (start, n, *, seed, threads, planes, channels, masks, autoreset, limit, side=None, opponent="busy"))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        start: PyRef<'_, PyState>,
        n: usize,
        seed: u64,
        threads: usize,
        planes: Vec<Named>,
        channels: usize,
        masks: bool,
        autoreset: &str,
        limit: u32,
        side: Option<&str>,
        opponent: &str,
    ) -> PyResult<Vector> {
        let game = start.game.clone();
        let autoreset = match autoreset {
            "same-step" => Autoreset::SameStep,
            "next-step" => Autoreset::NextStep,
            "never" => Autoreset::Never,
            _ => {
                return Err(Kind::Argument.err(format!(
                    "autoreset `{autoreset}`, expected same-step, next-step or never"
                )))
            }
        };
        if channels < planes.len() {
            return Err(
                Kind::Argument.err(format!("{channels} channels for {} planes", planes.len()))
            );
        }
        arg::within("channels", channels, &(0..=u64::from(u16::MAX)))?;
        arg::within("threads", threads, &arg::THREADS)?;
        let actions = match masks {
            true => u64::from(game.num_actions()),
            false => 0,
        };
        let cells = u64::from(game.grid.height()) * u64::from(game.grid.width());
        // a game has its planes, its mask, its state, and the state before the step
        let position = 2 * start.state.to_bytes(&game).len() as u64;
        let size = (channels as u64)
            .saturating_mul(2 * cells)
            .saturating_add(actions + position);
        arg::within("n", n, &(0..=(MOST_BYTES / size.max(1)).min(MOST_GAMES)))?;
        let tensor = tensor(&game, planes)?;
        let (height, width) = (game.grid.height() as usize, game.grid.width() as usize);
        let player = player_named(opponent)?;
        let learner = match side {
            Some(name) => {
                let side = PyGame::index_of(&game.data.sides, name, "side")?;
                Some((Side(side as u8), player))
            }
            None => None,
        };
        let settings = Settings {
            seed,
            threads,
            autoreset,
            limit,
            learner,
        };
        Ok(Vector {
            inner: core::Vector::new(&game, &start.state, n, tensor, settings).map_err(raise)?,
            planes: zeroed::<i16, Ix4>(py, [n, channels, height, width])?.unbind(),
            masks: zeroed::<bool, Ix2>(py, [n, actions as usize])?.unbind(),
            game,
            seed,
        })
    }

    /// The planes of all games, [games, channels, height, width].
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray4<i16>> {
        self.planes.bind(py).clone()
    }

    /// The masks of all games, [games, actions].
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.masks.bind(py).clone()
    }

    /// Begins new episodes in all games, or in those marked in `which`. With a seed, all random
    /// streams restart at the first episode.
    #[pyo3(signature = (seed=None, which=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let which = match &which {
            Some(array) => Some(array.as_slice().map_err(refused)?),
            None => None,
        };
        self.seed = seed.unwrap_or(self.seed);
        let run = |inner: &mut core::Vector, game: &Game, buffers: &mut Buffers<'_>| {
            inner.reset(game, seed, which, buffers)
        };
        self.with_buffers(py, run)
    }

    /// Plays one action, by dense id, in each game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(refused)?;
        let run = |inner: &mut core::Vector, game: &Game, buffers: &mut Buffers<'_>| {
            inner.step(game, actions, buffers)
        };
        self.with_buffers(py, run)
    }

    /// For each game the side to act, by index; -1 for a game that is over.
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.column(py, |i| match self.inner.ids(i) {
            [] => -1,
            _ => self.inner.observer(i).0 as i8,
        })
    }

    /// For each game the side whose planes are shown, by index.
    fn observers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.column(py, |i| self.inner.observer(i).0 as i8)
    }

    /// The pending decisions of the games, by index; -1 for a game that is over.
    fn decisions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        let name = |i| {
            self.inner
                .state(i)
                .and_then(|s| self.game.decision_number(s))
        };
        self.column(py, |i| name(i).map_or(-1, |k| k as i16))
    }

    /// For each game the number of the current episode.
    fn episodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.column(py, |i| self.inner.course(i).0 as i64)
    }

    /// For each game the number of decisions in the current episode.
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.column(py, |i| self.inner.course(i).1 as i32)
    }

    /// Whether each game ended in the last step.
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.column(py, |i| self.inner.ending(i).is_some())
    }

    /// Whether each game was truncated in the last step.
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.column(py, |i| {
            self.inner.ending(i).is_some_and(|e| e.outcome.is_none())
        })
    }

    /// The rewards of the sides in the last step, [games, sides]: for a game that ended, 1 for the
    /// winner and -1 for the others; else 0.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let sides = self.game.data.sides.len();
        let out = zeroed::<f32, Ix2>(py, [self.inner.len(), sides])?;
        let mut view = out.readwrite();
        let cells = view.as_slice_mut().map_err(refused)?;
        for (i, row) in cells.chunks_mut(sides.max(1)).enumerate() {
            let winner = self.inner.ending(i).and_then(|e| e.outcome?.winner);
            if let Some(winner) = winner {
                for (side, cell) in row.iter_mut().enumerate() {
                    *cell = if side == winner.index() { 1.0 } else { -1.0 };
                }
            }
        }
        drop(view);
        Ok(out)
    }

    /// The legal actions of all games in one array: for each game the offset of its ids, then the
    /// end of the last ones, then the ids. Offsets are counted from the first id.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let n = self.inner.len();
        let total: usize = (0..n).map(|i| self.inner.ids(i).len()).sum();
        let mut out = Vec::with_capacity(n + 1 + total);
        let mut at = 0;
        out.push(0);
        for i in 0..n {
            at += self.inner.ids(i).len() as i32;
            out.push(at);
        }
        for i in 0..n {
            out.extend(self.inner.ids(i).iter().map(|&id| id as i32));
        }
        PyArray1::from_vec(py, out)
    }

    /// The games that ended in the last step, each as a dictionary.
    fn endings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let out = PyList::empty(py);
        for i in 0..self.inner.len() {
            if let Some(ending) = self.inner.ending(i) {
                out.append(self.ending(py, i, ending)?)?;
            }
        }
        Ok(out)
    }

    /// A copy of the state of a game, with its generator.
    fn state(&self, i: usize) -> PyResult<PyState> {
        if i < self.inner.len() && !self.inner.begun(i) {
            return Err(Kind::Argument.err(format!(
                "i={i}, expected a game that has begun: reset first"
            )));
        }
        match self.inner.state(i) {
            Some(state) => Ok(PyState::wrap(
                self.game.clone(),
                Arc::new(state.clone()),
                true,
            )),
            None => {
                Err(Kind::Index.err(format!("i={i}, expected a game below {}", self.inner.len())))
            }
        }
    }

    /// The seed of an episode of game `i`, for `Game.new`.
    fn episode_seed(&self, i: usize, episode: u64) -> u64 {
        core::episode_seed(self.seed, i, episode)
    }
}

impl Vector {
    /// A number for each game.
    fn column<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(usize) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_iter(py, (0..self.inner.len()).map(of))
    }

    fn ending<'py>(&self, py: Python<'py>, i: usize, e: Ending) -> PyResult<Bound<'py, PyDict>> {
        let sides = &self.game.data.sides;
        let out = PyDict::new(py);
        let winner = e.outcome.and_then(|o| sides.get(o.winner?.index()));
        let rule = e.outcome.map_or("", |o| self.game.rule_name(o.rule));
        out.set_item("game", i)?;
        out.set_item("winner", winner)?;
        out.set_item("level", e.outcome.map_or(0, |o| o.level))?;
        out.set_item("rule", rule)?;
        out.set_item("truncated", e.outcome.is_none())?;
        out.set_item("length", e.length)?;
        out.set_item("episode", e.episode)?;
        out.set_item("side", sides.get(e.observer.index()))?;
        let shape = self.planes.bind(py).shape();
        let cells = self.inner.last_planes(i);
        let last = match cells {
            [] => None,
            _ => Some(PyArray1::from_slice(py, cells).reshape([
                self.inner.tensor().len(),
                shape[2],
                shape[3],
            ])?),
        };
        out.set_item("planes", last)?;
        Ok(out)
    }

    /// Calls a function on the buffers without the global interpreter lock.
    fn with_buffers(
        &mut self,
        py: Python<'_>,
        run: impl FnOnce(&mut core::Vector, &Game, &mut Buffers<'_>) -> eastfront_core::Result<()>
            + Send,
    ) -> PyResult<()> {
        let Vector {
            game,
            inner,
            planes,
            masks,
            ..
        } = self;
        let stride: usize = planes.bind(py).shape().iter().skip(1).product();
        let mut planes = planes.bind(py).try_readwrite().map_err(refused)?;
        let mut masks = masks.bind(py).try_readwrite().map_err(refused)?;
        let planes = planes.as_slice_mut().map_err(refused)?;
        let masks = masks.as_slice_mut().map_err(refused)?;
        py.detach(|| {
            let mut buffers = Buffers {
                planes,
                stride,
                masks,
            };
            run(inner, game, &mut buffers)
        })
        .map_err(raise)
    }
}

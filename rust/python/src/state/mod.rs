//! The Python class `State`: a position that waits for an action.

mod ask;
mod edited;
mod effects;
mod play;

use crate::arg;
use crate::errors::{raise, Kind};
use crate::game::{canonical, known, no, unknown, Canonical, PyGame};
use crate::guard::guarded;
use crate::legal::LegalActions;
use crate::scratch;
use ask::units_of;
use eastfront_core::ids::{HexFlag, ProcedureId, Side, UnitFlag, UnitId};
use eastfront_core::rng::Rng;
use eastfront_core::vm::Reply;
use eastfront_core::{Action, Error, Game, State, Vm};
use effects::effect;
pub use play::settle;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyTuple};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A position of a game. Mutable, hence unhashable; `key` identifies the position.
#[pyclass(name = "State", module = "eastfront._core", weakref)]
pub struct PyState {
    pub game: Arc<Game>,
    /// The position, shared with copies of this object; an action replaces it and does not modify
    /// it.
    pub state: Arc<State>,
    pub rolls: bool,
    history: Vec<Arc<State>>,
    /// The key as a Python object, once computed.
    known_key: OnceLock<Py<PyInt>>,
    /// The last query of each thread.
    asked: Mutex<Vec<ask::Asked>>,
}

impl PyState {
    pub fn wrap(game: Arc<Game>, state: Arc<State>, rolls: bool) -> PyState {
        PyState {
            game,
            state,
            rolls,
            history: Vec::new(),
            known_key: OnceLock::new(),
            asked: Mutex::default(),
        }
    }

    fn copied(&self) -> PyState {
        PyState::wrap(self.game.clone(), self.state.clone(), self.rolls)
    }

    fn bytes(&self) -> Vec<u8> {
        self.state.to_bytes(&self.game)
    }

    fn variable(&self, name: &str) -> PyResult<i32> {
        self.game
            .variable_named(name)
            .map(|v| self.state.variable(v))
            .ok_or_else(|| unknown(&self.game, "variable", name, self.game.variable_names()))
    }

    /// Replaces the position by another one of the game; the history is cleared.
    pub fn replace(&mut self, state: Arc<State>) {
        scratch::give_back(&self.state);
        self.state = state;
        self.history.iter().for_each(scratch::give_back);
        self.history.clear();
        self.known_key = OnceLock::new();
        self.forget();
    }
}

/// Games of recently pickled states. A pickle writes each object once, so states of a game that are
/// pickled together share its game file.
static PICKLED: Mutex<Vec<Py<PyGame>>> = Mutex::new(Vec::new());
/// The maximum number of games in [`PICKLED`].
const PICKLED_KEPT: usize = 4;

/// The Python object of a game; the same object for the same game, as long as it is among the most
/// recent ones.
fn pickled_game(py: Python<'_>, game: &Arc<Game>) -> PyResult<Py<PyGame>> {
    let mut kept = PICKLED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().find(|k| Arc::ptr_eq(&k.get().inner, game));
    if let Some(known) = known {
        return Ok(known.clone_ref(py));
    }
    let new = Py::new(
        py,
        PyGame {
            inner: game.clone(),
        },
    )?;
    if kept.len() == PICKLED_KEPT {
        kept.remove(0);
    }
    kept.push(new.clone_ref(py));
    Ok(new)
}

impl Drop for PyState {
    fn drop(&mut self) {
        scratch::give_back(&self.state);
        self.history.iter().for_each(scratch::give_back);
    }
}

#[guarded]
#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            inner: self.game.clone(),
        }
    }

    /// The canonical part, as from `Game._parts`.
    #[pyo3(name = "_parts")]
    fn parts(&self) -> Canonical {
        canonical(self.state.parts(&self.game))
    }

    /// The side to act, `chance`, or None if the game is over.
    #[getter]
    fn to_move(&self) -> Option<&str> {
        if self.state.outcome().is_some() {
            return None;
        }
        let actor = self.state.pending().actor as usize;
        Some(
            self.game
                .data
                .sides
                .get(actor)
                .map_or("chance", String::as_str),
        )
    }

    /// The name of the pending decision.
    #[getter]
    fn decision(&self) -> Option<&str> {
        self.game.decision(&self.state)
    }

    /// The number of the game turn.
    #[getter]
    fn turn(&self) -> PyResult<i32> {
        self.variable("turn")
    }

    /// The names of the running procedures, outermost first.
    #[getter]
    fn stack(&self) -> Vec<&str> {
        self.state.running(&self.game)
    }

    /// The legal actions, as a live view.
    #[getter]
    fn legal_actions(slf: &Bound<'_, Self>) -> LegalActions {
        LegalActions {
            state: slf.clone().unbind(),
        }
    }

    /// Plays an action, given as a number or in notation, or a whole order made by
    /// `eastfront.parse`. Raises IllegalAction with the rule that forbids it; the state is then
    /// unchanged. With `effects` it returns the effects, each with its rule, and with `applied`
    /// also the rules that were applied. `pop` takes back the actions of an order one by one.
    #[pyo3(signature = (action, effects=false, *, applied=false))]
    fn push<'py>(
        slf: &Bound<'py, Self>,
        action: &Bound<'py, PyAny>,
        effects: bool,
        applied: bool,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let (game, actions) = {
            let this = slf.try_borrow().map_err(|_| busy())?;
            (this.game.clone(), this.actions(action)?)
        };
        let mut seen = Vec::new();
        {
            let this = &mut *slf.try_borrow_mut().map_err(|_| busy())?;
            this.act_all(&actions, effects.then_some(&mut seen), applied)
                .map_err(raise)?;
        }
        if !effects {
            return Ok(None);
        }
        let out = PyList::empty(slf.py());
        for e in &seen {
            out.append(effect(slf.py(), &game, e)?)?;
        }
        Ok(Some(out))
    }

    /// Takes back the last action. Raises IndexError if there is none.
    fn pop(slf: &Bound<'_, Self>) -> PyResult<()> {
        let this = &mut *slf.try_borrow_mut().map_err(|_| busy())?;
        if this.take_back() {
            return Ok(());
        }
        Err(Kind::Index.err("no action to take back"))
    }

    /// Whether there is an action to take back.
    #[getter]
    fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// A copy without history. It shares the memory of the position until one of the two changes.
    fn copy(&self) -> PyState {
        self.copied()
    }

    fn __copy__(&self) -> PyState {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.copied()
    }

    /// A 64-bit key of the position, without random number generator and history; equal for
    /// positions that differ only by an exchange of identical counters.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<Py<PyInt>> {
        if let Some(key) = self.known_key.get() {
            return Ok(key.clone_ref(py));
        }
        let key = self.state.key().into_pyobject(py)?.unbind();
        Ok(self.known_key.get_or_init(|| key).clone_ref(py))
    }

    fn __eq__(&self, other: &PyState) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
            || self.game.digest == other.game.digest && self.state.same_position(&other.state)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = pickled_game(py, &self.game)?;
        let make = game.bind(py).getattr("state_from_bytes")?;
        (make, (PyBytes::new(py, &self.bytes()), self.rolls)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        format!(
            "<State of {}: {}>",
            self.game.data.id,
            self.game.decision(&self.state).unwrap_or("over")
        )
    }

    /// Whether the state rolls its own dice.
    #[getter]
    fn self_rolling(&self) -> bool {
        self.rolls
    }

    /// Gives the state a random number generator, so that it rolls its own dice; None removes it.
    #[pyo3(signature = (seed))]
    fn reseed(slf: &Bound<'_, Self>, seed: Option<u64>) -> PyResult<()> {
        let this = &mut *slf.try_borrow_mut().map_err(|_| busy())?;
        let mut own = scratch::copy_of(&this.state);
        Arc::make_mut(&mut own).rng = Rng::stream(seed.unwrap_or(0), 0);
        play::settle(&this.game, Arc::make_mut(&mut own), seed.is_some()).map_err(raise)?;
        this.known_key = OnceLock::new();
        this.rolls = seed.is_some();
        scratch::give_back(&this.state);
        this.state = own;
        this.forget();
        Ok(())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    /// The outcome: winner (a side or None), level, and the deciding rule; None during the game.
    #[getter]
    fn outcome(&self) -> Option<(Option<&str>, i32, &str)> {
        self.state.outcome().map(|o| {
            let winner = o.winner.and_then(|w| self.game.data.sides.get(w.index()));
            (
                winner.map(String::as_str),
                o.level,
                self.game.rule_name(o.rule),
            )
        })
    }

    /// For each side 1 if it has won, -1 if another side has; 0 during the game or after a draw.
    fn returns(&self) -> Vec<f64> {
        let winner = self.state.outcome().and_then(|o| o.winner);
        (0..self.game.data.sides.len())
            .map(|s| winner.map_or(0.0, |w| if w.index() == s { 1.0 } else { -1.0 }))
            .collect()
    }

    /// The outcomes of the pending roll or draw, with their probabilities.
    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        let actor = usize::from(self.state.pending().actor);
        if self.state.outcome().is_some() || actor < self.game.data.sides.len() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.game.legal(&self.state, &mut actions);
        let p = 1.0 / actions.len() as f64;
        actions.iter().map(|a| (a.0, p)).collect()
    }

    /// The n-th legal action, for `n` below `len(legal_actions)`.
    pub fn nth_legal(&self, n: u32) -> PyResult<u32> {
        self.game
            .nth_legal(&self.state, n)
            .map(|a| a.0)
            .ok_or_else(|| {
                let count = self.state.pending().total;
                Kind::Index.err(format!("n={n}, expected a number below {count}"))
            })
    }

    /// Whether a legal action ends or declines something, such as `stop` or `pass`.
    fn is_pass(&self, action: u32) -> PyResult<bool> {
        known(&self.game, action)?;
        Ok(self.game.is_pass(&self.state, Action(action)))
    }

    /// The value of a variable.
    fn var(&self, name: &str) -> PyResult<i32> {
        self.variable(name)
    }

    /// The place of a unit: a hex or a box.
    fn place(&self, unit: &Bound<'_, PyAny>) -> PyResult<String> {
        let u = self.unit(unit)?;
        Ok(self.game.place_name(self.state.place(u)).to_owned())
    }

    /// The place of every unit, by short name.
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (u, name) in self.game.data.units.names.iter().enumerate() {
            out.set_item(
                name,
                self.game.place_name(self.state.place(UnitId(u as u16))),
            )?;
        }
        Ok(out)
    }

    /// The units in a hex or box, in the order of the order of battle.
    fn units_at(&self, place: &str) -> PyResult<Vec<&str>> {
        let mut units: Vec<UnitId> = self.state.units_at(self.place_of(place)?).collect();
        units.sort_unstable();
        Ok(units
            .iter()
            .map(|u| self.game.data.units.names[u.index()].as_str())
            .collect())
    }

    /// The hexes that bear a flag.
    fn hexes_with(&self, flag: &str) -> PyResult<Vec<String>> {
        let f = PyGame::index_of(&self.game.data.hex_flags, flag, "hex flag")?;
        Ok(self.hex_list(self.state.hexes_with(&self.game, HexFlag(f as u8))))
    }

    /// The units that bear a flag.
    fn units_with(&self, flag: &str) -> PyResult<Vec<&str>> {
        let f = PyGame::index_of(&self.game.data.unit_flags, flag, "unit flag")?;
        let words = self.state.units_with(&self.game, UnitFlag(f as u8));
        Ok(units_of(words)
            .map(|u| self.game.data.units.names[u].as_str())
            .collect())
    }

    /// The units whose identity is hidden from a side.
    fn hidden_from(&self, side: &str) -> PyResult<Vec<String>> {
        let s = PyGame::index_of(&self.game.data.sides, side, "side")?;
        let found = scratch::with(&self.game, |scratch| {
            Vm::new(&self.game, scratch).hidden_from(&self.state, Side(s as u8))
        });
        let words = found.map_err(raise)?;
        Ok(units_of(&words)
            .map(|u| self.game.data.units.names[u].clone())
            .collect())
    }

    /// Evaluates a query of the game: a number, a list of hexes or a list of units. Arguments are
    /// numbers, or names of units, hexes or boxes.
    #[pyo3(signature = (query, *args))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        query: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (reply, _) = self.query(query, args, false)?;
        match reply {
            Reply::Int(n) => Ok(n.into_pyobject(py)?.into_any()),
            Reply::Hexes(b) => Ok(self.hex_list(&b).into_pyobject(py)?.into_any()),
            Reply::Units(b) => {
                let names: Vec<&str> = units_of(&b)
                    .map(|u| self.game.data.units.names[u].as_str())
                    .collect();
                Ok(names.into_pyobject(py)?.into_any())
            }
        }
    }

    /// Evaluates a query for a number, like `ask`; also returns every rule that determined a value
    /// in it, with this value.
    #[pyo3(signature = (query, *args))]
    fn trace(&self, query: &str, args: &Bound<'_, PyTuple>) -> PyResult<(i64, Vec<(String, i64)>)> {
        match self.query(query, args, true)? {
            (Reply::Int(n), trace) => Ok((n, trace)),
            _ => Err(Kind::Argument.err(format!("query `{query}` is not a number"))),
        }
    }

    /// A copy in which a procedure of the program replaces the running ones and has run to its
    /// first decision or to its end; also returns the effects. The copy does not roll its own dice
    /// and is for queries: its bytes and text are not valid for the game. Raises ValueError for a
    /// procedure that others call, or if it cannot run.
    #[pyo3(signature = (procedure, *args))]
    fn begin<'py>(
        &self,
        py: Python<'py>,
        procedure: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<(PyState, Bound<'py, PyList>)> {
        let mut procedures = self.game.data.procedures.iter();
        let index = procedures
            .position(|p| p.name == procedure)
            .map(|p| ProcedureId(p as u16))
            .ok_or_else(|| {
                let known = self.game.data.procedures.iter().map(|p| &*p.name);
                no("procedure", procedure, known)
            })?;
        let args = args
            .iter()
            .map(|one| arg::read_as("args", &one, "whole numbers"));
        let args = args.collect::<PyResult<Vec<i32>>>()?;
        if !self.game.stands_alone(index) {
            return Err(Kind::Argument.err(format!(
                "procedure `{procedure}` runs only where another calls it"
            )));
        }
        let (state, seen) = self.called(index, &args).map_err(|e| match e {
            Error::Program(text) => Kind::Argument.err(format!(
                "procedure `{procedure}` with args={args:?} does not run here: {text}"
            )),
            other => raise(other),
        })?;
        let effects = PyList::empty(py);
        for e in &seen {
            effects.append(effect(py, &self.game, e)?)?;
        }
        Ok((state, effects))
    }

    /// The final state after a side concedes, without history. Raises ValueError for an unknown
    /// side, for a game that is over, and for one whose rules permit no concession.
    fn _conceded(&self, side: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let sides = &self.game.data.sides;
        let name: &str = arg::read_as("side", side, "a side")?;
        let number = sides.iter().position(|s| s == name).ok_or_else(|| {
            let (side, sides) = (arg::shown(side), sides.join(", "));
            Kind::Argument.err(format!("side={side}, expected one of {sides}"))
        })?;
        let number = Side(number as u8);
        let over = scratch::with(&self.game, |s| self.state.conceded(&self.game, number, s));
        let over = Arc::new(over.map_err(raise)?);
        Ok(PyState::wrap(self.game.clone(), over, false))
    }

    /// The movement points to a hex in the movement field of the last query by this thread; None if
    /// the hex is not in the field.
    fn last_cost(&self, hex: &str) -> PyResult<Option<u16>> {
        let h = self.place_of(hex)?;
        Ok(self.cost_by_last_reach(h))
    }

    /// A copy with changed places, unit flags, hex flags and variables. The pending decision is
    /// computed again. Raises ValueError for a position that would be refused when read: a number
    /// out of range, a violated invariant, or a decision without a choice.
    #[pyo3(signature = (places=Vec::new(), unit_flags=Vec::new(), hex_flags=Vec::new(), variables=Vec::new()))]
    fn edited(
        &self,
        places: Vec<(String, String)>,
        unit_flags: Vec<(String, String, bool)>,
        hex_flags: Vec<(String, String, bool)>,
        variables: Vec<(String, i32)>,
    ) -> PyResult<PyState> {
        self.edited_soundly(edited::Edits {
            places,
            unit_flags,
            hex_flags,
            variables,
        })
    }

    /// Like `edited`, but without refusals, for queries about positions that play cannot reach. The
    /// result of playing on from such a position is undefined.
    #[pyo3(signature = (places=Vec::new(), unit_flags=Vec::new(), hex_flags=Vec::new(), variables=Vec::new()))]
    fn _supposed(
        &self,
        places: Vec<(String, String)>,
        unit_flags: Vec<(String, String, bool)>,
        hex_flags: Vec<(String, String, bool)>,
        variables: Vec<(String, i32)>,
    ) -> PyResult<PyState> {
        self.supposed(edited::Edits {
            places,
            unit_flags,
            hex_flags,
            variables,
        })
    }

    /// Recomputes the derived part; returns its first difference from the stored one in words, None
    /// if there is none.
    fn audit(&self) -> Option<String> {
        self.state.audit(&self.game)
    }
}

/// The game and the position of a state, shared: the state may change meanwhile.
pub fn taken(state: &Bound<'_, PyState>) -> PyResult<(Arc<Game>, Arc<State>)> {
    let state = state.try_borrow().map_err(|_| busy())?;
    Ok((state.game.clone(), state.state.clone()))
}

/// The error for a state that is modified while another thread uses it.
pub fn busy() -> PyErr {
    Kind::Busy.err("the state is in use elsewhere")
}

//! States: positions that wait on one decision.

use crate::errors::{raise, InternalError};
use crate::game::PyGame;
use crate::legal::LegalActions;
use eastfront_core::rng::Rng;
use eastfront_core::vm::{Effect, Reply};
use eastfront_core::{Action, Error, Game, Scratch, State, Vm};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyTuple};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

/// A position of a game. Mutable, and so unhashable; `key` names the position.
#[pyclass(name = "State", module = "eastfront._core")]
pub struct PyState {
    pub game: Arc<Game>,
    pub state: State,
    pub rolls: bool,
    history: Vec<State>,
    spare: Option<State>,
    known_key: Option<u64>,
    scratch: Scratch,
}

impl PyState {
    pub fn wrap(game: Arc<Game>, state: State, rolls: bool, scratch: Scratch) -> PyState {
        PyState {
            game,
            state,
            rolls,
            history: Vec::new(),
            spare: None,
            known_key: None,
            scratch,
        }
    }

    /// Rolls for a game that rolls for itself.
    pub fn settle(&mut self) -> eastfront_core::Result<()> {
        settle(&self.game, &mut self.state, &mut self.scratch, self.rolls)
    }

    fn act(&mut self, action: Action) -> eastfront_core::Result<()> {
        if !self.game.is_legal(&self.state, action) {
            return Err(Vm::new(&self.game, &mut self.scratch).illegal(&self.state, action));
        }
        let mut next = match self.spare.take() {
            Some(mut s) => {
                s.copy_from(&self.state);
                s
            }
            None => self.state.clone(),
        };
        let (game, scratch, rolls) = (&self.game, &mut self.scratch, self.rolls);
        let run = catch_unwind(AssertUnwindSafe(|| {
            Vm::new(game, scratch).advance(&mut next, action)?;
            settle(game, &mut next, scratch, rolls)
        }));
        match run {
            Ok(Ok(())) => {
                self.known_key = None;
                self.history.push(std::mem::replace(&mut self.state, next));
                Ok(())
            }
            Ok(Err(e)) => Err(e),
            Err(_) => {
                self.scratch = Scratch::new(&self.game);
                Err(Error::Program(
                    "the engine failed; the state is unchanged".into(),
                ))
            }
        }
    }

    pub fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        if let Ok(n) = action.extract::<u32>() {
            return Ok(Action(n));
        }
        let text: String = action.extract()?;
        self.game.parse(&text).map_err(raise)
    }

    fn raise(&self, py: Python<'_>, error: Error) -> PyErr {
        let internal = matches!(error, Error::Program(_));
        let err = raise(error);
        if internal {
            let bytes = PyBytes::new(py, &self.state.to_bytes(&self.game));
            let _ = err.value(py).setattr("state", bytes);
        }
        err
    }

    fn unit(&self, name: &Bound<'_, PyAny>) -> PyResult<u16> {
        if let Ok(n) = name.extract::<u16>() {
            if (n as usize) < self.game.data.units.ids.len() {
                return Ok(n);
            }
        }
        let text: String = name.extract().unwrap_or_default();
        self.game
            .unit_named(&text)
            .ok_or_else(|| PyValueError::new_err(format!("no unit {name}")))
    }

    fn place_of(&self, name: &str) -> PyResult<u16> {
        let d = &self.game.data;
        let hex = d.hex_names.iter().position(|h| h == name && !h.is_empty());
        hex.or_else(|| {
            d.boxes
                .iter()
                .position(|b| b == name)
                .map(|b| b + d.hex_names.len())
        })
        .map(|p| p as u16)
        .ok_or_else(|| PyValueError::new_err(format!("no hex or box `{name}`")))
    }

    fn effect<'py>(&self, py: Python<'py>, e: &Effect) -> PyResult<Bound<'py, PyTuple>> {
        let g = &self.game;
        let rule = |r: u16| g.rule_name(r).to_owned();
        let unit = |u: u16| g.data.units.names[u as usize].clone();
        match e {
            Effect::Placed(u, from, to, r) => (
                "placed",
                unit(*u),
                g.place_name(*from),
                g.place_name(*to),
                rule(*r),
            )
                .into_pyobject(py),
            Effect::UnitFlag(f, u, on, r) => (
                "unit",
                unit(*u),
                &g.data.unit_flags[*f as usize],
                *on,
                rule(*r),
            )
                .into_pyobject(py),
            Effect::HexFlag(f, h, on, r) => (
                "hex",
                g.place_name(*h),
                &g.data.hex_flags[*f as usize],
                *on,
                rule(*r),
            )
                .into_pyobject(py),
            Effect::Var(v, a, b, r) => {
                ("var", &g.data.variables[*v as usize].name, *a, *b, rule(*r)).into_pyobject(py)
            }
            Effect::Note(k, args, r) => {
                ("note", &g.data.notes[*k as usize], args.clone(), rule(*r)).into_pyobject(py)
            }
            Effect::Forced(actor, a) => ("forced", *actor, g.notation(*a)).into_pyobject(py),
        }
    }

    fn hex_list(&self, words: &[u64]) -> Vec<String> {
        eastfront_core::kernel::hexset::iter(&self.game.grid, words)
            .map(|h| self.game.place_name(h).to_owned())
            .collect()
    }
}

fn settle(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    rolls: bool,
) -> eastfront_core::Result<()> {
    let chance = game.data.sides.len();
    while rolls && state.outcome().is_none() && state.pending().actor as usize == chance {
        let mut rng = state.rng;
        let n = rng.below(state.pending().total);
        state.rng = rng;
        let Some(action) = game.nth_legal(state, n) else {
            return Err(Error::Program("a roll without outcomes".into()));
        };
        Vm::new(game, scratch).advance(state, action)?;
    }
    Ok(())
}

fn units_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..words.len() * 64).filter(|u| words[u / 64] >> (u % 64) & 1 == 1)
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            inner: self.game.clone(),
        }
    }

    /// Who acts: a side, `chance`, or None when the game is over.
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

    /// The decision that the state waits for, by name.
    #[getter]
    fn decision(&self) -> Option<&str> {
        self.game.decision(&self.state)
    }

    /// The running procedures, outermost first.
    #[getter]
    fn stack(&self) -> Vec<&str> {
        self.state.running(&self.game)
    }

    /// What the engine does not know itself: `turn`, `phase`, `battle`, `supply`, `reach` and the
    /// other views of `eastfront.views`.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name.starts_with("__") {
            return Err(PyAttributeError::new_err(name.to_owned()));
        }
        slf.py()
            .import("eastfront.views")?
            .call_method1("attribute", (slf, name))
    }

    /// The legal actions, a live view.
    #[getter]
    fn legal_actions(slf: Py<Self>) -> LegalActions {
        LegalActions { state: slf }
    }

    /// Takes an action, given as a number or in notation, or a whole order, made by
    /// `eastfront.parse`. Raises IllegalAction with the rule that forbids it; the state is then
    /// unchanged. With `effects` the return value lists what happened, each with its rule. Each
    /// action of an order is taken back on its own.
    #[pyo3(signature = (action, effects=false))]
    fn push<'py>(
        slf: &Bound<'py, Self>,
        action: &Bound<'py, PyAny>,
        effects: bool,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let py = slf.py();
        if !action.is_instance_of::<PyInt>() && action.hasattr("actions")? {
            let done = action.call_method1("push", (slf,))?;
            let done = done.cast_into::<PyList>()?;
            return Ok(effects.then_some(done));
        }
        let this = &mut *slf.try_borrow_mut()?;
        let action = this.action(action)?;
        if !effects {
            return match this.act(action) {
                Ok(()) => Ok(None),
                Err(e) => Err(this.raise(py, e)),
            };
        }
        this.scratch.effects = Some(Vec::new());
        let run = this.act(action);
        let seen = this.scratch.effects.take().unwrap_or_default();
        run.map_err(|e| this.raise(py, e))?;
        let out = PyList::empty(py);
        for e in &seen {
            out.append(this.effect(py, e)?)?;
        }
        Ok(Some(out))
    }

    /// Takes back the last action. Raises IndexError when there is none.
    fn pop(&mut self) -> PyResult<()> {
        match self.history.pop() {
            Some(before) => {
                self.known_key = None;
                self.spare = Some(std::mem::replace(&mut self.state, before));
                Ok(())
            }
            None => Err(PyIndexError::new_err("no action to take back")),
        }
    }

    /// Whether there is an action to take back.
    #[getter]
    fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// A copy without history.
    fn copy(&self) -> PyState {
        PyState::wrap(
            self.game.clone(),
            self.state.clone(),
            self.rolls,
            Scratch::light(&self.game),
        )
    }

    fn __copy__(&self) -> PyState {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.copy()
    }

    /// A 64-bit key of the position, without generator and history; equal counters may be
    /// exchanged without changing it.
    #[getter]
    fn key(&mut self) -> u64 {
        match self.known_key {
            Some(key) => key,
            None => *self.known_key.insert(self.state.key()),
        }
    }

    fn __eq__(&self, other: &PyState) -> bool {
        self.game.digest == other.game.digest && self.state.same_position(&other.state)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.state.to_bytes(&self.game))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = Py::new(py, self.game())?;
        let make = game.bind(py).getattr("state_from_bytes")?;
        (make, (self.__bytes__(py), self.rolls)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        format!(
            "<State of {}: {}>",
            self.game.data.id,
            self.decision().unwrap_or("over")
        )
    }

    /// Whether the game rolls for itself.
    #[getter]
    fn self_rolling(&self) -> bool {
        self.rolls
    }

    /// Gives the state a generator, and with it the rolling of dice; None takes it away.
    #[pyo3(signature = (seed))]
    fn reseed(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.known_key = None;
        self.rolls = seed.is_some();
        self.state.rng = Rng::stream(seed.unwrap_or(0), 0);
        self.settle().map_err(|e| self.raise(py, e))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    /// How the game ended: winner (a side or None), level, and the rule that decides; else None.
    #[getter]
    fn outcome(&self) -> Option<(Option<&str>, i32, &str)> {
        self.state.outcome().map(|o| {
            let winner = o.winner.and_then(|w| self.game.data.sides.get(w as usize));
            (
                winner.map(String::as_str),
                o.level,
                self.game.rule_name(o.rule),
            )
        })
    }

    /// +1 for the winner, -1 for the others, 0 for all while the game lasts or when it is drawn.
    fn returns(&self) -> Vec<f64> {
        let winner = self.state.outcome().and_then(|o| o.winner);
        (0..self.game.data.sides.len())
            .map(|s| winner.map_or(0.0, |w| if w as usize == s { 1.0 } else { -1.0 }))
            .collect()
    }

    /// The outcomes of the roll or draw that the state waits for, with their probabilities.
    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        if self.to_move() != Some("chance") {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.game.legal(&self.state, &mut actions);
        let p = 1.0 / actions.len() as f64;
        actions.iter().map(|a| (a.0, p)).collect()
    }

    /// The legal action with a number below `len(legal_actions)`.
    pub fn nth_legal(&self, n: u32) -> PyResult<u32> {
        self.game
            .nth_legal(&self.state, n)
            .map(|a| a.0)
            .ok_or_else(|| PyIndexError::new_err(format!("no legal action {n}")))
    }

    /// Whether a legal action ends or declines something.
    fn is_pass(&self, action: u32) -> bool {
        self.game.is_pass(&self.state, Action(action))
    }

    /// The value of a variable.
    fn var(&self, name: &str) -> PyResult<i32> {
        self.game
            .data
            .variables
            .iter()
            .position(|v| v.name == name)
            .map(|i| self.state.variable(i))
            .ok_or_else(|| PyValueError::new_err(format!("no variable `{name}`")))
    }

    /// Where a unit is: a hex or a box.
    fn place(&self, unit: &Bound<'_, PyAny>) -> PyResult<String> {
        let u = self.unit(unit)?;
        Ok(self.game.place_name(self.state.place(u)).to_owned())
    }

    /// Every unit's place, by short name.
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (u, name) in self.game.data.units.names.iter().enumerate() {
            out.set_item(name, self.game.place_name(self.state.place(u as u16)))?;
        }
        Ok(out)
    }

    /// The units in a hex or box, in the order of the order of battle.
    fn units_at(&self, place: &str) -> PyResult<Vec<&str>> {
        let mut units: Vec<u16> = self.state.units_at(self.place_of(place)?).collect();
        units.sort_unstable();
        Ok(units
            .iter()
            .map(|&u| self.game.data.units.names[u as usize].as_str())
            .collect())
    }

    /// The hexes that bear a flag.
    fn hexes_with(&self, flag: &str) -> PyResult<Vec<String>> {
        let f = PyGame::index_of(&self.game.data.hex_flags, flag, "hex flag")?;
        Ok(self.hex_list(self.state.hexes_with(&self.game, f as u8)))
    }

    /// The units that bear a flag.
    fn units_with(&self, flag: &str) -> PyResult<Vec<&str>> {
        let f = PyGame::index_of(&self.game.data.unit_flags, flag, "unit flag")?;
        let words = self.state.units_with(&self.game, f as u8);
        Ok(units_of(words)
            .map(|u| self.game.data.units.names[u].as_str())
            .collect())
    }

    /// The units whose identity a side may not know.
    fn hidden_from(&mut self, py: Python<'_>, side: &str) -> PyResult<Vec<String>> {
        let s = PyGame::index_of(&self.game.data.sides, side, "side")?;
        let words = Vm::new(&self.game, &mut self.scratch)
            .hidden_from(&self.state, s as u8)
            .map_err(|e| self.raise(py, e))?;
        Ok(units_of(&words)
            .map(|u| self.game.data.units.names[u].clone())
            .collect())
    }

    /// Answers one of the game's queries: a number, a list of hexes or a list of units. Arguments
    /// are numbers, units (by name), hexes or boxes (by name).
    #[pyo3(signature = (query, *args))]
    fn ask<'py>(
        &mut self,
        py: Python<'py>,
        query: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (reply, _) = self.query(py, query, args, false)?;
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

    /// Like `ask` for a number, with every rule that entered it and the value it gave.
    #[pyo3(signature = (query, *args))]
    fn trace(
        &mut self,
        py: Python<'_>,
        query: &str,
        args: &Bound<'_, PyTuple>,
    ) -> PyResult<(i64, Vec<(String, i64)>)> {
        match self.query(py, query, args, true)? {
            (Reply::Int(n), trace) => Ok((n, trace)),
            _ => Err(PyValueError::new_err(format!(
                "query `{query}` is not a number"
            ))),
        }
    }

    /// The movement points to a hex by the reach last asked for.
    fn last_cost(&mut self, hex: &str) -> PyResult<Option<u16>> {
        let h = self.place_of(hex)?;
        Ok(Vm::new(&self.game, &mut self.scratch).last_cost(h))
    }

    /// A copy with units put elsewhere and flags, hex flags and variables set; for positions made by
    /// hand and for dealing hidden units. The decision is offered anew.
    #[pyo3(signature = (places=Vec::new(), unit_flags=Vec::new(), hex_flags=Vec::new(), variables=Vec::new()))]
    fn edited(
        &self,
        py: Python<'_>,
        places: Vec<(String, String)>,
        unit_flags: Vec<(String, String, bool)>,
        hex_flags: Vec<(String, String, bool)>,
        variables: Vec<(String, i32)>,
    ) -> PyResult<PyState> {
        let mut out = self.copy();
        let d = &self.game.data;
        for (unit, place) in places {
            let u = self
                .game
                .unit_named(&unit)
                .ok_or_else(|| PyValueError::new_err(format!("no unit `{unit}`")))?;
            out.state.edit_place(&self.game, u, self.place_of(&place)?);
        }
        for (unit, flag, on) in unit_flags {
            let u = self
                .game
                .unit_named(&unit)
                .ok_or_else(|| PyValueError::new_err(format!("no unit `{unit}`")))?;
            let f = PyGame::index_of(&d.unit_flags, &flag, "unit flag")?;
            out.state.edit_unit_flag(&self.game, f as u8, u, on);
        }
        for (hex, flag, on) in hex_flags {
            let h = self.place_of(&hex)?;
            let f = PyGame::index_of(&d.hex_flags, &flag, "hex flag")?;
            if h as usize >= d.hex_names.len() {
                return Err(PyValueError::new_err(format!("`{hex}` is not a hex")));
            }
            out.state.edit_hex_flag(&self.game, f as u8, h, on);
        }
        for (name, value) in variables {
            let v = d
                .variables
                .iter()
                .position(|v| v.name == name)
                .ok_or_else(|| PyValueError::new_err(format!("no variable `{name}`")))?;
            out.state
                .edit_var(&self.game, v as u16, value)
                .map_err(raise)?;
        }
        out.state
            .reoffer(&self.game, &mut out.scratch)
            .map_err(|e| self.raise(py, e))?;
        Ok(out)
    }

    /// Tells where the derived part differs from its recomputation; None when it does not.
    fn audit(&self) -> Option<String> {
        self.state.audit(&self.game)
    }

    /// The position as text.
    fn text(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py()
            .import("eastfront.position_text")?
            .call_method1("text_of", (slf,))?
            .extract()
    }

    /// What a side may know.
    fn observation<'py>(slf: &Bound<'py, Self>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("eastfront.observation")?
            .call_method1("observe", (slf, side))
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py()
            .import("eastfront.render")?
            .call_method1("svg", (slf,))?
            .extract()
    }
}

impl PyState {
    fn query(
        &mut self,
        py: Python<'_>,
        query: &str,
        args: &Bound<'_, PyTuple>,
        trace: bool,
    ) -> PyResult<(Reply, Vec<(String, i64)>)> {
        let index = self
            .game
            .data
            .queries
            .iter()
            .position(|q| q.name == query)
            .ok_or_else(|| PyValueError::new_err(format!("no query `{query}`")))?;
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args.iter() {
            numbers.push(match arg.extract::<i32>() {
                Ok(n) => n,
                Err(_) => {
                    let name: String = arg.extract()?;
                    match self.game.unit_named(&name) {
                        Some(u) => i32::from(u),
                        None => i32::from(self.place_of(&name)?),
                    }
                }
            });
        }
        self.scratch.trace = trace.then(Vec::new);
        let reply = Vm::new(&self.game, &mut self.scratch).ask(&self.state, index, &numbers);
        let seen = self.scratch.trace.take().unwrap_or_default();
        let reply = reply.map_err(|e| self.raise(py, e))?;
        let seen = seen
            .iter()
            .map(|&(r, v)| (self.game.rule_name(r).to_owned(), v))
            .collect();
        Ok((reply, seen))
    }
}

/// An error that names a thread that died.
pub fn died() -> PyErr {
    InternalError::new_err("a worker thread failed")
}

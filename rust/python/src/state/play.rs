//! Application of actions, on a copy that replaces the state after success.

use super::PyState;
use crate::arg;
use crate::errors::Kind;
use crate::game::known;
use crate::scratch;
use eastfront_core::ids::ProcedureId;
use eastfront_core::vm::Effect;
use eastfront_core::{Action, Error, Game, Result, Scratch, State, Vm};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};

/// The forms of an action, for errors.
const EXPECTED: &str = "an action of this game as a number, its notation, or an order";

impl PyState {
    /// Plays all actions, or none if one is illegal. With `seen`, records their effects; with
    /// `applied`, also the rules that were applied.
    pub(super) fn act_all(
        &mut self,
        actions: &[Action],
        mut seen: Option<&mut Vec<Effect>>,
        applied: bool,
    ) -> Result<()> {
        for (done, &action) in actions.iter().enumerate() {
            let mut now = Vec::new();
            let tried = self.act(action, seen.is_some().then_some(&mut now), applied);
            if tried.is_err() {
                (0..done).for_each(|_| {
                    self.take_back();
                });
                return tried;
            }
            if let Some(seen) = &mut seen {
                seen.append(&mut now);
            }
        }
        Ok(())
    }

    /// Restores the position before the last action; false if there is no such action.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.known_key = OnceLock::new();
        scratch::give_back(&self.state);
        self.state = before;
        self.forget();
        true
    }

    /// Plays an action. With `seen`, records its effects; with `applied`, also the rules that were
    /// applied.
    fn act(&mut self, action: Action, seen: Option<&mut Vec<Effect>>, applied: bool) -> Result<()> {
        let (game, state, rolls) = (&self.game, &self.state, self.rolls);
        if !game.is_legal(state, action) {
            return Err(scratch::with(game, |s| {
                Vm::new(game, s).illegal(state, action)
            }));
        }
        let mut own = scratch::copy_of(state);
        let next = Arc::make_mut(&mut own);
        // memory in use when the engine panicked is not used again
        let run = catch_unwind(AssertUnwindSafe(|| {
            scratch::with(game, |scratch| {
                scratch.effects = seen.is_some().then(Vec::new);
                scratch.tell_applied = applied;
                let run = Vm::new(game, scratch)
                    .advance(next, action)
                    .and_then(|()| settle_with(game, next, scratch, rolls));
                let effects = scratch.effects.take();
                if let (Some(seen), Some(effects)) = (seen, effects) {
                    *seen = effects;
                }
                run
            })
        }));
        match run {
            Ok(Ok(())) => {
                self.known_key = OnceLock::new();
                self.forget();
                self.history.push(std::mem::replace(&mut self.state, own));
                Ok(())
            }
            Ok(Err(e)) => Err(e),
            Err(_) => Err(Error::Program(
                "the engine failed; the state is unchanged".into(),
            )),
        }
    }

    /// A copy in which a procedure replaces the running ones and has run to its first decision or
    /// to its end; and the effects.
    pub(super) fn called(
        &self,
        procedure: ProcedureId,
        args: &[i32],
    ) -> Result<(PyState, Vec<Effect>)> {
        let game = &self.game;
        let mut own = scratch::copy_of(&self.state);
        let next = Arc::make_mut(&mut own);
        // memory in use when the engine panicked is not used again
        let run = catch_unwind(AssertUnwindSafe(|| {
            scratch::with(game, |scratch| {
                scratch.effects = Some(Vec::new());
                scratch.tell_applied = true;
                let run = Vm::new(game, scratch).call(next, procedure, args);
                let effects = scratch.effects.take().unwrap_or_default();
                run.map(|()| effects)
            })
        }));
        match run {
            Ok(done) => done.map(|seen| (PyState::wrap(game.clone(), own, false), seen)),
            Err(_) => Err(Error::Program("the engine failed".into())),
        }
    }

    /// The actions of an order, or the one action given as a number or in notation.
    pub(super) fn actions(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<Action>> {
        let single = action.is_instance_of::<PyInt>() || action.is_instance_of::<PyString>();
        if single || !action.hasattr("actions").unwrap_or(false) {
            return Ok(vec![self.action(action)?]);
        }
        let actions = action.getattr("actions")?;
        let actions = actions.cast::<PyTuple>().map_err(|_| {
            Kind::ArgumentType.err(format!(
                "action={}, expected {EXPECTED}",
                arg::shown(action)
            ))
        })?;
        actions.iter().map(|one| self.action(&one)).collect()
    }

    /// An action given as a number or in notation.
    pub fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        match action.cast::<PyString>() {
            Ok(text) => self
                .game
                .parse(&arg::text_of("action", text)?)
                .map_err(crate::errors::raise),
            Err(_) => {
                let number = arg::read_as("action", action, EXPECTED)?;
                known(&self.game, number)?;
                Ok(Action(number))
            }
        }
    }
}

/// Rolls the dice of a state that rolls its own dice (`rolls`), until a side is to act or the game
/// is over.
pub fn settle(game: &Game, state: &mut State, rolls: bool) -> Result<()> {
    scratch::with(game, |scratch| settle_with(game, state, scratch, rolls))
}

fn settle_with(game: &Game, state: &mut State, scratch: &mut Scratch, rolls: bool) -> Result<()> {
    if rolls {
        eastfront_core::vector::settle(game, state, scratch)?;
    }
    Ok(())
}

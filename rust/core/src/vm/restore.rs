//! Restores states that do not come from play: read from bytes, or edited.
//!
//! Such a state must be within the value ranges of the program and satisfy the invariants of the
//! game, else it is refused. The derived part is computed.

use super::{Reply, Scratch, Vm};
use crate::error::{Error, Result};
use crate::file::LAW;
use crate::game::Game;
use crate::ids::{HexFlag, UnitFlag};
use crate::program::analysis::value_range::{Fill, NOTHING};
use crate::state::bytes::within;
use crate::state::State;
use eastfront_kernel::hexset;

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Bytes(text.into()))
}

impl State {
    /// Restores a state from bytes.
    pub fn from_bytes(game: &Game, bytes: &[u8], scratch: &mut Scratch) -> Result<State> {
        let mut state = State::canonical_from(game, bytes)?;
        reachable(game, &state)?;
        state.derive(game);
        state.bury(game);
        state.sound(game, scratch)?;
        Ok(state)
    }

    /// Computes the pending decision again after an edit.
    pub fn reoffer(&mut self, game: &Game, scratch: &mut Scratch) -> Result<()> {
        if self.outcome.is_some() {
            return Ok(());
        }
        Vm::new(game, scratch).refresh(self)
    }

    /// Refuses a state that violates an invariant of its game, or whose decision has no choice
    /// (fewer than two actions, or no outcome of chance). The pending decision is computed again.
    fn sound(&mut self, game: &Game, scratch: &mut Scratch) -> Result<()> {
        laws(game, self, scratch)?;
        if self.outcome.is_some() {
            return Ok(());
        }
        Vm::new(game, scratch).refresh(self).map_err(|e| {
            Error::Bytes(format!(
                "the legal actions of the pending decision cannot be computed: {e}"
            ))
        })?;
        let chance = self.pending.actor as usize == game.side_count;
        if self.pending.total < if chance { 1 } else { 2 } {
            return fail("the decision has no choice");
        }
        if self.pending.actor as usize > game.side_count {
            return fail("the pending decision has no side to act");
        }
        Ok(())
    }

    /// Refuses an edited state under the same conditions as a state read from bytes; its pending
    /// decision is computed again.
    pub fn vouch(&mut self, game: &Game, scratch: &mut Scratch) -> Result<()> {
        for (&value, declared) in self.vars.iter().zip(&game.data.variables) {
            within(declared, value)?;
        }
        reachable(game, self)?;
        self.sound(game, scratch)
    }
}

/// Refuses a state with values that are impossible at the point of the program where the state
/// waits.
fn reachable(game: &Game, state: &State) -> Result<()> {
    let mut given: &[(u8, i32, i32)] = &[];
    for (frame, at) in state.waits() {
        let place = game.ranges().at(frame.procedure, at);
        let name = &game.data.procedures[frame.procedure as usize].name;
        let Some(place) = place else {
            return fail(format!("play never reaches {} in {name}", frame.pc));
        };
        for &(v, low, high) in &place.variables {
            let value = state.vars[v as usize];
            if value < low || value > high {
                return Err(Error::OutOfRange {
                    variable: game.data.variables[v as usize].name.clone(),
                    value,
                    place: name.clone(),
                    low,
                    high,
                });
            }
        }
        for &(l, low, high) in place.locals.iter().chain(given) {
            let value = state.locals[frame.base as usize + l as usize];
            if value < low || value > high {
                return fail(format!(
                    "local {l} of {name} is {value}, expected {low} to {high}"
                ));
            }
        }
        for &(f, fill) in &place.unit_flags {
            if hexset::is_empty(state.units_with(game, UnitFlag(f))) != (fill == NOTHING) {
                let what = &game.data.unit_flags[f as usize];
                return fail(format!("in {name} {} unit bears `{what}`", none(fill)));
            }
        }
        for &(f, fill) in &place.hex_flags {
            if hexset::is_empty(state.hexes_with(game, HexFlag(f))) != (fill == NOTHING) {
                let what = &game.data.hex_flags[f as usize];
                return fail(format!("in {name} {} hex bears `{what}`", none(fill)));
            }
        }
        given = &place.given;
    }
    Ok(())
}

fn none(fill: Fill) -> &'static str {
    if fill == NOTHING {
        "no"
    } else {
        "some"
    }
}

/// Refuses a state that violates an invariant of its game.
fn laws(game: &Game, state: &State, scratch: &mut Scratch) -> Result<()> {
    for &query in &game.laws {
        let name = &game.data.queries[query.index()].name[LAW.len()..];
        match Vm::new(game, scratch).ask(state, query, &[]) {
            Ok(Reply::Int(0)) => return fail(format!("it breaks a law, {name}")),
            Ok(_) => {}
            Err(e) => return fail(format!("{name}: {e}")),
        }
    }
    for (frame, at) in state.waits() {
        let holds = &game.holds[frame.procedure as usize];
        for (n, (_, e)) in holds.iter().filter(|(where_, _)| *where_ == at).enumerate() {
            let holds = Vm::new(game, scratch).number(state, frame.base, e);
            if holds.map_err(|e| Error::Bytes(e.to_string()))? == 0 {
                let name = &game.data.procedures[frame.procedure as usize].name;
                return fail(format!("the invariant {n} at {at} of {name} is violated"));
            }
        }
    }
    Ok(())
}

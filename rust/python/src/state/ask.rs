//! Queries of a state, and the names in their arguments.

use super::PyState;
use crate::arg;
use crate::errors::{raise, Kind};
use crate::game::{no, unknown};
use crate::scratch;
use eastfront_core::ids::{HexId, PlaceId, QueryId, RuleId, UnitId};
use eastfront_core::nearest::hint;
use eastfront_core::vm::Reply;
use eastfront_core::{Error, Vm};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::PoisonError;
use std::thread::{self, ThreadId};

/// The permitted query arguments in words, for errors.
const EXPECTED: &str = "numbers, and names of units, hexes and boxes";

/// The number of threads whose last query a state remembers.
const THREADS: usize = 64;

/// The last query of a thread.
pub struct Asked {
    by: ThreadId,
    query: QueryId,
    args: Vec<i32>,
    /// The number of the use of the thread's memory that evaluated the query.
    used: u64,
}

/// The units in a set.
pub(super) fn units_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..words.len() * 64).filter(|u| words[u / 64] >> (u % 64) & 1 == 1)
}

impl PyState {
    /// A unit by index, name or id.
    pub(super) fn unit(&self, unit: &Bound<'_, PyAny>) -> PyResult<UnitId> {
        if let Ok(name) = unit.cast::<PyString>() {
            let found = self.game.unit_named(&arg::text_of("unit", name)?);
            let hint = || hint(&name.to_string_lossy(), self.game.unit_names());
            return found.ok_or_else(|| {
                Kind::Argument.err(format!("no unit {}{}", arg::shown(unit), hint()))
            });
        }
        let count = self.game.data.units.ids.len();
        let number: u16 = arg::read_as("unit", unit, "a unit by number, name or id")?;
        arg::within("unit", number, &(0..=count.saturating_sub(1) as u64)).map(UnitId)
    }

    /// A hex or box by name.
    pub(super) fn place_of(&self, name: &str) -> PyResult<PlaceId> {
        self.game
            .place_named(name)
            .ok_or_else(|| no("hex or box", name, self.game.place_names()))
    }

    /// The index of a unit, hex or box by name.
    fn thing_named(&self, name: &str) -> PyResult<i32> {
        match self.game.unit_named(name) {
            Some(u) => Ok(i32::from(u.0)),
            None => Ok(i32::from(self.place_of(name)?.0)),
        }
    }

    /// The names of the hexes in a set.
    pub(super) fn hex_list(&self, words: &[u64]) -> Vec<String> {
        eastfront_core::kernel::hexset::iter(&self.game.grid, words)
            .map(|h| self.game.place_name(PlaceId(h)).to_owned())
            .collect()
    }

    /// Forgets the last queries, after a change of position.
    pub(super) fn forget(&mut self) {
        self.asked
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// The movement points to a hex in the movement field that this thread's last query computed;
    /// None if the hex is not in the field.
    pub(super) fn cost_by_last_reach(&self, hex: PlaceId) -> Option<u16> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let here = thread::current().id();
        let Asked {
            query, args, used, ..
        } = asked.iter_mut().find(|a| a.by == here)?;
        let (game, state) = (&self.game, &self.state);
        let stale = *used != scratch::last_use();
        let cost = scratch::with(game, |scratch| {
            let mut vm = Vm::new(game, scratch);
            if stale {
                // the memory has been used since
                vm.ask(state, *query, args).ok()?;
            }
            vm.last_cost(HexId(hex.0))
        });
        *used = scratch::last_use();
        cost
    }

    /// Remembers the last query of this thread.
    fn remember(&self, query: QueryId, args: Vec<i32>) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let by = thread::current().id();
        asked.retain(|a| a.by != by);
        if asked.len() == THREADS {
            asked.remove(0);
        }
        asked.push(Asked {
            by,
            query,
            args,
            used: scratch::last_use(),
        });
    }

    /// Evaluates a query. With `trace`, also returns each rule that determined a value, with this
    /// value.
    pub(super) fn query(
        &self,
        query: &str,
        args: &Bound<'_, PyTuple>,
        trace: bool,
    ) -> PyResult<(Reply, Vec<(String, i64)>)> {
        let index = self
            .game
            .query_named(query)
            .ok_or_else(|| unknown(&self.game, "query", query, self.game.query_names()))?;
        let mut numbers = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let number = match arg.cast::<PyString>() {
                Ok(name) => self.thing_named(&arg::text_of("args", name)?)?,
                Err(_) => arg::read_as("args", &arg, EXPECTED)?,
            };
            if let Some(count) = self.game.question_count(index, i) {
                if usize::try_from(number).map_or(true, |n| n >= count) {
                    return Err(Kind::Argument.err(format!(
                        "args={}, expected as argument {} of `{query}` a number from 0 to {}",
                        arg::shown(args),
                        i + 1,
                        count.saturating_sub(1)
                    )));
                }
            }
            numbers.push(number);
        }
        let (game, state) = (&self.game, &self.state);
        let (reply, seen) = scratch::with(game, |scratch| {
            scratch.trace = trace.then(Vec::new);
            let reply = Vm::new(game, scratch).ask(state, index, &numbers);
            (reply, scratch.trace.take().unwrap_or_default())
        });
        self.remember(index, numbers);
        let reply = reply.map_err(|e| match e {
            // the program error does not name the arguments
            Error::Program(text) if !args.is_empty() => Kind::Argument.err(format!(
                "args={}, expected values for which `{query}` has an answer; {text}",
                arg::shown(args)
            )),
            e => raise(e),
        })?;
        let seen = seen
            .iter()
            .map(|&(r, v)| (self.game.rule_name(RuleId(r)).to_owned(), v))
            .collect();
        Ok((reply, seen))
    }
}

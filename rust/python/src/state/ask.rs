//! Questions to a state, and the names of what they are about.

use super::PyState;
use crate::scratch;
use eastfront_core::vm::Reply;
use eastfront_core::Vm;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// The units of a set.
pub(super) fn units_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..words.len() * 64).filter(|u| words[u / 64] >> (u % 64) & 1 == 1)
}

impl PyState {
    /// A unit by number, name or id.
    pub(super) fn unit(&self, name: &Bound<'_, PyAny>) -> PyResult<u16> {
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

    /// A hex or box by name.
    pub(super) fn place_of(&self, name: &str) -> PyResult<u16> {
        self.game
            .place_named(name)
            .ok_or_else(|| PyValueError::new_err(format!("no hex or box `{name}`")))
    }

    /// The number of a unit, hex or box by name.
    fn thing_named(&self, name: &str) -> PyResult<i32> {
        match self.game.unit_named(name) {
            Some(u) => Ok(i32::from(u)),
            None => Ok(i32::from(self.place_of(name)?)),
        }
    }

    /// The names of the hexes of a set.
    pub(super) fn hex_list(&self, words: &[u64]) -> Vec<String> {
        eastfront_core::kernel::hexset::iter(&self.game.grid, words)
            .map(|h| self.game.place_name(h).to_owned())
            .collect()
    }

    /// The movement points to a hex by the field of the question last asked of this state.
    pub(super) fn cost_by_last_reach(&mut self, hex: u16) -> Option<u16> {
        let (query, args, used) = self.asked.as_mut()?;
        let (game, state) = (&self.game, &self.state);
        let stale = *used != scratch::last_use();
        let cost = scratch::with(game, |scratch| {
            let mut vm = Vm::new(game, scratch);
            if stale {
                // something else was worked out since
                vm.ask(state, *query, args).ok()?;
            }
            vm.last_cost(hex)
        });
        *used = scratch::last_use();
        cost
    }

    /// Answers a question, with the rules that entered the answer where they are wanted.
    pub(super) fn query(
        &mut self,
        py: Python<'_>,
        query: &str,
        args: &Bound<'_, PyTuple>,
        trace: bool,
    ) -> PyResult<(Reply, Vec<(String, i64)>)> {
        let index = self
            .game
            .query_named(query)
            .ok_or_else(|| PyValueError::new_err(format!("no query `{query}`")))?;
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args.iter() {
            numbers.push(match arg.cast::<PyString>() {
                Ok(name) => self.thing_named(&name.to_cow()?)?,
                Err(_) => arg.extract()?,
            });
        }
        let (game, state) = (&self.game, &self.state);
        let (reply, seen) = scratch::with(game, |scratch| {
            scratch.trace = trace.then(Vec::new);
            let reply = Vm::new(game, scratch).ask(state, index, &numbers);
            (reply, scratch.trace.take().unwrap_or_default())
        });
        self.asked = Some((index, numbers, scratch::last_use()));
        let reply = reply.map_err(|e| self.raise(py, e))?;
        let seen = seen
            .iter()
            .map(|&(r, v)| (self.game.rule_name(r).to_owned(), v))
            .collect();
        Ok((reply, seen))
    }
}

//! Writes planes in place: only the cells that have changed since the last time.

use super::{cell, Plane, Source, Tensor, Whose};
use crate::error::{Error, Result};
use crate::file::VerbDomain;
use crate::game::Game;
use crate::ids::{HexFlag, QueryId, Side, VariableId};
use crate::state::{flags_in, State};
use crate::vm::{Action, Reply, Vm};
use eastfront_kernel::hexset;

/// The number of units compared at once.
const CHUNK: usize = 16;

/// The values that were written into the planes of one game the last time.
#[derive(Debug, Clone, Default)]
pub struct Memo {
    observer: Option<u8>,
    /// The places of the units, then their fields, field by field.
    places: Vec<u16>,
    /// The flags of each unit, laid out as in a state.
    flags: Vec<u16>,
    /// The units whose identity is hidden.
    hidden: Vec<u64>,
    /// The hash of the hex flags, and the observing side, at the last evaluation of queries.
    asked: Option<(u64, u8)>,
    sets: Vec<Vec<u64>>,
    choice_cells: Vec<u16>,
    broadcast: Vec<i16>,
    in_boxes: Vec<i16>,
}

impl Tensor {
    /// Updates planes to a position, as the side `observer` sees it.
    ///
    /// `out` holds the planes one after the other, row by row, all zero if the memo is new. `legal`
    /// are the legal actions of the position, whichever side is to act.
    pub fn write(
        &self,
        vm: &mut Vm<'_>,
        state: &State,
        observer: Side,
        legal: &[Action],
        memo: &mut Memo,
        out: &mut [i16],
    ) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let game = vm.game;
        if observer.index() >= game.side_count || out.len() < self.cells() {
            return Err(Error::Unknown(format!(
                "planes of side {} in {} cells",
                observer.0,
                out.len()
            )));
        }
        self.prepare(game, memo);
        let hidden = vm.hidden_from(state, observer)?;
        let observer = observer.0;
        self.undo_choices(memo, out);
        self.units(game, state, observer, &hidden, memo, out);
        memo.observer = Some(observer);
        let acts = state.outcome().is_none() && state.pending().actor == observer;
        let legal = if acts { legal } else { &[] };
        self.sets(vm, state, observer, legal, memo, out)?;
        self.choices(game, legal, memo, out);
        self.numbers(game, state, observer, memo, out);
        vm.recycle(hidden);
        Ok(())
    }

    fn prepare(&self, game: &Game, memo: &mut Memo) {
        if memo.observer.is_some() {
            return;
        }
        *memo = Memo {
            observer: None,
            places: vec![0; game.unit_count * (1 + game.data.unit_fields.len())],
            flags: vec![0; game.unit_count * game.layout.per_unit],
            hidden: vec![0; game.unit_words],
            asked: None,
            sets: vec![vec![0; game.hex_words]; self.sets.len()],
            choice_cells: Vec::new(),
            broadcast: vec![0; self.broadcast.len()],
            in_boxes: vec![0; self.broadcast.len()],
        };
    }

    fn units(
        &self,
        game: &Game,
        state: &State,
        observer: u8,
        hidden: &[u64],
        memo: &mut Memo,
        out: &mut [i16],
    ) {
        let n = game.unit_count;
        let rows = 1 + game.data.unit_fields.len();
        let (places, (flags, per)) = (state.places_and_fields(), state.flags_by_unit());
        let moved = |memo: &Memo, from: usize, to: usize| {
            memo.flags[from * per..to * per] != flags[from * per..to * per]
                || (0..rows).any(|r| {
                    memo.places[r * n + from..r * n + to] != places[r * n + from..r * n + to]
                })
        };
        let turned = memo.observer != Some(observer) || *memo.hidden != *hidden;
        for from in (0..n).step_by(CHUNK) {
            let to = (from + CHUNK).min(n);
            if !turned && !moved(memo, from, to) {
                continue;
            }
            for u in from..to {
                let known = |set: &[u64]| set[u / 64] >> (u % 64) & 1 == 0;
                let same = memo.observer == Some(observer)
                    && known(&memo.hidden) == known(hidden)
                    && !moved(memo, u, u + 1);
                if same {
                    continue;
                }
                if let Some(before) = memo.observer {
                    self.unit(game, before, u, known(&memo.hidden), memo, out, -1);
                }
                memo.flags[u * per..][..per].copy_from_slice(&flags[u * per..][..per]);
                for r in 0..rows {
                    memo.places[r * n + u] = places[r * n + u];
                }
                self.unit(game, observer, u, known(hidden), memo, out, 1);
            }
        }
        memo.hidden.copy_from_slice(hidden);
    }

    /// Adds a unit to the planes with `sign` 1, or subtracts it with -1, at the place in `memo`;
    /// sums wrap, so that subtraction is exact.
    #[allow(clippy::too_many_arguments)]
    fn unit(
        &self,
        game: &Game,
        observer: u8,
        u: usize,
        known: bool,
        memo: &mut Memo,
        out: &mut [i16],
        sign: i16,
    ) {
        let r = usize::from(game.data.units.side[u] != observer);
        let place = memo.places[u] as usize;
        if place >= self.hexes {
            for &at in &self.boxes[r][place - self.hexes] {
                memo.in_boxes[at] += sign;
            }
            return;
        }
        let mut add = |plane: usize, value: i16| {
            let cell = &mut out[plane * self.hexes + place];
            *cell = cell.wrapping_add(value.wrapping_mul(sign));
        };
        let fixed = if known {
            &self.known[r][u]
        } else {
            &self.unknown[r]
        };
        fixed.iter().for_each(|&(plane, value)| add(plane, value));
        let per = game.layout.per_unit;
        let mut flags = flags_in(&memo.flags[u * per..][..per]);
        while flags != 0 {
            let f = flags.trailing_zeros() as usize;
            flags &= flags - 1;
            self.flags[r][f].iter().for_each(|&plane| add(plane, 1));
        }
        for (f, planes) in self.fields[r].iter().enumerate() {
            let value = memo.places[(1 + f) * game.unit_count + u] as i16;
            if value != 0 {
                planes.iter().for_each(|&plane| add(plane, value));
            }
        }
    }

    fn sets(
        &self,
        vm: &mut Vm<'_>,
        state: &State,
        observer: u8,
        legal: &[Action],
        memo: &mut Memo,
        out: &mut [i16],
    ) -> Result<()> {
        let game = vm.game;
        let flags = (state.flag_hashes().iter()).fold(0u64, |all, &h| all.wrapping_add(h));
        let asked = memo.asked.replace((flags, observer)) == memo.asked;
        for (&(plane, source), shown) in self.sets.iter().zip(&mut memo.sets) {
            let cells = &mut out[plane * self.hexes..][..self.hexes];
            match source {
                Source::Flag(f) => show(game, state.hexes_with(game, HexFlag(f)), shown, cells),
                Source::Query(_, _, true) if asked => {}
                Source::Query(whose, q, _) => {
                    let mut all = vec![0u64; game.hex_words];
                    for side in 0..game.side_count as u8 {
                        if (side == observer) != (whose == Whose::Own) {
                            continue;
                        }
                        let Reply::Hexes(set) =
                            vm.ask(state, QueryId(q as u16), &[i32::from(side)])?
                        else {
                            let name = &game.data.queries[q].name;
                            return Err(Error::Unknown(format!(
                                "query `{name}` does not give hexes"
                            )));
                        };
                        all.iter_mut().zip(&*set).for_each(|(a, b)| *a |= b);
                    }
                    show(game, &all, shown, cells);
                }
                Source::Choice => {
                    let mut all = vec![0u64; game.hex_words];
                    for action in legal {
                        if domain(game, *action) == Some(VerbDomain::Hex) {
                            hexset::set(&game.grid, &mut all, action.thing());
                        }
                    }
                    show(game, &all, shown, cells);
                }
            }
        }
        Ok(())
    }

    fn undo_choices(&self, memo: &mut Memo, out: &mut [i16]) {
        for &plane in &self.choices {
            for &h in &memo.choice_cells {
                out[plane * self.hexes + h as usize] = 0;
            }
        }
        memo.choice_cells.clear();
    }

    fn choices(&self, game: &Game, legal: &[Action], memo: &mut Memo, out: &mut [i16]) {
        if self.choices.is_empty() {
            return;
        }
        for action in legal {
            if domain(game, *action) != Some(VerbDomain::Unit) {
                continue;
            }
            let u = action.thing() as usize;
            let place = memo.places[u];
            let known = memo.hidden[u / 64] >> (u % 64) & 1 == 0;
            if known && (place as usize) < self.hexes {
                memo.choice_cells.push(place);
                for &plane in &self.choices {
                    out[plane * self.hexes + place as usize] += 1;
                }
            }
        }
    }

    /// Updates the planes that have one number in all hexes.
    fn numbers(&self, game: &Game, state: &State, observer: u8, memo: &mut Memo, out: &mut [i16]) {
        let over = state.outcome().is_some();
        let kind = game.decision_at(state).map(|c| usize::from(c.kind));
        let actor = state.pending().actor as usize;
        let chance = actor == game.side_count;
        for (i, &(plane, what)) in self.broadcast.iter().enumerate() {
            let value = match what {
                Plane::InBox(..) => memo.in_boxes[i],
                Plane::Variable(v) => {
                    if game.data.variables[v].hidden >> observer & 1 == 1 {
                        0
                    } else {
                        cell(i64::from(state.variable(VariableId(v as u16))))
                    }
                }
                Plane::Decision(k) => i16::from(kind == Some(k)),
                Plane::Observer(s) => i16::from(s == observer as usize),
                Plane::ToAct(whose) => {
                    let own = actor == observer as usize;
                    i16::from(!over && !chance && own == (whose == Whose::Own))
                }
                Plane::Chance => i16::from(!over && chance),
                _ => continue,
            };
            if memo.broadcast[i] != value {
                memo.broadcast[i] = value;
                out[plane * self.hexes..][..self.hexes].fill(value);
            }
        }
    }
}

fn domain(game: &Game, action: Action) -> Option<VerbDomain> {
    game.data
        .verbs
        .get(action.verb() as usize)
        .map(|v| v.domain)
}

/// Updates a plane with ones in the hexes of a set; `shown` is the set that the plane shows so far.
fn show(game: &Game, set: &[u64], shown: &mut [u64], cells: &mut [i16]) {
    for (w, (&now, before)) in set.iter().zip(shown).enumerate() {
        let mut differ = now ^ *before;
        *before = now;
        while differ != 0 {
            let bit = differ.trailing_zeros();
            differ &= differ - 1;
            let hex = (game.grid.word_start(w) + bit) as usize;
            if let Some(cell) = cells.get_mut(hex) {
                *cell = (now >> bit & 1) as i16;
            }
        }
    }
}

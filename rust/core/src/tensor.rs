//! What one side may know of a position as planes of small integers, one cell a hex.
//!
//! Which planes there are is said from outside, plane by plane; nothing here knows a game. A plane
//! is either a number a hex or one number in every hex. Planes are kept up to date in place: a
//! [`Memo`] remembers what they show, and only what has changed is written again. So a step of a
//! game costs what the step changed, not what the planes hold.

use crate::error::{Error, Result};
use crate::game::{Answer, Game, VerbDomain};
use crate::kernel::hexset;
use crate::program::depends::depends;
use crate::program::walk::Part;
use crate::state::State;
use crate::vm::{Action, Reply, Vm};

/// Whose a plane is, seen from the side that observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The observing side's own.
    Own,
    /// Any other side's.
    Enemy,
}

/// What a plane shows. Numbers are indices into the game's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// Units in the hex, those of hidden identity too.
    Units(Whose),
    /// Units in the hex whose identity is hidden from the observing side.
    Hidden(Whose),
    /// The sum of a printed value over the known units in the hex.
    Attr(Whose, usize),
    /// Known units in the hex that belong to a fixed set.
    Set(Whose, usize),
    /// Units in the hex that bear a flag.
    UnitFlag(Whose, usize),
    /// The sum of a number kept for units over the units in the hex.
    Field(Whose, usize),
    /// Whether the hex bears a flag.
    HexFlag(usize),
    /// Whether the hex is in the answer to a query that takes a side.
    Query(Whose, usize),
    /// Whether a legal action of the observing side names the hex.
    ChoiceHex,
    /// How many legal actions of the observing side name a known unit in the hex.
    ChoiceUnit,
    /// Everywhere: units in a box.
    InBox(Whose, usize),
    /// Everywhere: a variable; 0 when the observing side may not know it.
    Variable(usize),
    /// Everywhere: 1 when the state waits for a decision of this name.
    Decision(usize),
    /// Everywhere: 1 when this side observes.
    Observer(usize),
    /// Everywhere: 1 when a side of that relation is to act.
    ToAct(Whose),
    /// Everywhere: 1 when chance is to act.
    Chance,
}

/// Units looked at together when nothing has changed among them.
const CHUNK: usize = 16;

/// A number as a cell holds it: out of range, it stays at the nearest end.
fn cell(value: i64) -> i16 {
    value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// A set of hexes shown as a plane of ones.
#[derive(Debug, Clone, Copy)]
enum Source {
    Flag(u8),
    /// A query, and whether it depends on flags of hexes only.
    Query(Whose, usize, bool),
    Choice,
}

/// The planes of a game, made ready to be written.
#[derive(Debug)]
pub struct Tensor {
    planes: Vec<Plane>,
    hexes: usize,
    /// For each relation and unit: the planes to which it adds when it is known, and how much.
    known: [Vec<Vec<(usize, i16)>>; 2],
    /// The same for any hidden unit.
    unknown: [Vec<(usize, i16)>; 2],
    /// For each relation and flag: the planes that count it.
    flags: [Vec<Vec<usize>>; 2],
    /// For each relation and field: the planes that sum it.
    fields: [Vec<Vec<usize>>; 2],
    /// For each relation and box: the broadcast planes that count what is in it.
    boxes: [Vec<Vec<usize>>; 2],
    sets: Vec<(usize, Source)>,
    choices: Vec<usize>,
    /// Planes with one number everywhere.
    broadcast: Vec<(usize, Plane)>,
}

/// What the planes of one game show.
#[derive(Debug, Clone, Default)]
pub struct Memo {
    observer: Option<u8>,
    /// The places of the units, then the numbers kept for them, field by field.
    places: Vec<u16>,
    /// The flags of each unit.
    flags: Vec<u64>,
    /// The units whose identity is hidden.
    hidden: Vec<u64>,
    /// The flags of hexes and the observer with which queries were last asked.
    asked: Option<(u64, u8)>,
    sets: Vec<Vec<u64>>,
    choice_cells: Vec<u16>,
    broadcast: Vec<i16>,
    in_boxes: Vec<i16>,
}

fn index(whose: Whose) -> usize {
    usize::from(whose == Whose::Enemy)
}

fn fits(plane: Plane, i: usize, below: usize) -> Result<()> {
    if i < below {
        return Ok(());
    }
    Err(Error::Unknown(format!(
        "plane {plane:?}: {i}, expected a number below {below}"
    )))
}

impl Tensor {
    /// The planes of a game. Fails for a plane of something that the game does not have.
    pub fn new(game: &Game, planes: Vec<Plane>) -> Result<Tensor> {
        let d = &game.data;
        let mut made = Tensor {
            hexes: game.hex_count,
            known: std::array::from_fn(|_| vec![Vec::new(); game.unit_count]),
            unknown: Default::default(),
            flags: std::array::from_fn(|_| vec![Vec::new(); d.unit_flags.len()]),
            fields: std::array::from_fn(|_| vec![Vec::new(); d.unit_fields.len()]),
            boxes: std::array::from_fn(|_| vec![Vec::new(); d.boxes.len()]),
            sets: Vec::new(),
            choices: Vec::new(),
            broadcast: Vec::new(),
            planes: Vec::new(),
        };
        for (p, &plane) in planes.iter().enumerate() {
            made.add(game, p, plane)?;
        }
        made.planes = planes;
        Ok(made)
    }

    fn add(&mut self, game: &Game, p: usize, plane: Plane) -> Result<()> {
        let d = &game.data;
        let everywhere = match plane {
            Plane::Units(w) => {
                self.unknown[index(w)].push((p, 1));
                self.known[index(w)].iter_mut().for_each(|u| u.push((p, 1)));
                false
            }
            Plane::Hidden(w) => {
                self.unknown[index(w)].push((p, 1));
                false
            }
            Plane::Attr(w, a) => {
                fits(plane, a, d.units.attrs.len())?;
                for (u, &value) in d.units.attrs[a].values.iter().enumerate() {
                    if value != 0 {
                        self.known[index(w)][u].push((p, cell(i64::from(value))));
                    }
                }
                false
            }
            Plane::Set(w, s) => {
                fits(plane, s, d.unit_sets.len())?;
                for &u in &d.unit_sets[s].members {
                    self.known[index(w)][u as usize].push((p, 1));
                }
                false
            }
            Plane::UnitFlag(w, f) => {
                fits(plane, f, d.unit_flags.len())?;
                self.flags[index(w)][f].push(p);
                false
            }
            Plane::Field(w, f) => {
                fits(plane, f, d.unit_fields.len())?;
                self.fields[index(w)][f].push(p);
                false
            }
            Plane::HexFlag(f) => {
                fits(plane, f, d.hex_flags.len())?;
                self.sets.push((p, Source::Flag(f as u8)));
                false
            }
            Plane::Query(w, q) => {
                fits(plane, q, d.queries.len())?;
                if d.queries[q].args != 1 {
                    let name = &d.queries[q].name;
                    let text = format!("query `{name}` does not take one argument, a side");
                    return Err(Error::Unknown(text));
                }
                let Answer::Hexes(answer) = &d.queries[q].answer else {
                    let name = &d.queries[q].name;
                    return Err(Error::Unknown(format!(
                        "query `{name}` does not give hexes"
                    )));
                };
                let on = depends(&Part::Hexes(answer), &game.view_depends);
                let calm = on.occupied == 0
                    && on.unit_flags == 0
                    && on.variables.is_empty()
                    && !on.units
                    && !on.all;
                self.sets.push((p, Source::Query(w, q, calm)));
                false
            }
            Plane::ChoiceHex => {
                self.sets.push((p, Source::Choice));
                false
            }
            Plane::ChoiceUnit => {
                self.choices.push(p);
                false
            }
            Plane::InBox(w, b) => {
                fits(plane, b, d.boxes.len())?;
                self.boxes[index(w)][b].push(self.broadcast.len());
                true
            }
            Plane::Variable(v) => {
                fits(plane, v, d.variables.len())?;
                true
            }
            Plane::Decision(k) => {
                fits(plane, k, d.decisions.len())?;
                true
            }
            Plane::Observer(s) => {
                fits(plane, s, d.sides.len())?;
                true
            }
            Plane::ToAct(_) | Plane::Chance => true,
        };
        if everywhere {
            self.broadcast.push((p, plane));
        }
        Ok(())
    }

    /// The number of planes.
    pub fn len(&self) -> usize {
        self.planes.len()
    }

    /// Whether there is no plane.
    pub fn is_empty(&self) -> bool {
        self.planes.is_empty()
    }

    /// The cells of one game.
    pub fn cells(&self) -> usize {
        self.planes.len() * self.hexes
    }

    /// Brings planes up to date with a position, as a side sees it.
    ///
    /// `out` holds the planes one after the other, row by row, all zero when the memo is new.
    /// `legal` are the legal actions of the position, whoever acts.
    pub fn write(
        &self,
        vm: &mut Vm<'_>,
        state: &State,
        observer: u8,
        legal: &[Action],
        memo: &mut Memo,
        out: &mut [i16],
    ) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let game = vm.game;
        if observer as usize >= game.side_count || out.len() < self.cells() {
            return Err(Error::Unknown(format!(
                "planes of side {observer} in {} cells",
                out.len()
            )));
        }
        self.prepare(game, memo);
        let hidden = vm.hidden_from(state, observer)?;
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
            flags: vec![0; game.unit_count],
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
        let (places, flags) = (state.places_and_fields(), state.flags_by_unit());
        let moved = |memo: &Memo, from: usize, to: usize| {
            memo.flags[from..to] != flags[from..to]
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
                memo.flags[u] = flags[u];
                for r in 0..rows {
                    memo.places[r * n + u] = places[r * n + u];
                }
                self.unit(game, observer, u, known(hidden), memo, out, 1);
            }
        }
        memo.hidden.copy_from_slice(hidden);
    }

    /// Adds what a unit shows, or takes it away; sums wrap, so that one undoes the other.
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
        let mut flags = memo.flags[u];
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
                Source::Flag(f) => show(game, state.hexes_with(game, f), shown, cells),
                Source::Query(_, _, true) if asked => {}
                Source::Query(whose, q, _) => {
                    let mut all = vec![0u64; game.hex_words];
                    for side in 0..game.side_count as u8 {
                        if (side == observer) != (whose == Whose::Own) {
                            continue;
                        }
                        let Reply::Hexes(set) = vm.ask(state, q, &[i32::from(side)])? else {
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

    /// Brings the planes with one number everywhere up to date.
    fn numbers(
        &self,
        game: &Game,
        state: &State,
        observer: u8,
        memo: &mut Memo,
        out: &mut [i16],
    ) {
        let over = state.outcome().is_some();
        let kind = game.choice_at(state).map(|c| usize::from(c.kind));
        let actor = state.pending().actor as usize;
        let chance = actor == game.side_count;
        for (i, &(plane, what)) in self.broadcast.iter().enumerate() {
            let value = match what {
                Plane::InBox(..) => memo.in_boxes[i],
                Plane::Variable(v) => {
                    if game.data.variables[v].hidden >> observer & 1 == 1 {
                        0
                    } else {
                        cell(i64::from(state.variable(v)))
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

/// Writes a set as ones where it differs from what is shown.
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

//! Actions: dense ids, notation, and the legal actions of a state.

use crate::error::{Error, Result};
use crate::file::VerbDomain;
use crate::game::Game;
use crate::ids::{PlaceId, UnitId};
use crate::ir::instr::{Alternative, Decision, Instr, Procedure};
use crate::nearest::hint;
use crate::state::State;

/// An action: a verb and its argument, packed into 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u32);

impl Action {
    /// An action from its verb and argument; an argument that is a number is given as its offset
    /// from the low end of the verb's range.
    pub fn new(verb: u16, thing: u16) -> Action {
        Action(u32::from(verb) << 16 | u32::from(thing))
    }

    /// The index of the verb.
    pub fn verb(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The argument: the index of a unit or hex, or the offset of a number from the low end of the
    /// verb's range.
    pub fn thing(self) -> u16 {
        self.0 as u16
    }
}

/// The number that stands for odds written as a ratio: `3:1` is 3, `1:3` is -3.
fn ratio(text: &str) -> Option<i32> {
    let (left, right) = text.split_once(':')?;
    match (left.parse::<i32>().ok()?, right.parse::<i32>().ok()?) {
        (up, 1) if up >= 1 => Some(up),
        (1, down) if down > 1 => Some(-down),
        _ => None,
    }
}

impl Game {
    /// The dense id of an action.
    pub fn action_id(&self, action: Action) -> Option<u32> {
        let verb = action.verb() as usize;
        let base = *self.verb_offset.get(verb)?;
        let end = *self.verb_offset.get(verb + 1)?;
        let id = base + u32::from(action.thing());
        (id < end).then_some(id)
    }

    /// The action with a dense id.
    pub fn action_of(&self, id: u32) -> Option<Action> {
        let verb = self
            .verb_offset
            .partition_point(|&o| o <= id)
            .checked_sub(1)?;
        let end = *self.verb_offset.get(verb + 1)?;
        (id < end).then(|| Action::new(verb as u16, (id - self.verb_offset[verb]) as u16))
    }

    /// An action in notation: the verb, then the argument by its printed name.
    pub fn notation(&self, action: Action) -> String {
        let Some(verb) = self.data.verbs.get(action.verb() as usize) else {
            return format!("?{}", action.0);
        };
        let thing = action.thing() as usize;
        match verb.domain {
            VerbDomain::Plain => verb.name.clone(),
            VerbDomain::Number(low, _) => format!("{} {}", verb.name, low + thing as i32),
            VerbDomain::Hex => format!("{} {}", verb.name, self.place_name(PlaceId(thing as u16))),
            VerbDomain::Unit => {
                let name = self.data.units.names.get(thing).map_or("?", String::as_str);
                format!("{} {name}", verb.name)
            }
        }
    }

    /// Parses the notation of an action; odds may be written as a ratio.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let action = game.parse("automatic")?;
    /// assert!(game.is_legal(&state, action));
    /// assert_eq!(game.notation(action), "automatic");
    /// assert!(game.parse("dance").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Action> {
        let unknown = |what: String| Err(Error::Unknown(what));
        let text = text.trim();
        if text.is_empty() {
            return unknown("an empty text names no action".into());
        }
        // the argument of a verb may be a name of several words
        let (name, rest) = match text.split_once(char::is_whitespace) {
            Some((verb, thing)) => (verb, Some(thing.trim_start())),
            None => (text, None),
        };
        let Some(v) = self.data.verbs.iter().position(|x| x.name == name) else {
            let hint = hint(name, self.data.verbs.iter().map(|verb| &*verb.name));
            return unknown(format!("`{text}`: no verb `{name}`{hint}"));
        };
        let thing = match (self.data.verbs[v].domain, rest) {
            (VerbDomain::Plain, None) => Some(0),
            (VerbDomain::Number(low, high), Some(n)) => n
                .parse::<i32>()
                .ok()
                .or_else(|| ratio(n).filter(|_| low < 0))
                .filter(|n| (low..=high).contains(n))
                .map(|n| (n - low) as usize),
            (VerbDomain::Hex, Some(h)) => self
                .place_named(h)
                .map(PlaceId::index)
                .filter(|&p| p < self.hex_count),
            (VerbDomain::Unit, Some(u)) => self.unit_named(u).map(UnitId::index),
            _ => None,
        };
        match thing {
            Some(t) => Ok(Action::new(v as u16, t as u16)),
            None => {
                let rest = rest.unwrap_or("");
                let hint = match self.data.verbs[v].domain {
                    VerbDomain::Unit => hint(rest, self.unit_names()),
                    _ => String::new(),
                };
                unknown(format!("`{text}`: `{name}` does not take `{rest}`{hint}"))
            }
        }
    }

    /// The pending decision of the optimised program; the program as written offers the same
    /// actions in the same order.
    pub(crate) fn decision_at(&self, state: &State) -> Option<&Decision> {
        decision_in(&self.fast.procedures, state)
    }

    /// The pending decision of the program as written, with the limit of each rule.
    pub(super) fn decision_told(&self, state: &State) -> Option<&Decision> {
        decision_in(&self.data.procedures, state)
    }

    /// The name of the pending decision.
    pub fn decision(&self, state: &State) -> Option<&str> {
        self.decision_at(state)
            .map(|c| self.data.decisions[c.kind as usize].as_str())
    }

    /// The index of the pending decision among the names of decisions.
    pub fn decision_number(&self, state: &State) -> Option<u16> {
        self.decision_at(state).map(|c| c.kind)
    }

    /// Whether an action of the pending decision ends or declines something.
    pub fn is_pass(&self, state: &State, action: Action) -> bool {
        self.decision_at(state).is_some_and(|c| {
            c.alternatives
                .iter()
                .any(|a| a.verb == action.verb() && a.passes)
        })
    }

    /// The n-th legal action, counted from 0.
    pub fn nth_legal(&self, state: &State, n: u32) -> Option<Action> {
        self.nth_of(state, n, |_| true)
    }

    /// The n-th legal action, counted from 0, among those that end or decline something (`pass`
    /// true), or among the others (false).
    pub fn nth_legal_of(&self, state: &State, n: u32, pass: bool) -> Option<Action> {
        self.nth_of(state, n, |alt| alt.passes == pass)
    }

    fn nth_of(
        &self,
        state: &State,
        n: u32,
        mut wanted: impl FnMut(&Alternative) -> bool,
    ) -> Option<Action> {
        let decision = self.decision_at(state)?;
        let mut left = n;
        for (alt, &(at, words, count)) in decision
            .alternatives
            .iter()
            .zip(&state.pending.alternatives)
        {
            if !wanted(alt) {
                continue;
            }
            if left >= count {
                left -= count;
                continue;
            }
            let bits = &state.pending.bits[at as usize..][..words as usize];
            let thing = nth_bit(bits, left)?;
            return Some(Action::new(alt.verb, self.thing_of(alt.verb, thing)));
        }
        None
    }

    /// The number of legal actions that end or decline something (passes), and the number of the
    /// others.
    pub fn split_passes(&self, state: &State) -> (u32, u32) {
        let Some(decision) = self.decision_at(state) else {
            return (0, 0);
        };
        let mut counts = (0, 0);
        for (alt, &(_, _, count)) in decision
            .alternatives
            .iter()
            .zip(&state.pending.alternatives)
        {
            if alt.passes {
                counts.0 += count;
            } else {
                counts.1 += count;
            }
        }
        counts
    }

    /// Fills `out` with every legal action, in order.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let mut actions = Vec::new();
    /// game.legal(&state, &mut actions);
    /// assert_eq!(actions.len(), state.pending().total as usize);
    /// assert!(actions.iter().all(|&action| game.is_legal(&state, action)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        let Some(decision) = self.decision_at(state) else {
            return;
        };
        for (alt, &(at, words, _)) in decision
            .alternatives
            .iter()
            .zip(&state.pending.alternatives)
        {
            let bits = &state.pending.bits[at as usize..][..words as usize];
            for (w, &word) in bits.iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    let bit = w * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    out.push(Action::new(alt.verb, self.thing_of(alt.verb, bit)));
                }
            }
        }
    }

    /// The argument that a bit in the set of legal actions stands for. Rows of a hex set are
    /// aligned to words, so the number of a bit is not the index of the hex.
    fn thing_of(&self, verb: u16, bit: usize) -> u16 {
        if self.data.verbs[verb as usize].domain == VerbDomain::Hex {
            let row_bits = self.grid.words_per_row() * 64;
            (bit / row_bits * self.grid.width() as usize + bit % row_bits) as u16
        } else {
            bit as u16
        }
    }

    /// Whether an action is legal.
    pub fn is_legal(&self, state: &State, action: Action) -> bool {
        let Some(decision) = self.decision_at(state) else {
            return false;
        };
        decision
            .alternatives
            .iter()
            .zip(&state.pending.alternatives)
            .any(|(alt, &(at, words, _))| {
                alt.verb == action.verb() && {
                    let bits = &state.pending.bits[at as usize..][..words as usize];
                    self.bit_of(action)
                        .is_some_and(|(w, b)| bits.get(w).is_some_and(|x| x & b != 0))
                }
            })
    }

    pub(super) fn bit_of(&self, action: Action) -> Option<(usize, u64)> {
        self.action_id(action)?;
        let thing = action.thing();
        if self.data.verbs[action.verb() as usize].domain == VerbDomain::Hex {
            Some(self.grid.word_bit(thing))
        } else {
            Some((thing as usize / 64, 1 << (thing % 64)))
        }
    }
}

/// The decision at which the state waits, in the given form of the program.
pub(super) fn decision_in<'p>(procedures: &'p [Procedure], state: &State) -> Option<&'p Decision> {
    if state.outcome.is_some() {
        return None;
    }
    let frame = state.frames.last()?;
    let procedure = procedures.get(frame.procedure as usize)?;
    match procedure.code.get(frame.pc as usize)? {
        Instr::Decide(c) => Some(c),
        _ => None,
    }
}

fn nth_bit(bits: &[u64], mut n: u32) -> Option<usize> {
    for (w, &word) in bits.iter().enumerate() {
        // most words are zero, and counting bits is slow
        if word == 0 {
            continue;
        }
        let count = word.count_ones();
        if n >= count {
            n -= count;
            continue;
        }
        let mut word = word;
        for _ in 0..n {
            word &= word - 1;
        }
        return Some(w * 64 + word.trailing_zeros() as usize);
    }
    None
}

//! Decisions: what is offered, what is legal, and why something is not.

use super::join::{Keep, Put};
use super::{Effect, Vm};
use crate::error::{program, Error, Result};
use crate::game::{Game, VerbDomain};
use crate::kernel::hexset;
use crate::program::instr::{Alternative, Choice, Domain, Instr, Procedure};
use crate::state::{Pending, State};

/// A verb and the thing it is about, in 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u32);

impl Action {
    /// An action from its parts; a number is counted from the low end of the verb's range.
    pub fn new(verb: u16, thing: u16) -> Action {
        Action(u32::from(verb) << 16 | u32::from(thing))
    }

    /// The verb.
    pub fn verb(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The thing.
    pub fn thing(self) -> u16 {
        self.0 as u16
    }
}

/// Why an action is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: u16,
    /// The text of the refusal, if the rule has one.
    pub text: Option<u16>,
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

    /// The action of a dense id.
    pub fn action_of(&self, id: u32) -> Option<Action> {
        let verb = self
            .verb_offset
            .partition_point(|&o| o <= id)
            .checked_sub(1)?;
        let end = *self.verb_offset.get(verb + 1)?;
        (id < end).then(|| Action::new(verb as u16, (id - self.verb_offset[verb]) as u16))
    }

    /// An action in notation: the verb, then the thing by its printed name.
    pub fn notation(&self, action: Action) -> String {
        let Some(verb) = self.data.verbs.get(action.verb() as usize) else {
            return format!("?{}", action.0);
        };
        let thing = action.thing() as usize;
        match verb.domain {
            VerbDomain::Plain => verb.name.clone(),
            VerbDomain::Number(low, _) => format!("{} {}", verb.name, low + thing as i32),
            VerbDomain::Hex => format!("{} {}", verb.name, self.place_name(thing as u16)),
            VerbDomain::Unit => {
                let name = self.data.units.names.get(thing).map_or("?", String::as_str);
                format!("{} {name}", verb.name)
            }
        }
    }

    /// The action that a notation names.
    pub fn parse(&self, text: &str) -> Result<Action> {
        let unknown = |what: String| Err(Error::Unknown(what));
        let text = text.trim();
        if text.is_empty() {
            return unknown("an empty text names no action".into());
        }
        // what a verb takes may be a name of several words
        let (name, rest) = match text.split_once(char::is_whitespace) {
            Some((verb, thing)) => (verb, Some(thing.trim_start())),
            None => (text, None),
        };
        let Some(v) = self.data.verbs.iter().position(|x| x.name == name) else {
            return unknown(format!("`{text}`: no verb `{name}`"));
        };
        let thing = match (self.data.verbs[v].domain, rest) {
            (VerbDomain::Plain, None) => Some(0),
            (VerbDomain::Number(low, high), Some(n)) => n
                .parse::<i32>()
                .ok()
                .filter(|n| (low..=high).contains(n))
                .map(|n| (n - low) as usize),
            (VerbDomain::Hex, Some(h)) => self
                .place_named(h)
                .map(usize::from)
                .filter(|&p| p < self.hex_count),
            (VerbDomain::Unit, Some(u)) => self.unit_named(u).map(usize::from),
            _ => None,
        };
        match thing {
            Some(t) => Ok(Action::new(v as u16, t as u16)),
            None => unknown(format!(
                "`{text}`: `{name}` does not take `{}`",
                rest.unwrap_or("")
            )),
        }
    }

    pub(crate) fn choice_at(&self, state: &State) -> Option<&Choice> {
        choice_in(&self.data.procedures, state)
    }

    /// The name of the decision that a state waits for.
    pub fn decision(&self, state: &State) -> Option<&str> {
        self.choice_at(state)
            .map(|c| self.data.decisions[c.kind as usize].as_str())
    }

    /// The number of the decision that a state waits for, among the names of decisions.
    pub fn decision_number(&self, state: &State) -> Option<u16> {
        self.choice_at(state).map(|c| c.kind)
    }

    /// Whether an action of the pending decision ends or declines something.
    pub fn is_pass(&self, state: &State, action: Action) -> bool {
        self.choice_at(state)
            .is_some_and(|c| c.alts.iter().any(|a| a.verb == action.verb() && a.pass))
    }

    /// The n-th legal action.
    pub fn nth_legal(&self, state: &State, n: u32) -> Option<Action> {
        let choice = self.choice_at(state)?;
        let mut left = n;
        for (alt, &(at, words, count)) in choice.alts.iter().zip(&state.pending.alts) {
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

    /// How many legal actions pass, and how many play.
    pub fn split_passes(&self, state: &State) -> (u32, u32) {
        let Some(choice) = self.choice_at(state) else {
            return (0, 0);
        };
        let mut counts = (0, 0);
        for (alt, &(_, _, count)) in choice.alts.iter().zip(&state.pending.alts) {
            if alt.pass {
                counts.0 += count;
            } else {
                counts.1 += count;
            }
        }
        counts
    }

    /// The n-th of the legal actions that pass, or of those that play.
    pub fn nth_legal_of(&self, state: &State, n: u32, pass: bool) -> Option<Action> {
        let choice = self.choice_at(state)?;
        let mut left = n;
        for (alt, &(at, words, count)) in choice.alts.iter().zip(&state.pending.alts) {
            if alt.pass != pass {
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

    /// Every legal action.
    pub fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        let Some(choice) = self.choice_at(state) else {
            return;
        };
        for (alt, &(at, words, _)) in choice.alts.iter().zip(&state.pending.alts) {
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

    /// Hex sets have rows of whole words: the bit's number is not the hex's.
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
        let Some(choice) = self.choice_at(state) else {
            return false;
        };
        choice
            .alts
            .iter()
            .zip(&state.pending.alts)
            .any(|(alt, &(at, words, _))| {
                alt.verb == action.verb() && {
                    let bits = &state.pending.bits[at as usize..][..words as usize];
                    self.bit_of(action)
                        .is_some_and(|(w, b)| bits.get(w).is_some_and(|x| x & b != 0))
                }
            })
    }

    fn bit_of(&self, action: Action) -> Option<(usize, u64)> {
        self.action_id(action)?;
        let thing = action.thing();
        if self.data.verbs[action.verb() as usize].domain == VerbDomain::Hex {
            Some(self.grid.word_bit(thing))
        } else {
            Some((thing as usize / 64, 1 << (thing % 64)))
        }
    }
}

/// The decision at which a state waits, in one form of the program or the other.
pub(super) fn choice_in<'p>(procedures: &'p [Procedure], state: &State) -> Option<&'p Choice> {
    if state.outcome.is_some() {
        return None;
    }
    let frame = state.frames.last()?;
    let procedure = procedures.get(frame.procedure as usize)?;
    match procedure.code.get(frame.pc as usize)? {
        Instr::Choose(c) => Some(c),
        _ => None,
    }
}

/// The size of a set that mostly is empty, as most words of it are: bits take long to count.
fn many(bits: &[u64]) -> u32 {
    if hexset::is_empty(bits) {
        return 0;
    }
    let words = bits.iter().filter(|w| **w != 0);
    words.map(|w| w.count_ones()).sum()
}

fn nth_bit(bits: &[u64], mut n: u32) -> Option<usize> {
    for (w, &word) in bits.iter().enumerate() {
        // most are, and bits take long to count
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

impl Vm<'_> {
    /// Works out the legal actions of a choice into the pending decision.
    pub(super) fn offer(&mut self, st: &State, choice: &Choice, out: &mut Pending) {
        out.alts.clear();
        out.bits.clear();
        out.total = 0;
        out.actor = self.arg(st, &choice.actor).clamp(0, 255) as u8;
        for alt in &choice.alts {
            let at = out.bits.len();
            self.domain(st, &alt.base, alt.verb, &mut out.bits);
            for limit in &alt.rules {
                let bits = &mut out.bits[at..];
                if hexset::is_empty(bits) {
                    break;
                }
                if self.s.stats.is_none() {
                    self.keep(st, &limit.allows, bits);
                    continue;
                }
                let before = hexset::count(bits);
                self.keep(st, &limit.allows, bits);
                let after = hexset::count(bits);
                if let Some(stats) = &mut self.s.stats {
                    stats.allowed[limit.rule as usize] += u64::from(after > 0);
                    stats.refused[limit.rule as usize] += u64::from(after < before);
                }
            }
            let count = many(&out.bits[at..]);
            if count == 0 {
                out.bits.truncate(at);
            }
            out.alts
                .push((at as u32, (out.bits.len() - at) as u32, count));
            out.total += count;
        }
        if let Some(stats) = &mut self.s.stats {
            stats.applied[choice.rule as usize] += 1;
        }
    }

    fn full(&self, verb: u16, bits: &mut Vec<u64>) {
        match self.game.data.verbs[verb as usize].domain {
            VerbDomain::Plain => bits.push(1),
            VerbDomain::Number(low, high) => bits.push(u64::MAX >> (63 - (high - low))),
            VerbDomain::Hex => bits.extend_from_slice(&self.game.all_hexes),
            VerbDomain::Unit => bits.extend_from_slice(&self.game.all_units),
        }
    }

    fn domain(&mut self, st: &State, domain: &Domain, verb: u16, bits: &mut Vec<u64>) {
        let at = bits.len();
        match domain {
            Domain::When(_) | Domain::Numbers(_) => {
                self.full(verb, bits);
                self.keep(st, domain, &mut bits[at..]);
            }
            Domain::Hexes(h) => {
                bits.resize(at + self.game.hex_words, 0);
                self.hexes_by::<Put>(st, h, &mut bits[at..]);
            }
            Domain::Units(u) => {
                bits.resize(at + self.game.unit_words, 0);
                self.units_by::<Put>(st, u, &mut bits[at..]);
            }
        }
    }

    /// Keeps what a domain allows.
    fn keep(&mut self, st: &State, allows: &Domain, bits: &mut [u64]) {
        match allows {
            Domain::When(e) => {
                if self.arg(st, e) == 0 {
                    bits.fill(0);
                }
            }
            Domain::Numbers(e) => bits[0] &= self.int(st, e) as u64,
            Domain::Hexes(h) => self.hexes_by::<Keep>(st, h, bits),
            Domain::Units(u) => self.units_by::<Keep>(st, u, bits),
        }
    }

    /// Why an action is not legal, or `None` when it is.
    pub fn refusal(&mut self, st: &State, action: Action) -> Option<Refusal> {
        self.s.now += 1;
        self.s.epoch += 1;
        self.s.base = st.frames.last().map_or(0, |f| f.base as usize);
        let choice = self.game.choice_at(st)?;
        let mut refusal = Refusal {
            rule: choice.rule,
            text: None,
        };
        for alt in choice.alts.iter().filter(|a| a.verb == action.verb()) {
            match self.first_refusal(st, alt, action) {
                None => return None,
                Some(r) => refusal = r,
            }
        }
        if refusal.rule == 0 {
            refusal.rule = choice.rule;
        }
        Some(refusal)
    }

    fn first_refusal(&mut self, st: &State, alt: &Alternative, action: Action) -> Option<Refusal> {
        let Some((w, b)) = self.game.bit_of(action) else {
            return Some(Refusal {
                rule: 0,
                text: None,
            });
        };
        let mut bits = Vec::new();
        // a rule that forbids speaks first, even on what was not offered
        for limit in &alt.rules {
            bits.clear();
            self.domain(st, &limit.allows, alt.verb, &mut bits);
            if bits.get(w).is_none_or(|x| x & b == 0) {
                return Some(Refusal {
                    rule: limit.rule,
                    text: Some(limit.text),
                });
            }
        }
        bits.clear();
        self.domain(st, &alt.base, alt.verb, &mut bits);
        if bits.get(w).is_none_or(|x| x & b == 0) {
            return Some(Refusal {
                rule: 0,
                text: None,
            });
        }
        None
    }

    /// The refusal of an action as an error with its facts.
    pub fn illegal(&mut self, st: &State, action: Action) -> Error {
        let game = self.game;
        let name = game.notation(action);
        let Some(refusal) = self.refusal(st, action) else {
            return Error::Unknown(format!("`{name}`: the game is over"));
        };
        let decision = game.decision(st).unwrap_or("").to_owned();
        let text = match refusal.text {
            Some(t) => {
                let domain = game.data.verbs[action.verb() as usize].domain;
                let fact = match domain {
                    VerbDomain::Hex => game.data.hex_facts[action.thing() as usize].as_str(),
                    _ => "",
                };
                let why = &game.data.texts[t as usize];
                if fact.is_empty() {
                    format!("{why}; `{name}`")
                } else {
                    format!("{why}; {} is {fact}", game.place_name(action.thing()))
                }
            }
            None => format!("`{name}` is not among the actions of `{decision}`"),
        };
        Error::Illegal {
            rule: game.rule_name(refusal.rule).to_owned(),
            text,
        }
    }

    /// Takes an action and runs on to the next decision. An error leaves the state unusable:
    /// callers that keep the state apply the action to a copy.
    pub fn apply(&mut self, st: &mut State, action: Action) -> Result<()> {
        if !self.game.is_legal(st, action) {
            return Err(self.illegal(st, action));
        }
        self.take(st, action)?;
        self.run(st)
    }

    /// Takes an action known to be legal and runs on.
    pub fn advance(&mut self, st: &mut State, action: Action) -> Result<()> {
        self.take(st, action)?;
        self.run(st)
    }

    pub(super) fn take(&mut self, st: &mut State, action: Action) -> Result<()> {
        let game = self.game;
        let Some(choice) = game.choice_at(st) else {
            return program("an action without a decision");
        };
        let Some(alt) = choice
            .alts
            .iter()
            .zip(&st.pending.alts)
            .find(|(a, &(at, words, _))| {
                a.verb == action.verb()
                    && game.bit_of(action).is_some_and(|(w, b)| {
                        st.pending.bits[at as usize..][..words as usize]
                            .get(w)
                            .is_some_and(|x| x & b != 0)
                    })
            })
            .map(|(a, _)| a)
        else {
            return program("an action that is not offered");
        };
        let value = match game.data.verbs[alt.verb as usize].domain {
            VerbDomain::Number(low, _) => low + i32::from(action.thing()),
            _ => i32::from(action.thing()),
        };
        let Some(frame) = st.frames.last_mut() else {
            return program("a decision without a frame");
        };
        frame.pc = alt.target;
        let slot = frame.base as usize + alt.into as usize;
        st.locals[slot] = value;
        Ok(())
    }

    pub(super) fn note_forced(&mut self, actor: u8, action: Action) {
        self.s.forced += 1;
        if let Some(effects) = &mut self.s.effects {
            effects.push(Effect::Forced(actor, action));
        }
    }
}

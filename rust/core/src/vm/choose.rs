//! Decisions: legal actions, reasons for refusals, and the application of an action.

use super::{Action, Effect, Vm};
use crate::error::{program, Error, Result};
use crate::file::VerbDomain;
use crate::ids::{PlaceId, RuleId};
use crate::ir::instr::{Alternative, Decision, Domain};
use crate::state::{Pending, State};
use crate::vm::eval::set_ops::{Keep, Put};
use eastfront_kernel::hexset;

/// The reason why an action is illegal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids the action.
    pub rule: u16,
    /// The text of the refusal, if the rule has one.
    pub text: Option<u16>,
}

impl Vm<'_> {
    /// Computes the legal actions of a decision.
    pub(super) fn offer(&mut self, st: &State, decision: &Decision, out: &mut Pending) {
        out.alternatives.clear();
        out.bits.clear();
        out.total = 0;
        out.actor = self.int(st, &decision.actor).clamp(0, 255) as u8;
        for alt in &decision.alternatives {
            let at = out.bits.len();
            self.domain(st, &alt.base, alt.verb, &mut out.bits);
            for limit in &alt.limits {
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
            let count = hexset::count(&out.bits[at..]) as u32;
            if count == 0 {
                out.bits.truncate(at);
            }
            out.alternatives
                .push((at as u32, (out.bits.len() - at) as u32, count));
            out.total += count;
        }
        if let Some(stats) = &mut self.s.stats {
            stats.applied[decision.rule as usize] += 1;
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

    /// Removes from the legal actions, given as bits, those outside a domain.
    fn keep(&mut self, st: &State, allows: &Domain, bits: &mut [u64]) {
        match allows {
            Domain::When(e) => {
                if self.int(st, e) == 0 {
                    bits.fill(0);
                }
            }
            Domain::Numbers(e) => bits[0] &= self.int(st, e) as u64,
            Domain::Hexes(h) => self.hexes_by::<Keep>(st, h, bits),
            Domain::Units(u) => self.units_by::<Keep>(st, u, bits),
        }
    }

    /// The reason why an action is illegal; `None` if it is legal.
    pub fn refusal(&mut self, st: &State, action: Action) -> Option<Refusal> {
        self.s.now += 1;
        self.s.epoch += 1;
        self.s.base = st.frames.last().map_or(0, |f| f.base as usize);
        let decision = self.game.decision_told(st)?;
        let mut refusal = Refusal {
            rule: decision.rule,
            text: None,
        };
        for alt in decision
            .alternatives
            .iter()
            .filter(|a| a.verb == action.verb())
        {
            match self.first_refusal(st, alt, action) {
                None => return None,
                Some(r) => refusal = r,
            }
        }
        if refusal.rule == 0 {
            refusal.rule = decision.rule;
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
        // a rule that forbids an action is reported before the absence of the action
        for limit in &alt.limits {
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

    /// A hex as described to the side to act: its own units there, and the terrain.
    fn hex_in_words(&self, st: &State, hex: u16) -> String {
        let (data, name) = (&self.game.data, self.game.place_name(PlaceId(hex)));
        let mut own: Vec<u16> = st
            .units_on(hex)
            .filter(|&u| data.units.side[u as usize] == st.pending.actor)
            .collect();
        own.sort_unstable();
        let own: Vec<&str> = own
            .iter()
            .map(|&u| data.units.names[u as usize].as_str())
            .collect();
        let stands = match own.as_slice() {
            [] => None,
            [one] => Some(format!("{one} stands in {name}")),
            more => Some(format!("{} stand in {name}", more.join(", "))),
        };
        let fact = &data.hex_facts[hex as usize];
        let terrain = (!fact.is_empty()).then(|| format!("terrain of {name}: {fact}"));
        let facts: Vec<String> = [stands, terrain].into_iter().flatten().collect();
        facts.join("; ")
    }

    /// The refusal of an action as an error, with the facts of the position.
    pub fn illegal(&mut self, st: &State, action: Action) -> Error {
        let game = self.game;
        let name = game.notation(action);
        let Some(refusal) = self.refusal(st, action) else {
            return Error::Unknown(format!("`{name}`: the game is over"));
        };
        let decision = game.decision(st).unwrap_or("").to_owned();
        let text = match refusal.text {
            Some(t) => {
                let why = &game.data.texts[t as usize];
                let facts = match game.data.verbs[action.verb() as usize].domain {
                    VerbDomain::Hex => self.hex_in_words(st, action.thing()),
                    _ => String::new(),
                };
                if facts.is_empty() {
                    format!("{why}; `{name}`")
                } else {
                    format!("{why}; {facts}")
                }
            }
            None => format!("`{name}` is not among the actions of `{decision}`"),
        };
        Error::Illegal {
            rule: game.rule_name(RuleId(refusal.rule)).to_owned(),
            text,
        }
    }

    /// Applies an action and runs to the next decision. An illegal action changes nothing. An error
    /// of the program leaves the state unusable: callers that need the state apply the action to a
    /// copy.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let mut vm = Vm::new(&game, &mut scratch);
    /// vm.apply(&mut state, game.parse("automatic")?)?;
    ///
    /// // the same again is refused, and changes nothing
    /// let before = state.key();
    /// assert!(vm.apply(&mut state, game.parse("automatic")?).is_err());
    /// assert_eq!(state.key(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, st: &mut State, action: Action) -> Result<()> {
        if !self.game.is_legal(st, action) {
            return Err(self.illegal(st, action));
        }
        self.take(st, action)?;
        self.run(st)
    }

    /// Applies an action that is known to be legal, and runs to the next decision.
    pub fn advance(&mut self, st: &mut State, action: Action) -> Result<()> {
        self.take(st, action)?;
        self.run(st)
    }

    pub(super) fn take(&mut self, st: &mut State, action: Action) -> Result<()> {
        let game = self.game;
        let Some(decision) = game.decision_at(st) else {
            return program("an action without a decision");
        };
        let Some(alt) = decision
            .alternatives
            .iter()
            .zip(&st.pending.alternatives)
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

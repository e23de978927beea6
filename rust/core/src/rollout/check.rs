//! Checks the invariants of every position while games are played in native code.
//!
//! This module defines the invariants of the engine. The invariants of a game are its queries whose
//! names begin with [`LAW`]; a query that returns 0 is a violation. Positions can be sampled as
//! bytes for further checks.

use super::{play_by, Played, Player, Players};
use crate::error::Result;
use crate::file::{VerbDomain, LAW};
use crate::game::Game;
use crate::ids::PlaceId;
use crate::state::State;
use crate::vm::{Action, Reply, Scratch, Stats, Vm};
use eastfront_kernel::rng::Rng;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of violations described in words.
const SHOWN: usize = 20;

/// The sampling of positions; in sampled positions every legal action is tried.
#[derive(Debug, Clone, Default)]
pub struct Sampling {
    /// The interval of sampled positions: 1 for every position, 0 for none.
    pub every: u64,
    /// Names of decisions at which every position is sampled.
    pub decisions: Vec<String>,
}

/// A sampled position.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The index of the game.
    pub game: usize,
    /// The number of actions before the position, including rolls.
    pub action: u64,
    /// The state as bytes.
    pub bytes: Vec<u8>,
}

/// The results of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// One entry for each game, in order of index.
    pub games: Vec<Played>,
    /// Counts by rule.
    pub stats: Stats,
    /// The number of checked positions.
    pub positions: u64,
    /// The number of actions tried on a copy of a position, in addition to those played.
    pub tried: u64,
    /// The number of violations.
    pub violations: u64,
    /// The first violations in words.
    pub found: Vec<String>,
    /// The sampled positions.
    pub samples: Vec<Sample>,
}

/// Plays `n` games from a state, from index `first` on, and checks every position. The games are
/// equal to those of [`super::rollout`] with the same seed.
#[allow(clippy::too_many_arguments)]
pub fn play_checked(
    game: &Game,
    from: &State,
    first: usize,
    n: usize,
    seed: u64,
    player: Player,
    sampling: &Sampling,
    stop: &AtomicBool,
) -> Result<Checked> {
    let mut out = Checked::default();
    let mut scratch = Scratch::new(game);
    scratch.stats = Some(Stats::new(game));
    let mut look = Look::new(game);
    let mut players = Players::new(game, &[player])?;
    let unsound = look.sound.iter().filter(|&&sound| !sound).count();
    if unsound > 0 && first == 0 {
        out.violations += 1;
        out.found.push(format!(
            "{unsound} actions do not survive conversion to notation or dense id"
        ));
    }
    let mut state = from.clone();
    for index in first..first + n {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        state.copy_from(from);
        look.seen.clear();
        let mut rng = Rng::stream(seed, index as u64);
        let mut action = 0u64;
        let played = play_by(
            game,
            &mut state,
            &mut scratch,
            &mut players,
            &mut rng,
            stop,
            |state, _| {
                let kept = (sampling.every > 0 && action.is_multiple_of(sampling.every))
                    || (game.decision(state))
                        .is_some_and(|d| sampling.decisions.iter().any(|x| x == d));
                if kept {
                    let bytes = state.to_bytes(game);
                    out.samples.push(Sample {
                        game: index,
                        action,
                        bytes,
                    });
                }
                out.positions += 1;
                for wrong in look.at(state, action, kept) {
                    out.violations += 1;
                    if out.found.len() < SHOWN {
                        let decision = game.decision(state).unwrap_or("over");
                        out.found.push(format!(
                            "game {index}, action {action}, `{decision}`: {wrong}"
                        ));
                    }
                }
                action += 1;
                Ok(true)
            },
        )?;
        out.games.push(played);
    }
    out.tried = look.tried;
    out.stats = scratch.stats.take().unwrap_or_default();
    Ok(out)
}

/// The checker of one thread, with its working memory.
struct Look<'g> {
    game: &'g Game,
    scratch: Scratch,
    /// Working memory for running the program as written, with which the optimised program is
    /// compared.
    word_for_word: Scratch,
    /// For each dense action id, whether the action survives conversion to notation and back.
    sound: Vec<bool>,
    /// The keys of the positions of this game.
    seen: HashSet<u64>,
    actions: Vec<Action>,
    tried: u64,
}

impl<'g> Look<'g> {
    fn new(game: &'g Game) -> Look<'g> {
        let mut word_for_word = Scratch::new(game);
        word_for_word.verbatim = true;
        Look {
            game,
            scratch: Scratch::new(game),
            word_for_word,
            sound: (0..game.num_actions())
                .map(|id| comes_back(game, id))
                .collect(),
            seen: HashSet::new(),
            actions: Vec::new(),
            tried: 0,
        }
    }

    /// The violations in a position, in words; with `all` every legal action is tried, else one.
    /// `number` is the number of actions before the position.
    fn at(&mut self, state: &State, number: u64, all: bool) -> Vec<String> {
        let mut wrong = Vec::new();
        wrong.extend(state.audit(self.game));
        wrong.extend(self.places(state));
        self.laws(state, &mut wrong);
        if wrong.is_empty() {
            // the bytes of an inconsistent state are refused
            wrong.extend(self.bytes(state));
        }
        if !self.seen.insert(state.key()) {
            wrong.push("the position occurred before".into());
        }
        self.offered(state, number, all, &mut wrong);
        wrong
    }

    /// Checks that every unit is at one place and in the list of units there; returns the violation
    /// in words, None if there is none.
    fn places(&self, state: &State) -> Option<String> {
        let mut held = vec![0u8; self.game.unit_count];
        for place in 0..self.game.place_count as u16 {
            for u in state.units_on(place) {
                if state.unit_place(u) != place {
                    let (unit, place) = (self.unit(u), self.game.place_name(PlaceId(place)));
                    return Some(format!("{place} holds {unit}, which is elsewhere"));
                }
                held[u as usize] += 1;
            }
        }
        let odd = held.iter().position(|&n| n != 1)?;
        let unit = self.unit(odd as u16);
        Some(format!("{unit} is in {} places", held[odd]))
    }

    fn unit(&self, u: u16) -> &str {
        &self.game.data.units.names[u as usize]
    }

    /// Checks that serialisation preserves the state, its key and its pending decision; returns the
    /// violation in words, None if there is none.
    fn bytes(&mut self, state: &State) -> Option<String> {
        let game = self.game;
        let bytes = state.to_bytes(game);
        let back = match State::from_bytes(game, &bytes, &mut self.scratch) {
            Ok(back) => back,
            Err(e) => return Some(format!("its bytes are refused: {e}")),
        };
        let over = state.outcome().is_some();
        let what = [
            ("different bytes", back.to_bytes(game) == bytes),
            ("a different position", back.same_position(state)),
            ("a different key", back.key() == state.key()),
            (
                "different legal actions",
                over || back.pending() == state.pending(),
            ),
        ];
        let (name, _) = what.iter().find(|(_, same)| !same)?;
        Some(format!("serialisation gives {name}"))
    }

    /// Adds to `wrong` the invariants of the game that a position violates.
    fn laws(&mut self, state: &State, wrong: &mut Vec<String>) {
        for &query in &self.game.laws {
            let name = &self.game.data.queries[query.index()].name[LAW.len()..];
            match Vm::new(self.game, &mut self.scratch).ask(state, query, &[]) {
                Ok(Reply::Int(0)) => wrong.push(name.to_owned()),
                Ok(_) => {}
                Err(e) => wrong.push(format!("{name}: {e}")),
            }
        }
    }

    /// Adds to `wrong` the faults of the legal actions: the actions must be distinct and legal, as
    /// many as the state says, must survive conversion to ids and notation, and must each lead to a
    /// position.
    fn offered(&mut self, state: &State, number: u64, all: bool, wrong: &mut Vec<String>) {
        let game = self.game;
        let mut actions = std::mem::take(&mut self.actions);
        game.legal(state, &mut actions);
        let chance = state.pending().actor as usize == game.side_count;
        let least = match state.outcome() {
            Some(_) => 0,
            None if chance => 1,
            None => 2,
        };
        let total = actions.len();
        if total < least || (least == 0 && total > 0) || total != state.pending().total as usize {
            wrong.push(format!("{total} actions"));
        }
        if !actions.windows(2).all(|w| w[0] < w[1]) {
            let mut sorted = actions.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|w| w[0] == w[1]) {
                wrong.push("an action occurs twice".into());
            }
        }
        for (n, &action) in actions.iter().enumerate() {
            let sound = game
                .action_id(action)
                .is_some_and(|id| self.sound[id as usize]);
            let fit =
                game.is_legal(state, action) && game.nth_legal(state, n as u32) == Some(action);
            if !sound || !fit {
                wrong.push(format!(
                    "`{}` is offered, but inconsistent",
                    game.notation(action)
                ));
            }
            if all || n == number as usize % total {
                self.tried += 1;
                wrong.extend(self.astray(state, action));
            }
        }
        self.actions = actions;
    }

    /// Plays an action by the optimised program and by the program as written. If the two lead to
    /// different states, returns the violation in words, else None.
    fn astray(&mut self, state: &State, action: Action) -> Option<String> {
        let game = self.game;
        let (mut run, mut read) = (state.clone(), state.clone());
        let done = Vm::new(game, &mut self.scratch).apply(&mut run, action);
        if let Err(e) = done {
            return Some(format!("`{}` fails: {e}", game.notation(action)));
        }
        let done = Vm::new(game, &mut self.word_for_word).apply(&mut read, action);
        let same = done.is_ok()
            && run.same_position(&read)
            && run.outcome() == read.outcome()
            && (run.outcome().is_some() || run.pending() == read.pending());
        (!same).then(|| {
            format!(
                "`{}` leads to a different position in the program as written",
                game.notation(action)
            )
        })
    }
}

/// Whether an action survives conversion to its dense id and back and, if its argument is a hex on
/// the map or a unit, to notation and back.
fn comes_back(game: &Game, id: u32) -> bool {
    let Some(action) = game.action_of(id) else {
        return false;
    };
    let off_map = game.data.verbs[action.verb() as usize].domain == VerbDomain::Hex
        && game.place_name(PlaceId(action.thing())).is_empty();
    let read = || {
        game.parse(&game.notation(action))
            .is_ok_and(|a| a == action)
    };
    game.action_id(action) == Some(id) && (off_map || read())
}

//! Plays games in step with a twin: the same game with a program that lacks something, such as a
//! rule.
//!
//! If a rule is folded into tables, hexsides or the shape of the program at load, no instruction
//! bears its id and no counter shows its effect. Playing both programs action by action shows the
//! effect: each difference is due to the rule.

use super::{play_seen, Policy};
use crate::error::Result;
use crate::game::Game;
use crate::ids::{HexFlag, UnitFlag};
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::Rng;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of games and decisions in which a game and its twin differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compared {
    /// The number of games played in both programs.
    pub games: u64,
    /// The number of games with a difference.
    pub decided: u64,
    /// The number of decisions with an action that is legal in the game and illegal in the twin.
    pub allowed: u64,
    /// The number of decisions with an action that is illegal in the game and legal in the twin.
    pub refused: u64,
    /// The number of actions that led to another position in the twin; the game is not followed
    /// further.
    pub applied: u64,
}

/// Plays up to `n` games of a policy in step, until `enough` of them differ.
#[allow(clippy::too_many_arguments)]
pub fn compare(
    game: &Game,
    from: &State,
    twin: &Game,
    twin_from: &State,
    n: usize,
    enough: u64,
    seed: u64,
    policy: Policy,
    stop: &AtomicBool,
) -> Result<Compared> {
    let names = Names::new(game, twin);
    let (mut scratch, mut other) = (Scratch::new(game), Scratch::new(twin));
    let mut out = Compared::default();
    let (mut a, mut b) = (from.clone(), twin_from.clone());
    for index in 0..n {
        if out.decided >= enough || stop.load(Ordering::Relaxed) {
            break;
        }
        a.copy_from(from);
        b.copy_from(twin_from);
        let mut rng = Rng::stream(seed, index as u64);
        let before = out;
        out.games += 1;
        play_seen(
            game,
            &mut a,
            &mut scratch,
            policy,
            &mut rng,
            stop,
            |a, action| {
                if !names.same(game, a, twin, &b) {
                    out.applied += 1;
                    return Ok(false);
                }
                let (more, fewer) = names.offers(game, a, twin, &b);
                out.allowed += u64::from(more);
                out.refused += u64::from(fewer);
                let Some(action) = action.and_then(|x| names.action(x)) else {
                    return Ok(false);
                };
                if !twin.is_legal(&b, action) {
                    return Ok(false);
                }
                if Vm::new(twin, &mut other).advance(&mut b, action).is_err() {
                    // without the rule the program fails
                    out.applied += 1;
                    return Ok(false);
                }
                Ok(true)
            },
        )?;
        let same = (before.allowed, before.refused, before.applied)
            == (out.allowed, out.refused, out.applied);
        out.decided += u64::from(!same);
    }
    Ok(out)
}

/// The correspondence of indices in the two programs, by name.
struct Names {
    verbs: Vec<Option<u16>>,
    variables: Vec<(usize, usize)>,
    unit_flags: Vec<(u8, u8)>,
    hex_flags: Vec<(u8, u8)>,
    unit_fields: Vec<(u8, u8)>,
}

fn pairs<'a>(
    a: impl Iterator<Item = &'a str>,
    b: impl Iterator<Item = &'a str> + Clone,
) -> Vec<(usize, usize)> {
    a.enumerate()
        .filter_map(|(i, name)| b.clone().position(|x| x == name).map(|j| (i, j)))
        .collect()
}

fn flags(a: &[String], b: &[String]) -> Vec<(u8, u8)> {
    let found = pairs(a.iter().map(String::as_str), b.iter().map(String::as_str));
    found.into_iter().map(|(i, j)| (i as u8, j as u8)).collect()
}

impl Names {
    fn new(game: &Game, twin: &Game) -> Names {
        let (a, b) = (&game.data, &twin.data);
        Names {
            verbs: a
                .verbs
                .iter()
                .map(|v| {
                    let like = |w: &crate::file::Verb| w.name == v.name && w.domain == v.domain;
                    b.verbs.iter().position(like).map(|w| w as u16)
                })
                .collect(),
            variables: pairs(
                a.variables.iter().map(|v| v.name.as_str()),
                b.variables.iter().map(|v| v.name.as_str()),
            ),
            unit_flags: flags(&a.unit_flags, &b.unit_flags),
            hex_flags: flags(&a.hex_flags, &b.hex_flags),
            unit_fields: flags(&a.unit_fields, &b.unit_fields),
        }
    }

    fn action(&self, action: Action) -> Option<Action> {
        let verb = self.verbs[action.verb() as usize]?;
        Some(Action::new(verb, action.thing()))
    }

    /// Whether two positions agree in board, side to act, decision and outcome.
    fn same(&self, game: &Game, a: &State, twin: &Game, b: &State) -> bool {
        let ended = |s: &State| s.outcome().map(|o| (o.winner, o.level));
        let mut units = 0..game.unit_count as u16;
        units.clone().all(|u| a.unit_place(u) == b.unit_place(u))
            && ended(a) == ended(b)
            && a.pending().actor == b.pending().actor
            && game.decision(a) == twin.decision(b)
            && self.variables.iter().all(|&(i, j)| a.vars[i] == b.vars[j])
            && (self.unit_flags.iter())
                .all(|&(i, j)| a.units_with(game, UnitFlag(i)) == b.units_with(twin, UnitFlag(j)))
            && units
                .all(|u| (self.unit_fields.iter()).all(|&(i, j)| a.field(i, u) == b.field(j, u)))
            && (self.hex_flags.iter())
                .all(|&(i, j)| a.hexes_with(game, HexFlag(i)) == b.hexes_with(twin, HexFlag(j)))
    }

    /// Whether the game has a legal action that the twin lacks, and whether the twin has one that
    /// the game lacks.
    fn offers(&self, game: &Game, a: &State, twin: &Game, b: &State) -> (bool, bool) {
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        game.legal(a, &mut mine);
        twin.legal(b, &mut theirs);
        let like: Vec<Option<Action>> = mine.iter().map(|&x| self.action(x)).collect();
        let more = like.iter().any(|x| x.is_none_or(|x| !twin.is_legal(b, x)));
        let shared = like.iter().flatten().filter(|&&x| twin.is_legal(b, x));
        (more, shared.count() < theirs.len())
    }
}

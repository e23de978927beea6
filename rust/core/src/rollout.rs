//! Playouts in native code with random, busy and greedy policies, many games on many threads.
//!
//! The random stream of a game depends only on the seed and on its index, so the results are equal
//! for any number of threads. [`check`] checks every position of such games; [`twin`] plays them in
//! step with a game whose program lacks a rule.

pub mod check;
pub mod greedy;
pub mod twin;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::ids::QueryId;
use crate::state::{Outcome, State};
use crate::vm::{Action, Reply, Scratch, Stats, Vm};
use eastfront_kernel::rng::Rng;
use greedy::Greedy;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// A policy without look-ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Uniformly random.
    Random,
    /// With probability 1/16 an action that ends or declines something (a pass), else one of the
    /// other actions, uniformly random.
    Busy,
}

impl Policy {
    /// Chooses a legal action.
    pub fn pick(self, game: &Game, state: &State, rng: &mut Rng) -> Option<Action> {
        let total = state.pending().total;
        if self == Policy::Random {
            return game.nth_legal(state, rng.below(total));
        }
        let (pass, play) = game.split_passes(state);
        let want_pass = pass > 0 && (play == 0 || rng.below(16) == 0);
        let n = rng.below(if want_pass { pass } else { play });
        game.nth_legal_of(state, n, want_pass)
    }
}

/// The player of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A policy without look-ahead.
    Blind(Policy),
    /// A greedy player, who looks one action ahead.
    Greedy,
    /// A greedy player who evaluates positions by the query `outlook <side>` if the program has
    /// one.
    Wary,
    /// An external player: play stops when the side is to act.
    Elsewhere,
}

/// The players of a game, with their working memory.
#[derive(Debug)]
pub struct Players<'g> {
    game: &'g Game,
    sides: Vec<Player>,
    greedy: Option<Greedy<'g>>,
    wary: Option<Greedy<'g>>,
}

impl<'g> Players<'g> {
    /// The players of the sides in order; the last one plays all further sides. A greedy player
    /// needs a game file with parameters of look-ahead.
    pub fn new(game: &'g Game, sides: &[Player]) -> Result<Players<'g>> {
        let wanted = |player| sides.contains(&player);
        let greedy = wanted(Player::Greedy).then(|| Greedy::new(game)).flatten();
        let wary = wanted(Player::Wary).then(|| Greedy::wary(game)).flatten();
        if (wanted(Player::Greedy) && greedy.is_none()) || (wanted(Player::Wary) && wary.is_none())
        {
            return Err(Error::Unknown(format!(
                "the greedy policy needs a game file that says how to look ahead; that of {} does \
                 not",
                game.data.id
            )));
        }
        Ok(Players {
            game,
            sides: sides.to_vec(),
            greedy,
            wary,
        })
    }

    /// Whether the side to act has an external player.
    pub fn elsewhere(&self, state: &State) -> bool {
        self.sides.get(usize::from(state.pending().actor)) == Some(&Player::Elsewhere)
    }

    /// Chooses a legal action for the side to act.
    pub fn pick(
        &mut self,
        state: &State,
        scratch: &mut Scratch,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<Option<Action>> {
        let side = usize::from(state.pending().actor);
        let player = self.sides.get(side).or(self.sides.last()).copied();
        let looks = match player {
            Some(Player::Blind(policy)) => return Ok(policy.pick(self.game, state, rng)),
            Some(Player::Greedy) => &mut self.greedy,
            Some(Player::Wary) => &mut self.wary,
            _ => return Ok(None),
        };
        match looks {
            Some(looks) => looks.pick(state, scratch, rng, stop),
            None => Ok(None),
        }
    }
}

/// The result of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The outcome; None if play stopped before the end.
    pub outcome: Option<Outcome>,
    /// The final evaluation for the first side, if the game defines one and it is wanted.
    pub score: Option<i64>,
    /// Decisions of a side with at least two actions.
    pub decisions: u64,
    /// Decisions of a side with a single action, which is played without a choice.
    pub forced: u64,
    /// Rolls and other decisions of chance.
    pub chance: u64,
}

/// Plays from a state to the end.
pub fn play_out(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    policy: Policy,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Result<Played> {
    play_seen(game, state, scratch, policy, rng, stop, |_, _| Ok(true))
}

/// Plays from a state to the end, or until `see` returns false. `see` is called with each position
/// and the next action, and with the last position and None.
pub fn play_seen(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    policy: Policy,
    rng: &mut Rng,
    stop: &AtomicBool,
    see: impl FnMut(&State, Option<Action>) -> Result<bool>,
) -> Result<Played> {
    let mut players = Players::new(game, &[Player::Blind(policy)])?;
    play_by(game, state, scratch, &mut players, rng, stop, see)
}

/// Plays from a state, each side by its player, to the end, to a decision of an external player, or
/// until `see` returns false. `see` is called with each position and the next action, and with the
/// last position and None.
pub fn play_by(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    players: &mut Players<'_>,
    rng: &mut Rng,
    stop: &AtomicBool,
    mut see: impl FnMut(&State, Option<Action>) -> Result<bool>,
) -> Result<Played> {
    let mut played = Played {
        outcome: None,
        score: None,
        decisions: 0,
        forced: 0,
        chance: 0,
    };
    scratch.forced = 0;
    let chance = game.data.sides.len();
    let mut on = true;
    while state.outcome().is_none() {
        if played.decisions.is_multiple_of(16) && stop.load(Ordering::Relaxed) {
            break;
        }
        if players.elsewhere(state) {
            break;
        }
        let pick = if state.pending().actor as usize == chance {
            played.chance += 1;
            game.nth_legal(state, rng.below(state.pending().total))
        } else {
            played.decisions += 1;
            players.pick(state, scratch, rng, stop)?
        };
        let Some(action) = pick else {
            return crate::error::program("a state without an action");
        };
        on = see(state, Some(action))?;
        if !on {
            break;
        }
        Vm::new(game, scratch).advance(state, action)?;
    }
    if on && state.outcome().is_some() {
        see(state, None)?;
    }
    played.forced = scratch.forced;
    played.outcome = state.outcome();
    Ok(played)
}

/// The results of many games.
#[derive(Debug, Clone)]
pub struct Rollouts {
    /// One entry for each game, in order of index.
    pub games: Vec<Played>,
    /// Counts by rule, if wanted.
    pub stats: Option<Stats>,
}

/// The optional results of a playout.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// Counts by rule; they need the program as written.
    pub stats: bool,
    /// The final evaluations.
    pub scores: bool,
}

/// The query that evaluates final positions: the query of look-ahead.
pub fn score_of(game: &Game) -> Option<QueryId> {
    let query = game.query_named(&game.data.lookahead.as_ref()?.value)?;
    (game.data.queries[query.index()].args == 0).then_some(query)
}

/// Plays `n` games from a state, with the players of the sides in order.
///
/// ```
/// # use eastfront_core::rng::Rng;
/// # use eastfront_core::{Game, Scratch, State, Vm};
/// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
/// # let mut scratch = Scratch::new(&game);
/// # let mut state = State::blank(&game, Rng::stream(41, 0));
/// # Vm::new(&game, &mut scratch).start(&mut state)?;
/// use eastfront_core::rollout::{rollout, Player, Policy, Wanted};
/// use std::sync::atomic::AtomicBool;
///
/// let players = [Player::Blind(Policy::Busy)];
/// let stop = AtomicBool::new(false);
/// let played = rollout(&game, &state, 2, 1, 7, &players, Wanted::default(), &stop)?;
/// assert!(played.games.iter().all(|game| game.outcome.is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(clippy::too_many_arguments)]
pub fn rollout(
    game: &Game,
    from: &State,
    n: usize,
    threads: usize,
    seed: u64,
    players: &[Player],
    wanted: Wanted,
    stop: &AtomicBool,
) -> Result<Rollouts> {
    let Wanted { stats, scores } = wanted;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Played>)>> = Mutex::new(Vec::new());
    let counts: Mutex<Option<Stats>> = Mutex::new(stats.then(|| Stats::new(game)));
    let work = || {
        let mut scratch = Scratch::new(game);
        scratch.stats = stats.then(|| Stats::new(game));
        let mut state = from.clone();
        let mut mine = Vec::new();
        let mut players = match Players::new(game, players) {
            Ok(players) => players,
            Err(e) => {
                if let Ok(mut all) = done.lock() {
                    all.push((0, Err(e)));
                }
                return;
            }
        };
        let query = score_of(game).filter(|_| scores);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= n || stop.load(Ordering::Relaxed) {
                break;
            }
            state.copy_from(from);
            let mut rng = Rng::stream(seed, i as u64);
            let see = |_: &State, _| Ok(true);
            let (board, memory) = (&mut state, &mut scratch);
            let mut played = play_by(game, board, memory, &mut players, &mut rng, stop, see);
            if let (Ok(played), Some(query)) = (&mut played, query) {
                let counted = scratch.stats.take();
                if let Ok(Reply::Int(score)) = Vm::new(game, &mut scratch).ask(&state, query, &[]) {
                    played.score = Some(score);
                }
                scratch.stats = counted;
            }
            mine.push((i, played));
        }
        if let Ok(mut all) = done.lock() {
            all.append(&mut mine);
        }
        if let (Ok(mut all), Some(own)) = (counts.lock(), &scratch.stats) {
            if let Some(all) = all.as_mut() {
                all.add(own);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, 256) {
            scope.spawn(work);
        }
        work();
    });
    let mut played = done.into_inner().unwrap_or_else(|e| e.into_inner());
    played.sort_by_key(|(i, _)| *i);
    let games = played
        .into_iter()
        .map(|(_, p)| p)
        .collect::<Result<Vec<_>>>()?;
    Ok(Rollouts {
        games,
        stats: counts.into_inner().unwrap_or_else(|e| e.into_inner()),
    })
}

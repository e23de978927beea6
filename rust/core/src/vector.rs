//! Many copies of a game, stepped together: a step is one choice of a side in each of them.
//!
//! Chance and forced actions are played automatically. The dice of game `i` in its episode `e`
//! depend only on the seed, `i` and `e`, never on threads or other games. A step is atomic: all
//! actions are checked before any is played, and if the engine fails the games are restored.

mod job;

use crate::error::{program, Error, Result};
use crate::game::Game;
use crate::ids::Side;
use crate::rollout::{Player, Players};
use crate::state::{Outcome, State};
use crate::tensor::{Memo, Tensor};
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::Rng;
use job::{divide, Job, Task, BLOCK};
use std::sync::Mutex;

/// The treatment of a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Autoreset {
    /// The next episode begins in the same step; its first decision is shown.
    SameStep,
    /// The next episode begins in the next step, whatever the action.
    NextStep,
    /// The game stays over until [`Vector::reset`].
    Never,
}

/// The settings of a vector.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The seed of all streams.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The treatment of a game that is over.
    pub autoreset: Autoreset,
    /// The maximum number of decisions of a game, after which it is truncated; 0 for no limit.
    pub limit: u32,
    /// The only side that is stepped, with the player of the other sides; None if all sides are
    /// stepped.
    pub learner: Option<(Side, Player)>,
}

/// The end of a game in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The outcome of the game; None if it was truncated.
    pub outcome: Option<Outcome>,
    /// The number of decisions in the game.
    pub length: u32,
    /// The number of the episode.
    pub episode: u64,
    /// The side whose planes show the last position: the last side to decide.
    pub observer: Side,
}

/// The parts of a game, besides its state, that a step changes.
#[derive(Debug, Clone, Copy, Default)]
struct Course {
    episode: u64,
    length: u32,
    observer: u8,
    /// Whether an episode has begun.
    begun: bool,
    /// Whether the episode is over and the next one has not begun.
    over: bool,
    ending: Option<Ending>,
    /// The random number generator of the sides that are not stepped.
    others: Rng,
}

/// One game.
#[derive(Debug, Default)]
struct Slot {
    state: State,
    before: State,
    course: Course,
    course_before: Course,
    memo: Memo,
    legal: Vec<Action>,
    /// Dense ids of the legal actions.
    ids: Vec<u32>,
    /// The planes of the last position of an episode that ended in this step, if the next episode
    /// has begun.
    last: Vec<i16>,
    error: Option<Error>,
}

/// The output buffers for planes and masks, game after game; an empty slice is not written.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// Planes; each game has `stride` cells, and the tensor fills the first of them.
    pub planes: &'a mut [i16],
    /// The number of cells of a game.
    pub stride: usize,
    /// Legal actions by dense id.
    pub masks: &'a mut [bool],
}

/// Many games.
pub struct Vector {
    slots: Vec<Slot>,
    scratches: Vec<Scratch>,
    start: State,
    tensor: Tensor,
    settings: Settings,
}

/// The seed of an episode: `Game::new` with this seed plays the same dice.
pub fn episode_seed(seed: u64, game: usize, episode: u64) -> u64 {
    Rng::stream(Rng::stream(seed, game as u64).0, episode).0
}

/// Rolls from the state's own generator until a side is to act or the game is over.
pub fn settle(game: &Game, state: &mut State, scratch: &mut Scratch) -> Result<()> {
    while state.outcome().is_none() && state.pending().actor as usize == game.data.sides.len() {
        let mut rng = state.rng;
        let n = rng.below(state.pending().total);
        state.rng = rng;
        let Some(action) = game.nth_legal(state, n) else {
            return program("a roll without outcomes");
        };
        Vm::new(game, scratch).advance(state, action)?;
    }
    Ok(())
}

impl Vector {
    /// `n` games that begin at `start`; they must be reset before they are stepped. An error if a
    /// player cannot play the game.
    pub fn new(
        game: &Game,
        start: &State,
        n: usize,
        tensor: Tensor,
        settings: Settings,
    ) -> Result<Vector> {
        let threads = settings.threads.clamp(1, 256);
        others(game, &settings)?;
        Ok(Vector {
            slots: (0..n).map(|_| Slot::default()).collect(),
            scratches: (0..threads).map(|_| Scratch::new(game)).collect(),
            start: start.clone(),
            tensor,
            settings,
        })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The planes that are written.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    /// Whether an episode of a game has begun.
    pub fn begun(&self, i: usize) -> bool {
        self.slots.get(i).is_some_and(|s| s.course.begun)
    }

    /// The state of a game.
    pub fn state(&self, i: usize) -> Option<&State> {
        self.slots.get(i).map(|s| &s.state)
    }

    /// The dense ids of the legal actions of a game.
    pub fn ids(&self, i: usize) -> &[u32] {
        self.slots.get(i).map_or(&[], |s| &s.ids)
    }

    /// The episode of a game, and the number of decisions so far.
    pub fn course(&self, i: usize) -> (u64, u32) {
        self.slots
            .get(i)
            .map_or((0, 0), |s| (s.course.episode, s.course.length))
    }

    /// The side whose planes are shown: the side to act, or else the last one to decide.
    pub fn observer(&self, i: usize) -> Side {
        Side(self.slots.get(i).map_or(0, |s| s.course.observer))
    }

    /// The end of a game if it ended in the last step, else None.
    pub fn ending(&self, i: usize) -> Option<Ending> {
        self.slots.get(i).and_then(|s| s.course.ending)
    }

    /// The planes of the last position of a game that ended in the last step, if the next one has
    /// begun.
    pub fn last_planes(&self, i: usize) -> &[i16] {
        self.slots.get(i).map_or(&[], |s| &s.last)
    }

    /// Begins new episodes in all games, or in those marked in `which`. With a seed, all random
    /// streams restart at the first episode; without one, each game goes on to its next episode.
    pub fn reset(
        &mut self,
        game: &Game,
        seed: Option<u64>,
        which: Option<&[bool]>,
        buffers: &mut Buffers<'_>,
    ) -> Result<()> {
        if let Some(seed) = seed {
            self.settings.seed = seed;
            self.slots.iter_mut().for_each(|s| {
                s.course.episode = 0;
                s.course.begun = false;
            });
        }
        if which.is_some_and(|w| w.len() != self.slots.len()) {
            return Err(Error::Unknown(format!(
                "a choice among {} games, expected {}",
                which.map_or(0, <[bool]>::len),
                self.slots.len()
            )));
        }
        self.run(game, Task::Reset(which), buffers)
    }

    /// Plays one action, by dense id, in each game. An illegal action is an error that names the
    /// game and the id, and no game changes. The action for a game that is over is ignored.
    pub fn step(&mut self, game: &Game, actions: &[i64], buffers: &mut Buffers<'_>) -> Result<()> {
        if actions.len() != self.slots.len() {
            return Err(Error::Unknown(format!(
                "{} actions, expected one for each of {} games",
                actions.len(),
                self.slots.len()
            )));
        }
        let Vector {
            slots, scratches, ..
        } = self;
        for (i, (slot, &id)) in slots.iter().zip(actions).enumerate() {
            if !slot.course.begun {
                return Err(Error::Unknown(format!("game {i} has not begun; reset it")));
            }
            if !slot.course.over {
                look(game, &mut scratches[0], &slot.state, i, id)?;
            }
        }
        // only a game that is over has an invalid id here, and it ignores the id
        let ids: Vec<u32> = (actions.iter())
            .map(|&id| u32::try_from(id).unwrap_or(u32::MAX))
            .collect();
        let done = self.run(game, Task::Step(&ids), buffers);
        if done.is_err() {
            for slot in &mut self.slots {
                std::mem::swap(&mut slot.state, &mut slot.before);
                slot.course = slot.course_before;
            }
            self.run(game, Task::Show, buffers)?;
        }
        done
    }

    fn run(&mut self, game: &Game, task: Task<'_>, buffers: &mut Buffers<'_>) -> Result<()> {
        let job = Job {
            game,
            tensor: &self.tensor,
            start: &self.start,
            settings: self.settings,
            stride: buffers.stride,
            task,
        };
        let blocks = self.slots.len().div_ceil(BLOCK);
        let work = Mutex::new(divide(&mut self.slots, game, buffers).into_iter());
        let play = |scratch: &mut Scratch, players: &mut Players<'_>| loop {
            let taken = match work.lock() {
                Ok(mut rest) => rest.next(),
                Err(_) => None,
            };
            match taken {
                Some(block) => job.block(block, scratch, players),
                None => break,
            }
        };
        let Some((first, rest)) = self.scratches.split_first_mut() else {
            return program("a vector without memory");
        };
        let mut players = others(game, &self.settings)?;
        let hands = rest
            .iter_mut()
            .take(blocks.saturating_sub(1))
            .map(|scratch| Ok((scratch, others(game, &self.settings)?)))
            .collect::<Result<Vec<_>>>()?;
        std::thread::scope(|scope| {
            for (scratch, mut players) in hands {
                let play = &play;
                scope.spawn(move || play(scratch, &mut players));
            }
            play(first, &mut players);
        });
        drop(work);
        match self.slots.iter_mut().find_map(|s| s.error.take()) {
            Some(error) => {
                self.slots.iter_mut().for_each(|s| s.error = None);
                Err(error)
            }
            None => Ok(()),
        }
    }
}

/// The players of the sides that are not stepped.
fn others<'g>(game: &'g Game, settings: &Settings) -> Result<Players<'g>> {
    let player = settings.learner.map_or(Player::Elsewhere, |(_, p)| p);
    Players::new(game, &[player])
}

/// Refuses an illegal action with an error that names the game.
fn look(game: &Game, scratch: &mut Scratch, state: &State, i: usize, id: i64) -> Result<()> {
    let known = u32::try_from(id).ok().and_then(|id| game.action_of(id));
    let Some(action) = known else {
        return Err(Error::Unknown(format!(
            "game {i}: action {id}, expected an id from 0 to {}",
            game.num_actions().saturating_sub(1)
        )));
    };
    if game.is_legal(state, action) {
        return Ok(());
    }
    let name = game.notation(action);
    Err(match Vm::new(game, scratch).illegal(state, action) {
        Error::Illegal { rule, text } => Error::Illegal {
            rule,
            text: format!("game {i}, action {id} (`{name}`): {text}"),
        },
        other => other,
    })
}

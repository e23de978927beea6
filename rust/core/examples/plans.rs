//! Plays a search over plans against the greedy policy, with each side in turn.
//!
//! `cargo run --release --example plans -- FILE games samples finalists playouts extent spans`

use eastfront_core::rng::Rng;
use eastfront_core::rollout::{Player, Players};
use eastfront_core::search::plan::{plans, Options};
use eastfront_core::{Action, Game, Scratch, State, Vm};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let n = |i: usize, or: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(or);
    let game = Game::from_bytes(&std::fs::read(&args[1])?)?;
    let name = format!("evaluation {}", game.data.sides[0]);
    let query = game.query_named(&name).ok_or("no evaluation")?;
    let first = n(8, 0);
    for index in first..first + n(2, 2) {
        for side in 0..3u8 {
            // the third game is the policy against itself
            let began = Instant::now();
            let mut options = Options {
                samples: n(3, 16) as u32,
                finalists: n(4, 4) as usize,
                playouts: n(5, 16) as u32,
                extent: n(6, 2) as u8,
                spans: n(7, 2) as u32,
                policy: Player::Greedy,
                seed: 0,
                query,
            };
            let (mut scratch, stop) = (Scratch::new(&game), AtomicBool::new(false));
            let mut players = Players::new(&game, &[Player::Greedy])?;
            let mut rng = Rng::stream(7, index);
            let mut state = State::blank(&game, Rng::default());
            Vm::new(&game, &mut scratch).start(&mut state)?;
            let (mut planned, mut searches, mut spent): (Vec<Action>, u32, Duration) =
                Default::default();
            while state.outcome().is_none() {
                let actor = state.pending().actor;
                let action = if usize::from(actor) == game.data.sides.len() {
                    planned.clear();
                    game.nth_legal(&state, rng.below(state.pending().total))
                } else if actor == side {
                    match planned
                        .first()
                        .copied()
                        .filter(|&a| game.is_legal(&state, a))
                    {
                        Some(a) => {
                            planned.remove(0);
                            Some(a)
                        }
                        None => {
                            let t = Instant::now();
                            options.seed = rng.word();
                            searches += 1;
                            let found =
                                plans(&game, std::slice::from_ref(&state), &options, &stop)?;
                            planned = found[0].actions.clone();
                            spent += t.elapsed();
                            Some(planned.remove(0))
                        }
                    }
                } else {
                    planned.clear();
                    players.pick(&state, &mut scratch, &mut rng, &stop)?
                };
                Vm::new(&game, &mut scratch).advance(&mut state, action.ok_or("no action")?)?;
            }
            let value = game.query_named("value").ok_or("no value")?;
            let score = Vm::new(&game, &mut scratch).ask(&state, value, &[])?;
            println!(
                "game {index} planner {} winner {:?} score {score:?} searches {searches} {:?} each, {:?}",
                game.data.sides.get(side as usize).map_or("nobody", |s| s),
                state.outcome().and_then(|o| o.winner).map(|w| &game.data.sides[w.index()]),
                spent / searches.max(1),
                began.elapsed()
            );
        }
    }
    Ok(())
}

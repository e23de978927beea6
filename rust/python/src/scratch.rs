//! The working memory of a thread, shared by all its states, so that copies reuse the cached values
//! of a state.

use eastfront_core::{Game, Scratch, State};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// The number of games with memory in a thread; the least recently used one is dropped.
const GAMES: usize = 4;

/// The number of states whose memory a thread keeps for copies.
const SPARES: usize = 64;

static USES: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static KEPT: RefCell<Vec<(u64, Box<Scratch>)>> = const { RefCell::new(Vec::new()) };
    static LAST: Cell<u64> = const { Cell::new(0) };
    static FREE: RefCell<Vec<Arc<State>>> = const { RefCell::new(Vec::new()) };
}

/// Calls a function with the thread's memory for a game. Memory in use during a panic is dropped.
pub fn with<T>(game: &Game, run: impl FnOnce(&mut Scratch) -> T) -> T {
    LAST.set(USES.fetch_add(1, Ordering::Relaxed));
    let mut scratch = KEPT
        .with_borrow_mut(|kept| {
            let at = kept.iter().rposition(|(d, _)| *d == game.digest)?;
            Some(kept.remove(at).1)
        })
        .unwrap_or_else(|| Box::new(Scratch::new(game)));
    let out = run(&mut scratch);
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= GAMES {
            kept.remove(0);
        }
        kept.push((game.digest, scratch));
    });
    out
}

/// The number of the last use of the thread's memory; no two uses, of whichever thread, have the
/// same number.
pub fn last_use() -> u64 {
    LAST.get()
}

/// A copy of a state. It takes memory that [`give_back`] has kept, if there is any, else new
/// memory.
pub fn copy_of(state: &State) -> Arc<State> {
    let mut free = FREE.with_borrow_mut(Vec::pop);
    match free.as_mut().and_then(Arc::get_mut) {
        Some(memory) => memory.copy_from(state),
        None => free = None,
    }
    free.unwrap_or_else(|| Arc::new(state.clone()))
}

/// Keeps the memory of a state for [`copy_of`]; called before the last reference to the state is
/// dropped. Does nothing if there are further references.
pub fn give_back(state: &Arc<State>) {
    if Arc::strong_count(state) > 1 {
        return;
    }
    // an ending thread keeps nothing
    let _ = FREE.try_with(|free| {
        let mut free = free.borrow_mut();
        if free.len() < SPARES {
            free.push(state.clone());
        }
    });
}

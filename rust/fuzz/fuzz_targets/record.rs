//! The actions of a record replay to the same bytes; a refused action changes nothing.
#![no_main]

use eastfront_core::{Action, Scratch, Vm};
use eastfront_fuzz::{game, start, Input};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (game, mut scratch, mut other) = (game(), Scratch::new(game()), Scratch::new(game()));
    let (mut input, mut state) = (Input(data), start(&mut scratch));
    let mut record = Vec::new();
    while input.more() && state.outcome().is_none() {
        let wild = Action::new(input.byte().into(), input.below(1 << 16) as u16);
        let action = if input.byte() % 8 == 1 { Some(wild) } else { input.action(&state) };
        let (before, Some(action)) = (state.to_bytes(game), action) else { return };
        match Vm::new(game, &mut scratch).apply(&mut state, action) {
            Ok(()) => record.push(action),
            Err(_) => assert_eq!(state.to_bytes(game), before),
        }
    }
    let mut replayed = start(&mut other);
    for action in record {
        Vm::new(game, &mut other).apply(&mut replayed, action).unwrap();
    }
    assert_eq!(replayed.to_bytes(game), state.to_bytes(game));
});

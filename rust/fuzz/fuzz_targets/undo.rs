//! An action and its undoing restore the bytes, the key and the legal actions.
#![no_main]

use eastfront_core::{Scratch, State, Vm};
use eastfront_fuzz::{game, start, Input};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (game, mut scratch) = (game(), Scratch::new(game()));
    let (mut input, mut state) = (Input(data), start(&mut scratch));
    let mut saved = State::default();
    while input.more() {
        let Some(action) = input.action(&state) else { return };
        saved.copy_from(&state);
        Vm::new(game, &mut scratch).apply(&mut state, action).unwrap();
        if input.byte() % 2 == 1 {
            state.copy_from(&saved);
            assert_eq!(state.audit(game), None);
            let back = State::from_bytes(game, &state.to_bytes(game), &mut scratch).unwrap();
            assert!(back.key() == state.key() && back.pending() == state.pending());
        }
    }
});

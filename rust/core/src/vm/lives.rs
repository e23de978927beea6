//! What ends with a move, a battle, a phase, ...: flags and variables that declare such a life.

use super::units::members;
use super::Vm;
use crate::game::{Life, Lives};
use crate::kernel::hexset;
use crate::state::State;

/// The rule of a change that no rule makes.
const NO_RULE: u16 = 0;

impl Vm<'_> {
    /// Lets go of all that is over when something ends: nothing bears the flags any more, a variable
    /// holds its first value again, a number kept for units is 0 for all.
    #[inline(never)]
    pub(super) fn ends(&mut self, st: &mut State, ending: Life) {
        let game = self.game;
        let Some(Lives {
            variables,
            unit_flags,
            unit_fields,
            hex_flags,
        }) = &game.data.lives
        else {
            return;
        };
        for v in over(variables, ending) {
            self.write_var(
                st,
                v as u16,
                i64::from(game.data.variables[v].init),
                NO_RULE,
            );
        }
        for f in over(unit_flags, ending) {
            if st.units_with(game, f as u8).iter().all(|&word| word == 0) {
                continue;
            }
            let bearers = st.units_with(game, f as u8).to_vec();
            for u in members(&bearers) {
                self.one_unit_flag(st, f as u8, u, false, NO_RULE);
            }
        }
        for f in over(unit_fields, ending) {
            for u in 0..game.unit_count as u16 {
                if st.field(f as u8, u) != 0 {
                    self.write_field(st, f as u8, u, 0);
                }
            }
        }
        for f in over(hex_flags, ending) {
            let bearers = st.hexes_with(game, f as u8);
            if !hexset::is_empty(bearers) {
                let set = bearers.to_vec();
                self.turn_hexes(st, f as u8, &set, false, NO_RULE);
            }
        }
    }
}

/// Those that are to be gone when something ends.
fn over(lives: &[Life], ending: Life) -> impl Iterator<Item = usize> + '_ {
    let all = lives.iter().enumerate();
    all.filter(move |(_, life)| life.over(ending))
        .map(|(n, _)| n)
}

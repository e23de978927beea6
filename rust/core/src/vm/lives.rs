//! Ends of lifetimes: resets the flags and variables that last for a move, a battle, a phase, and
//! so on.

use super::Vm;
use crate::ids::{HexFlag, UnitFlag};
use crate::ir::instr::Life;
use crate::state::State;
use crate::vm::eval::units::members;
use eastfront_kernel::hexset;

/// The number that stands for no rule, for changes that no rule causes.
const NO_RULE: u16 = 0;

impl Vm<'_> {
    /// Resets everything whose lifetime ends: clears flags, sets variables to their initial values
    /// and unit fields to 0.
    #[inline(never)]
    pub(super) fn ends(&mut self, st: &mut State, ending: Life) {
        let game = self.game;
        let ended = &game.ended[ending as usize];
        for &(v, init) in &ended.variables {
            if st.vars[usize::from(v)] != init {
                self.write_var(st, v, i64::from(init), NO_RULE);
            }
        }
        for &f in &ended.unit_flags {
            let bearers = st.units_with(game, UnitFlag(f));
            if bearers.iter().any(|&word| word != 0) {
                let bearers = bearers.to_vec();
                for u in members(&bearers) {
                    self.one_unit_flag(st, f, u, false, NO_RULE);
                }
            }
        }
        for &f in &ended.unit_fields {
            for u in 0..game.unit_count as u16 {
                if st.field(f, u) != 0 {
                    self.write_field(st, f, u, 0);
                }
            }
        }
        for &f in &ended.hex_flags {
            let bearers = st.hexes_with(game, HexFlag(f));
            if !hexset::is_empty(bearers) {
                let set = bearers.to_vec();
                self.turn_hexes(st, f, &set, false, NO_RULE);
            }
        }
    }
}

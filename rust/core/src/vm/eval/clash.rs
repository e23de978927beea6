//! Evaluates the balance of attackers against the defenders adjacent to them.

use crate::ir::expr::Clash;
use crate::state::State;
use crate::vm::eval::units::members;
use crate::vm::Vm;
use eastfront_kernel::grid::NO_HEX;

/// The number of shares into which the strength of an attacker is divided, so that it splits evenly
/// among up to six hexes.
const SHARES: i64 = 60;

impl Vm<'_> {
    /// The sum over the attacked hexes. Each hex counts the strength against it minus `even` times
    /// its defence, at least minus its defence, and at most `most` times its defence. The strength
    /// of an attacker is divided equally among the hexes that it attacks; in hard terrain the
    /// defence is doubled.
    pub(in crate::vm) fn clash(&mut self, st: &State, clash: &Clash) -> i64 {
        let game = self.game;
        let attackers = self.units(st, &clash.attackers);
        let defenders = self.units(st, &clash.defenders);
        let hard = self.hexes(st, &clash.hard);
        let attrs = &game.data.units.attrs;
        let strength = &attrs[clash.strength as usize].values;
        let defence = &attrs[clash.defence as usize].values;
        let on_map = |place: u16| (place as usize) < game.hex_count;
        let mut held = std::mem::take(&mut self.s.held);
        held.clear();
        let mut slots = std::mem::take(&mut self.s.slots);
        slots.resize(game.hex_count, 0);
        for u in members(&defenders) {
            let place = st.unit_place(u);
            if !on_map(place) {
                continue;
            }
            let slot = &mut slots[place as usize];
            if *slot == 0 {
                held.push((place, 0, 0));
                *slot = held.len() as u16;
            }
            held[*slot as usize - 1].1 += i64::from(defence[u as usize]);
        }
        for u in members(&attackers) {
            let place = st.unit_place(u);
            if !on_map(place) {
                continue;
            }
            let mut touched = [0u16; 6];
            let mut n = 0;
            for d in 0..6u8 {
                let to = game.grid.neighbor(place, d);
                if to == NO_HEX || slots[to as usize] == 0 {
                    continue;
                }
                let (w, bit) = game.grid.word_bit(place);
                let open = |m: u8| game.edges[m as usize].open[d as usize][w] & bit != 0;
                if clash.edges.is_none_or(open) {
                    touched[n] = slots[to as usize];
                    n += 1;
                }
            }
            for &slot in &touched[..n] {
                held[slot as usize - 1].2 += i64::from(strength[u as usize]) * SHARES / n as i64;
            }
        }
        let mut sum = 0;
        for &(place, defended, attacked) in &held {
            slots[place as usize] = 0;
            if attacked > 0 {
                let (w, bit) = game.grid.word_bit(place);
                let twice = 1 + i64::from(hard[w] & bit != 0);
                let defence = defended.max(1) * twice * SHARES;
                let even = attacked - defence * i64::from(clash.even);
                sum += even.clamp(-defence, defence * i64::from(clash.most));
            }
        }
        self.s.held = held;
        self.s.slots = slots;
        self.s.unit_pool.push(attackers);
        self.s.unit_pool.push(defenders);
        self.s.hex_pool.push(hard);
        sum / SHARES
    }
}

//! Changes of a position regardless of the rules, and an audit of the derived part of a state.

use super::State;
use crate::error::Result;
use crate::game::Game;
use crate::ids::{HexFlag, HexId, PlaceId, UnitFlag, UnitId, VariableId};

impl State {
    /// Moves a unit, regardless of the rules.
    pub fn edit_place(&mut self, game: &Game, unit: UnitId, place: PlaceId) {
        self.set_place(game, unit.0, place.0);
    }

    /// Sets a flag of a unit, regardless of the rules.
    pub fn edit_unit_flag(&mut self, game: &Game, flag: UnitFlag, unit: UnitId, on: bool) {
        self.set_unit_flag(game, flag.0, unit.0, on);
    }

    /// Sets a flag of a hex, regardless of the rules.
    pub fn edit_hex_flag(&mut self, game: &Game, flag: HexFlag, hex: HexId, on: bool) {
        self.set_hex_flag(game, flag.0, hex.0, on);
    }

    /// Assigns a variable, regardless of the rules.
    pub fn edit_var(&mut self, game: &Game, variable: VariableId, value: i32) -> Result<()> {
        self.set_var(game, variable.0, i64::from(value))
    }

    /// Recomputes the derived part; returns its first difference from the stored one in words, None
    /// if there is none.
    pub fn audit(&self, game: &Game) -> Option<String> {
        let mut fresh = self.clone();
        fresh.derive(game);
        let at = self.at;
        let words = |from: usize, to: usize| self.words[from..to] == fresh.words[from..to];
        let pairs = [
            ("occupation", words(at.occupied, at.on_map)),
            ("units on the map", words(at.on_map, at.terms)),
            ("occupation hash", fresh.occupied_hash == self.occupied_hash),
            (
                "unit hash",
                fresh.units_hash == self.units_hash && words(at.terms, at.flag_hashes),
            ),
            ("exact unit hash", fresh.side_hash == self.side_hash),
            (
                "flags by unit",
                fresh.flags_by_unit() == self.flags_by_unit(),
            ),
            ("flag hash", words(at.flag_hashes, at.standing)),
            ("materialised sets", words(at.standing, at.box_hashes)),
            ("hash of the boxes", words(at.box_hashes, at.words)),
            ("variable hash", fresh.vars_hash == self.vars_hash),
        ];
        if let Some((name, _)) = pairs.iter().find(|(_, same)| !same) {
            return Some(format!("{name} differs from its recomputation"));
        }
        // comparing empty places would dominate the running time
        let held = |&p: &u16| self.units_on(p).chain(fresh.units_on(p)).next().is_some();
        (0..game.place_count as u16).filter(held).find_map(|p| {
            let (mut a, mut b): (Vec<u16>, Vec<u16>) =
                (self.units_on(p).collect(), fresh.units_on(p).collect());
            a.sort_unstable();
            b.sort_unstable();
            (a != b).then(|| format!("stack at {} differs", game.place_name(PlaceId(p))))
        })
    }
}

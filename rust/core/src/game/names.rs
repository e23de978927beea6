//! Lookup by name of units, places, queries and variables.

use crate::file::GameData;
use crate::game::Game;
use crate::ids::{PlaceId, QueryId, UnitId, VariableId};
use std::collections::HashMap;

/// The index of each unit, place, query and variable by name. If several things have the same name,
/// the name stands for the first of them.
#[derive(Debug)]
pub(crate) struct Names {
    units: HashMap<String, u16>,
    places: HashMap<String, u16>,
    queries: HashMap<String, u16>,
    variables: HashMap<String, u16>,
}

fn index<'n>(names: impl Iterator<Item = &'n String>) -> HashMap<String, u16> {
    let mut out = HashMap::new();
    for (i, name) in names.enumerate() {
        if !name.is_empty() {
            out.entry(name.clone()).or_insert(i as u16);
        }
    }
    out
}

impl Names {
    /// Collects the names of the units, places, queries and variables of a game.
    pub(crate) fn new(data: &GameData) -> Names {
        let count = data.units.ids.len().max(1);
        let mut units = index(data.units.names.iter().chain(&data.units.ids));
        // an id stands for the unit with its index
        units.values_mut().for_each(|u| *u %= count as u16);
        Names {
            units,
            places: index(data.hex_names.iter().chain(&data.boxes)),
            queries: index(data.queries.iter().map(|q| &q.name)),
            variables: index(data.variables.iter().map(|v| &v.name)),
        }
    }
}

impl Game {
    /// The unit with a given name or id.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let unit = game.unit_named("57Pz").ok_or("no such unit")?;
    /// let place = state.place(unit);
    /// assert!(state.units_at(place).any(|other| other == unit));
    /// assert_eq!(game.place_named(game.place_name(place)), Some(place));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.names.units.get(name).map(|&u| UnitId(u))
    }

    /// The names of all units.
    pub fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.data.units.names.iter().map(String::as_str)
    }

    /// The names of all hexes and boxes.
    pub fn place_names(&self) -> impl Iterator<Item = &str> {
        let data = &self.data;
        data.hex_names.iter().chain(&data.boxes).map(String::as_str)
    }

    /// The names of all variables.
    pub fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.data.variables.iter().map(|variable| &*variable.name)
    }

    /// The names of all queries.
    pub fn query_names(&self) -> impl Iterator<Item = &str> {
        self.data.queries.iter().map(|query| &*query.name)
    }

    /// The hex or box with a given name.
    pub fn place_named(&self, name: &str) -> Option<PlaceId> {
        self.names.places.get(name).map(|&p| PlaceId(p))
    }

    /// The variable with a given name.
    pub fn variable_named(&self, name: &str) -> Option<VariableId> {
        self.names.variables.get(name).map(|&v| VariableId(v))
    }

    /// The query with a given name.
    pub fn query_named(&self, name: &str) -> Option<QueryId> {
        self.names.queries.get(name).map(|&q| QueryId(q))
    }
}

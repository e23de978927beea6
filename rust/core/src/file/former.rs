//! Former names of flags, variables and procedures of a game.

use crate::file::data::GameData;
use std::collections::HashMap;

/// For each kind of named part, a map from former names to current names. A former name in a file
/// is read as the current name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// Former names of variables.
    pub variables: HashMap<String, String>,
    /// Former names of unit flags.
    pub unit_flags: HashMap<String, String>,
    /// Former names of unit fields.
    pub unit_fields: HashMap<String, String>,
    /// Former names of hex flags.
    pub hex_flags: HashMap<String, String>,
    /// Former names of procedures.
    pub procedures: HashMap<String, String>,
    /// Former names of decisions.
    pub decisions: HashMap<String, String>,
}

impl FormerNames {
    /// Replaces former names by current ones; true if there were any.
    pub(crate) fn replace(&self, data: &mut GameData) -> bool {
        let mut any = each(
            &self.variables,
            data.variables.iter_mut().map(|v| &mut v.name),
        );
        any |= each(&self.unit_flags, data.unit_flags.iter_mut());
        any |= each(&self.unit_fields, data.unit_fields.iter_mut());
        any |= each(&self.hex_flags, data.hex_flags.iter_mut());
        any |= each(
            &self.procedures,
            data.procedures.iter_mut().map(|p| &mut p.name),
        );
        any |= each(&self.decisions, data.decisions.iter_mut());
        if let Some(look) = &mut data.lookahead {
            for list in [
                &mut look.quiet,
                &mut look.play,
                &mut look.decline,
                &mut look.rest,
            ] {
                any |= each(&self.decisions, list.iter_mut());
            }
        }
        any
    }
}

fn each<'n>(table: &HashMap<String, String>, names: impl Iterator<Item = &'n mut String>) -> bool {
    let mut any = false;
    for name in names {
        if let Some(now) = table.get(name) {
            name.clone_from(now);
            any = true;
        }
    }
    any
}

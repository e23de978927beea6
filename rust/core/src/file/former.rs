//! Names that flags, variables and procedures had in earlier versions of a game's rules.

use crate::file::data::GameData;
use std::collections::HashMap;

/// For each kind of things their former names, and what they are called now. A file in which a
/// former name stands is read as if the present one stood there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// Of variables.
    pub variables: HashMap<String, String>,
    /// Of flags of units.
    pub unit_flags: HashMap<String, String>,
    /// Of numbers kept for units.
    pub unit_fields: HashMap<String, String>,
    /// Of flags of hexes.
    pub hex_flags: HashMap<String, String>,
    /// Of procedures.
    pub procedures: HashMap<String, String>,
    /// Of decisions.
    pub decisions: HashMap<String, String>,
}

impl FormerNames {
    /// Gives everything its present name; the answer is whether any had another.
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

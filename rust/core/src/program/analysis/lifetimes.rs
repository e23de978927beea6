//! Variables and flags by lifetime: those that are reset at the end of a move, a battle, a phase,
//! and so on.

use crate::file::GameData;
use crate::ir::instr::Life;

/// The variables and flags that are reset at the end of one lifetime.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    /// The variables with their initial values.
    pub(crate) variables: Vec<(u16, i32)>,
    pub(crate) unit_flags: Vec<u8>,
    pub(crate) unit_fields: Vec<u8>,
    pub(crate) hex_flags: Vec<u8>,
}

impl Ended {
    /// For each lifetime, in the order of `Life`, what is reset at its end.
    pub(crate) fn with_each(data: &GameData) -> Vec<Ended> {
        (Life::ALL.iter())
            .map(|life| Ended::with(data, *life))
            .collect()
    }

    /// The variables and flags that are reset at the end of one lifetime.
    pub(crate) fn with(data: &GameData, ending: Life) -> Ended {
        let Some(lives) = &data.lives else {
            return Ended::default();
        };
        let over = |lives: &[Life]| -> Vec<u8> {
            let all = (0..).zip(lives);
            all.filter(|(_, life)| life.over(ending))
                .map(|(n, _)| n)
                .collect()
        };
        Ended {
            variables: (0..)
                .zip(lives.variables.iter().zip(&data.variables))
                .filter(|(_, (life, _))| life.over(ending))
                .map(|(n, (_, variable))| (n, variable.init))
                .collect(),
            unit_flags: over(&lives.unit_flags),
            unit_fields: over(&lives.unit_fields),
            hex_flags: over(&lives.hex_flags),
        }
    }
}

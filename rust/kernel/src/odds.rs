//! Combat odds: from strengths to a column, from a column to the exact distribution of results.
//!
//! All is integer arithmetic in the order of a rulebook: stages of strength, a ratio compared with
//! the columns of a table, shifts before and after a cap, and dice whose faces have integer
//! weights.

use std::ops::RangeInclusive;

use thiserror::Error;

/// The reason why odds cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OddsError {
    /// A strength out of the range of 64 bits, or a divisor of 0.
    #[error("a strength of {0} leaves the range of 64 bits or has a divisor of 0")]
    Strength(i64),
    /// A strength that must be positive and is not.
    #[error("odds of {attack} to {defence}: both must be above 0")]
    NotPositive {
        /// The attacker's strength.
        attack: i64,
        /// The defender's strength.
        defence: i64,
    },
    /// A table that is empty, or that lacks a result for some face and column.
    #[error("a table of {columns} columns and {rows} rows needs as many results")]
    Table {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
}

/// The rounding of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// To the nearest integer; halves are rounded up.
    Nearest,
}

/// One stage in the computation of a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Add a number, which may be negative.
    Add(i64),
    /// Multiply.
    Times(i64),
    /// Divide by a positive number and round.
    Over(i64, Rounding),
    /// A lower bound.
    Floor(i64),
    /// An upper bound.
    Cap(i64),
}

impl Stage {
    /// The stage that doubles a strength.
    pub const DOUBLE: Stage = Stage::Times(2);

    /// The stage that halves a strength, with rounding.
    pub const fn halve(rounding: Rounding) -> Stage {
        Stage::Over(2, rounding)
    }

    /// Applies the stage to a strength.
    pub fn apply(self, strength: i64) -> Result<i64, OddsError> {
        let done = match self {
            Stage::Add(more) => strength.checked_add(more),
            Stage::Times(factor) => strength.checked_mul(factor),
            Stage::Over(divisor, rounding) => divide(strength, divisor, rounding),
            Stage::Floor(least) => Some(strength.max(least)),
            Stage::Cap(most) => Some(strength.min(most)),
        };
        done.ok_or(OddsError::Strength(strength))
    }
}

fn divide(value: i64, divisor: i64, rounding: Rounding) -> Option<i64> {
    if divisor <= 0 {
        return None;
    }
    let rest = value.rem_euclid(divisor);
    let up = match rounding {
        Rounding::Down => false,
        Rounding::Up => rest > 0,
        Rounding::Nearest => rest >= divisor - rest,
    };
    value.div_euclid(divisor).checked_add(i64::from(up))
}

/// Applies stages in order to a strength; `seen` is called with the strength after each stage.
pub fn pipeline(
    strength: i64,
    stages: &[Stage],
    mut seen: impl FnMut(i64),
) -> Result<i64, OddsError> {
    stages.iter().try_fold(strength, |strength, stage| {
        let value = stage.apply(strength)?;
        seen(value);
        Ok(value)
    })
}

/// Odds as a ratio in which one of the numbers is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ratio {
    /// The attacker's odds, to one; 1 is even.
    Attack(i64),
    /// The defender's odds, to one; at least 2.
    Defence(i64),
}

impl Ratio {
    /// The odds of two strengths, rounded in the defender's favour: 7 to 2 is 3 to 1, and 2 to 5 is
    /// 1 to 3.
    ///
    /// ```
    /// use eastfront_kernel::odds::Ratio;
    ///
    /// assert_eq!(Ratio::of(7, 2), Ok(Ratio::Attack(3)));
    /// assert_eq!(Ratio::of(2, 5), Ok(Ratio::Defence(3)));
    /// assert!(Ratio::of(0, 5).is_err());
    /// ```
    pub fn of(attack: i64, defence: i64) -> Result<Ratio, OddsError> {
        if attack <= 0 || defence <= 0 {
            return Err(OddsError::NotPositive { attack, defence });
        }
        if attack >= defence {
            return Ok(Ratio::Attack(attack / defence));
        }
        let to_one = defence / attack + i64::from(defence % attack != 0);
        Ok(Ratio::Defence(to_one))
    }

    /// The odds as one number: 0 if even, 1 at two to one, -1 at one to two.
    pub const fn ordinal(self) -> i64 {
        match self {
            Ratio::Attack(n) => n - 1,
            Ratio::Defence(n) => 1 - n,
        }
    }
}

/// The index of the highest of the ascending `columns`, each (attack, defence), whose odds two
/// strengths reach, compared exactly; `None` if the strengths do not reach the first column.
pub fn column_by_ratio(
    attack: i64,
    defence: i64,
    columns: &[(u32, u32)],
) -> Result<Option<usize>, OddsError> {
    if attack <= 0 || defence <= 0 {
        return Err(OddsError::NotPositive { attack, defence });
    }
    let reached = columns.iter().take_while(|&&(to, one)| {
        i128::from(attack) * i128::from(one) >= i128::from(defence) * i128::from(to)
    });
    Ok(reached.count().checked_sub(1))
}

/// The index of the highest of the ascending `columns` of strength differences that attack minus
/// defence reaches; `None` if it does not reach the first column.
pub fn column_by_difference(attack: i64, defence: i64, columns: &[i64]) -> Option<usize> {
    let difference = attack.saturating_sub(defence);
    columns
        .iter()
        .take_while(|&&least| difference >= least)
        .count()
        .checked_sub(1)
}

/// Column shifts, before and after the odds are capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shifts {
    /// Columns to the right before the cap.
    pub before: i32,
    /// The range of columns to which the odds are capped between the shifts.
    pub cap: Option<(usize, usize)>,
    /// Columns to the right after the cap.
    pub after: i32,
}

impl Shifts {
    /// The column after the shifts, clamped to a table of `columns`.
    pub fn apply(&self, column: usize, columns: usize) -> usize {
        let last = i64::try_from(columns)
            .unwrap_or(i64::MAX)
            .saturating_sub(1)
            .max(0);
        let shifted = i64::try_from(column)
            .unwrap_or(last)
            .saturating_add(self.before.into());
        let held = match self.cap {
            Some((low, high)) => {
                let low = i64::try_from(low).unwrap_or(last);
                shifted.min(i64::try_from(high).unwrap_or(last)).max(low)
            }
            None => shifted,
        };
        held.saturating_add(self.after.into()).clamp(0, last) as usize
    }
}

/// The totals of a roll, from `first` upward, each with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The lowest total.
    pub first: i32,
    /// The number of ways to roll each total, the lowest total first.
    pub weights: Vec<u32>,
}

impl Faces {
    /// The totals of `count` dice with `sides` sides each. `None` if a weight exceeds 32 bits.
    pub fn dice(count: u8, sides: u8) -> Option<Faces> {
        let mut weights = vec![1u32];
        for _ in 0..count {
            let mut next = vec![0u32; weights.len() + usize::from(sides).saturating_sub(1)];
            for (at, &weight) in weights.iter().enumerate() {
                for place in next.get_mut(at..at + usize::from(sides))? {
                    *place = place.checked_add(weight)?;
                }
            }
            weights = next;
        }
        Some(Faces {
            first: i32::from(count),
            weights,
        })
    }
}

/// A table of results: a row for each modified roll, a column for each odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsTable {
    columns: usize,
    rows: RangeInclusive<i32>,
    /// The results, row by row.
    results: Vec<u16>,
}

impl ResultsTable {
    /// A table with `columns` columns whose first row is for a roll of `first`; `results` are given
    /// row by row.
    pub fn new(columns: usize, first: i32, results: Vec<u16>) -> Result<Self, OddsError> {
        let rows = results.len().checked_div(columns).unwrap_or(0);
        let last = i32::try_from(rows)
            .ok()
            .and_then(|rows| first.checked_add(rows - 1));
        match last {
            Some(last) if rows > 0 && rows * columns == results.len() => Ok(ResultsTable {
                columns,
                rows: first..=last,
                results,
            }),
            _ => Err(OddsError::Table { columns, rows }),
        }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The result in a column for a modified roll; rolls and columns beyond the table are clamped
    /// to it.
    pub fn result(&self, column: usize, roll: i32) -> u16 {
        let row = roll.clamp(*self.rows.start(), *self.rows.end()) - self.rows.start();
        let at = row as usize * self.columns + column.min(self.columns - 1);
        self.results.get(at).copied().unwrap_or(0)
    }

    /// Adds to `weights[result]` the number of ways to roll each result in a column, with a roll
    /// modified by `modifier`. Returns the sum of all weights. Results beyond `weights` are
    /// ignored.
    ///
    /// ```
    /// use eastfront_kernel::odds::{Faces, ResultsTable};
    ///
    /// // one column, and rows 1 to 3: nothing, a retreat, a loss
    /// let table = ResultsTable::new(1, 1, vec![0, 1, 2])?;
    /// let die = Faces::dice(1, 6).unwrap();
    /// let mut weights = [0; 3];
    /// assert_eq!(table.distribution(0, -1, &die, &mut weights), 6);
    /// assert_eq!(weights, [2, 1, 3]);
    /// # Ok::<(), eastfront_kernel::odds::OddsError>(())
    /// ```
    pub fn distribution(
        &self,
        column: usize,
        modifier: i32,
        faces: &Faces,
        weights: &mut [u64],
    ) -> u64 {
        let mut total = 0;
        let rolls = (0i32..).map(|face| faces.first.saturating_add(face));
        for (roll, &weight) in rolls.zip(&faces.weights) {
            total += u64::from(weight);
            let result = self.result(column, roll.saturating_add(modifier));
            if let Some(place) = weights.get_mut(usize::from(result)) {
                *place += u64::from(weight);
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_run_in_order() {
        let half_up = Stage::halve(Rounding::Up);
        let run = |from, stages: &[Stage]| pipeline(from, stages, |_| ()).unwrap();
        assert_eq!(run(5, &[half_up, Stage::Add(1), Stage::DOUBLE]), 8);
        assert_eq!(
            run(
                5,
                &[Stage::halve(Rounding::Down), Stage::Cap(1), Stage::Floor(3)]
            ),
            3
        );
        assert_eq!(run(-5, &[Stage::halve(Rounding::Down)]), -3);
        assert_eq!(run(-5, &[half_up]), -2);
        assert_eq!(run(5, &[Stage::Over(2, Rounding::Nearest)]), 3);
        assert_eq!(run(7, &[Stage::Over(3, Rounding::Nearest)]), 2);
        let mut seen = Vec::new();
        assert_eq!(
            pipeline(1, &[Stage::Add(2), Stage::DOUBLE], |v| seen.push(v)),
            Ok(6)
        );
        assert_eq!(seen, [3, 6]);
        assert!(pipeline(1, &[Stage::Over(0, Rounding::Up)], |_| ()).is_err());
        assert!(pipeline(i64::MAX, &[Stage::Add(1)], |_| ()).is_err());
    }

    #[test]
    fn odds_round_for_the_defender() {
        assert_eq!(Ratio::of(7, 2), Ok(Ratio::Attack(3)));
        assert_eq!(Ratio::of(2, 2), Ok(Ratio::Attack(1)));
        assert_eq!(Ratio::of(2, 5), Ok(Ratio::Defence(3)));
        assert_eq!(Ratio::of(2, 4).map(Ratio::ordinal), Ok(-1));
        assert!(Ratio::of(0, 4).is_err());
        let columns = [(1, 2), (1, 1), (3, 2), (2, 1)];
        assert_eq!(column_by_ratio(3, 2, &columns), Ok(Some(2)));
        assert_eq!(column_by_ratio(149, 100, &columns), Ok(Some(1)));
        assert_eq!(column_by_ratio(49, 100, &columns), Ok(None));
        assert_eq!(column_by_ratio(9, 1, &columns), Ok(Some(3)));
        assert_eq!(column_by_difference(5, 7, &[-3, -1, 0]), Some(0));
    }

    #[test]
    fn shifts_count_before_and_after_the_cap() {
        let shifts = Shifts {
            before: 4,
            cap: Some((0, 5)),
            after: -1,
        };
        assert_eq!(shifts.apply(3, 10), 4);
        assert_eq!(shifts.apply(0, 10), 3);
        assert_eq!(
            Shifts {
                before: -9,
                ..Default::default()
            }
            .apply(3, 10),
            0
        );
        assert_eq!(
            Shifts {
                after: 9,
                ..Default::default()
            }
            .apply(3, 10),
            9
        );
    }

    #[test]
    fn distributions_are_exact() {
        let dice = Faces::dice(2, 6).unwrap();
        assert_eq!(dice.weights, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        let table = ResultsTable::new(2, 1, vec![0, 1, 0, 1, 1, 2]).unwrap();
        let die = Faces::dice(1, 6).unwrap();
        let mut weights = [0; 3];
        assert_eq!(table.distribution(0, 0, &die, &mut weights), 6);
        assert_eq!(weights, [2, 4, 0]);
        let mut weights = [0; 3];
        table.distribution(7, -2, &die, &mut weights);
        assert_eq!(weights, [0, 4, 2]);
        assert!(ResultsTable::new(2, 1, vec![0]).is_err());
        assert!(ResultsTable::new(0, 1, vec![]).is_err());
    }
}

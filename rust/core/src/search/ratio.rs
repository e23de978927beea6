//! Exact values of proven positions: fractions in lowest terms.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// An integer as a fraction.
    pub fn whole(n: i64) -> Ratio {
        Ratio { num: n, den: 1 }
    }

    /// Numerator and denominator.
    pub fn parts(self) -> (i64, i64) {
        (self.num, self.den)
    }

    /// The mean of some fractions; `None` if it does not fit into 64 bits.
    pub fn mean(values: impl ExactSizeIterator<Item = Ratio>) -> Option<Ratio> {
        let n = i128::try_from(values.len()).ok()?;
        let mut sum = Ratio::whole(0);
        for value in values {
            sum = sum.plus(value)?;
        }
        Ratio::reduced(i128::from(sum.num), i128::from(sum.den).checked_mul(n)?)
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        // products of two 64-bit numbers fit into 128 bits, and so does their sum
        let (a, b) = (i128::from(self.num), i128::from(self.den));
        let (c, d) = (i128::from(other.num), i128::from(other.den));
        Ratio::reduced((a * d).checked_add(c * b)?, b * d)
    }

    fn reduced(num: i128, den: i128) -> Option<Ratio> {
        let mut a = (num.unsigned_abs(), den.unsigned_abs());
        while a.1 != 0 {
            a = (a.1, a.0 % a.1);
        }
        let by = i128::try_from(a.0).ok().filter(|&g| g != 0)?;
        Some(Ratio {
            num: i64::try_from(num / by).ok()?,
            den: i64::try_from(den / by).ok()?,
        })
    }

    /// The value in millionths, rounded towards zero.
    pub fn millionths(self) -> i64 {
        (i128::from(self.num) * 1_000_000 / i128::from(self.den)) as i64
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (i128::from(self.num) * i128::from(other.den))
            .cmp(&(i128::from(other.num) * i128::from(self.den)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(num: i64, den: i64) -> Ratio {
        Ratio::mean(
            [Ratio::whole(num)]
                .into_iter()
                .chain(
                    // a mean with zeros is a division
                    (1..den).map(|_| Ratio::whole(0)),
                )
                .collect::<Vec<_>>()
                .into_iter(),
        )
        .expect("small")
    }

    #[test]
    fn means_are_exact_and_reduced() {
        let sixths = (0..6).map(|n| Ratio::whole(i64::from(n < 4) * 2 - 1));
        let mean = Ratio::mean(sixths.collect::<Vec<_>>().into_iter()).expect("small");
        assert_eq!(mean.parts(), (1, 3));
        assert_eq!(mean.millionths(), 333_333);
        assert_eq!(ratio(-2, 4).parts(), (-1, 2));
        assert!(ratio(-1, 2) < ratio(1, 3) && ratio(2, 6) == ratio(1, 3));
    }

    #[test]
    fn what_has_no_room_is_no_value() {
        let huge = [
            Ratio {
                num: 1,
                den: i64::MAX,
            },
            Ratio {
                num: 1,
                den: i64::MAX - 1,
            },
        ];
        assert_eq!(Ratio::mean(huge.into_iter()), None);
    }
}

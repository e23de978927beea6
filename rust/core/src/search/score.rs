//! Selection scores, with reproducible arithmetic.
//!
//! Sums, products, quotients and square roots of 64-bit floats are exact to the last bit on every
//! machine. Logarithms of a system library are not, so the logarithm is computed here in integers.

/// The selection formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// Upper confidence bounds: mean + c · √(ln N / n).
    Uct,
    /// With priors: mean + c · P · √N / (1 + n).
    Puct,
}

impl Formula {
    /// The exploration bonus of an edge: `all` is the number of visits of the node, `own` that of
    /// the edge, `share` the share of the edge in the prior, from 0 to 1.
    pub fn bonus(self, exploration: f64, all: u32, own: u32, share: f64) -> f64 {
        match self {
            Formula::Uct => exploration * (ln(all.max(1)) / f64::from(own.max(1))).sqrt(),
            Formula::Puct => {
                exploration * share * f64::from(all.max(1)).sqrt() / (1.0 + f64::from(own))
            }
        }
    }
}

/// The natural logarithm of a number of at least 1, to about five digits.
fn ln(n: u32) -> f64 {
    f64::from(log2(n)) / 65_536.0 * std::f64::consts::LN_2
}

/// The binary logarithm of `n` in 65536ths, rounded down. Squaring a number doubles its logarithm,
/// which gives one bit at a time.
fn log2(n: u32) -> u32 {
    let whole = 31 - n.leading_zeros().min(31);
    // one bit before the binary point, 31 after it
    let mut x = u64::from(n) << (31 - whole);
    let mut out = whole;
    for _ in 0..16 {
        x = (x * x) >> 31;
        out <<= 1;
        if x >> 32 != 0 {
            x >>= 1;
            out |= 1;
        }
    }
    out
}

/// The integer part of a square root.
pub fn root(n: u32) -> u32 {
    // the float nearest to the root of a 32-bit number is never rounded up to a greater integer
    f64::from(n).sqrt() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library_to_four_digits() {
        for n in (1..5_000u32).chain([1 << 20, (1 << 20) + 1, u32::MAX]) {
            let (own, library) = (ln(n), f64::from(n).ln());
            assert!((own - library).abs() < 5e-5, "{n}: {own} {library}");
        }
    }

    #[test]
    fn roots_are_whole() {
        for n in 0..70_000u32 {
            let r = root(n);
            assert!(r * r <= n && (r + 1) * (r + 1) > n, "{n}");
        }
        assert_eq!(root(u32::MAX), 65_535);
    }

    #[test]
    fn what_was_seen_less_gets_more() {
        for formula in [Formula::Uct, Formula::Puct] {
            assert!(formula.bonus(1.0, 100, 5, 0.1) > formula.bonus(1.0, 100, 6, 0.1));
            assert!(formula.bonus(1.0, 200, 5, 0.1) > formula.bonus(1.0, 100, 5, 0.1));
        }
        assert!(Formula::Puct.bonus(1.0, 9, 1, 0.2) > Formula::Puct.bonus(1.0, 9, 1, 0.1));
    }
}

//! The random number generator of the engine: one 64-bit word of state, one stream for each game.
//!
//! The stream of a game depends only on its seed and index, never on the thread that plays it.

/// Mixes a 64-bit word so that every bit of the input affects every bit of the result.
#[inline]
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A counter-based random number generator.
///
/// ```
/// use eastfront_kernel::rng::Rng;
///
/// let mut rng = Rng::stream(41, 0);
/// let roll = 1 + rng.below(6);
/// assert!((1..=6).contains(&roll));
/// assert_eq!(1 + Rng::stream(41, 0).below(6), roll);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rng(pub u64);

impl Rng {
    /// The stream of game `index` under `seed`.
    pub fn stream(seed: u64, index: u64) -> Self {
        Rng(mix(seed ^ mix(index ^ 0x5851_F42D_4C95_7F2D)))
    }

    /// The next random word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let out = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        out
    }

    /// An unbiased number below `bound`; 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from((self.word() >> 32) as u32) * u64::from(bound);
            if (product as u32) >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_draw_is_even_and_in_range() {
        let mut rng = Rng::stream(1, 2);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{seen:?}"
        );
    }

    #[test]
    fn streams_differ_by_seed_and_index() {
        let words: Vec<u64> = [(1, 1), (1, 2), (2, 1)]
            .iter()
            .map(|&(s, i)| Rng::stream(s, i).word())
            .collect();
        assert!(words[0] != words[1] && words[1] != words[2] && words[0] != words[2]);
    }
}

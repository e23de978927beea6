//! The lattice of the value range analysis: ranges of numbers, emptiness of sets, and their joins.

/// The numbers from the first to the second, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range(pub(super) i64, pub(super) i64);

pub(super) const ANY: Range = Range(i32::MIN as i64, i32::MAX as i64);
pub(super) const TRUTH: Range = Range(0, 1);

impl Range {
    pub(super) fn joined(self, other: Range) -> Range {
        Range(self.0.min(other.0), self.1.max(other.1))
    }

    pub(super) fn within(self, other: Range) -> Range {
        Range(self.0.max(other.0), self.1.min(other.1))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 > self.1
    }

    /// The truth value if it is certain, else None.
    pub(super) fn truth(self) -> Option<bool> {
        match self {
            Range(0, 0) => Some(false),
            Range(low, high) if low > 0 || high < 0 => Some(true),
            _ => None,
        }
    }

    /// The range of a result that is monotone in each of two operands, computed from the ends of
    /// their ranges.
    pub(super) fn corners(self, other: Range, of: impl Fn(i64, i64) -> i64) -> Range {
        let all = [
            of(self.0, other.0),
            of(self.0, other.1),
            of(self.1, other.0),
            of(self.1, other.1),
        ];
        let first = Range(all[0], all[0]);
        all.iter().fold(first, |r, &n| r.joined(Range(n, n)))
    }
}

/// Two bits that say whether a set may be empty ([`NOTHING`]) and whether it may have a member
/// ([`SOMETHING`]); for a flag, whether it may be set nowhere, and somewhere.
pub(crate) type Fill = u8;
pub(crate) const NOTHING: Fill = 1;
pub(super) const SOMETHING: Fill = 2;
pub(super) const EITHER: Fill = NOTHING | SOMETHING;

pub(super) fn maybe(fill: Fill) -> Fill {
    if fill == NOTHING {
        NOTHING
    } else {
        EITHER
    }
}

pub(super) fn union(a: Fill, b: Fill) -> Fill {
    match (a, b) {
        (SOMETHING, _) | (_, SOMETHING) => SOMETHING,
        (NOTHING, NOTHING) => NOTHING,
        _ => EITHER,
    }
}

/// The possible values at a point of the program: variables, then locals; unit flags, then hex
/// flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) numbers: Vec<Range>,
    pub(super) flags: Vec<Fill>,
}

pub(super) fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range(1, 1),
        (_, true) => Range(0, 0),
        _ => TRUTH,
    }
}

pub(super) fn counted(fill: Fill, most: i64) -> Range {
    match fill {
        NOTHING => Range(0, 0),
        SOMETHING => Range(1, most),
        _ => Range(0, most),
    }
}

/// The range of the index of the first member of a set after some number in the range `after`; the
/// index is -1 if there is no such member. `all` is the range of indices, `fill` what is known of
/// the set.
pub(super) fn found(fill: Fill, after: Range, all: Range) -> Range {
    if fill == NOTHING {
        return Range(-1, -1);
    }
    let first = if fill == SOMETHING && after.1 < 0 {
        0
    } else {
        -1
    };
    Range(first, all.1)
}

pub(super) fn one(range: Range, all: Range) -> Fill {
    let inside = range.within(all);
    match (inside == range, inside.is_empty()) {
        (true, _) => SOMETHING,
        (_, true) => NOTHING,
        _ => EITHER,
    }
}

/// Narrows what is known of `flag` to `fill`; false if the two contradict each other.
pub(super) fn fix(flag: &mut Fill, fill: Fill) -> bool {
    *flag &= fill;
    *flag != 0
}

/// Changes what is known of `flag` when the flag is set (`on` true) or cleared (false; None if
/// either is possible) on a set. `set` is what is known of the set; with `whole` it includes all
/// bearers of the flag.
pub(super) fn turn(flag: &mut Fill, set: Fill, on: Option<bool>, whole: bool) {
    let set_on = |flag: Fill| union(flag, set);
    let set_off = |flag: Fill| match (whole, set) {
        (true, _) => NOTHING,
        (_, NOTHING) => flag,
        _ => flag | NOTHING,
    };
    *flag = match on {
        Some(true) => set_on(*flag),
        Some(false) => set_off(*flag),
        None => set_on(*flag) | set_off(*flag),
    };
}

/// Adds the possible values `other` to those in `known`, with widening if `steps` is given; true if
/// any value is new.
pub(super) fn join(known: &mut Facts, other: &Facts, steps: Option<&[i64]>) -> bool {
    let mut grew = false;
    for (a, &b) in known.numbers.iter_mut().zip(&other.numbers) {
        let more = a.joined(b);
        if more != *a {
            *a = match steps {
                Some(steps) => stepped(*a, more, steps),
                None => more,
            };
            grew = true;
        }
    }
    for (a, &b) in known.flags.iter_mut().zip(&other.flags) {
        grew |= *a | b != *a;
        *a |= b;
    }
    grew
}

/// A range that has grown, widened to the next of `steps` at each end that has grown.
pub(super) fn stepped(before: Range, now: Range, steps: &[i64]) -> Range {
    let mut out = now;
    if now.0 < before.0 {
        let below = steps.partition_point(|&s| s <= now.0);
        out.0 = below.checked_sub(1).map_or(now.0, |at| steps[at]);
    }
    if now.1 > before.1 {
        let above = steps.partition_point(|&s| s < now.1);
        out.1 = steps.get(above).copied().unwrap_or(now.1);
    }
    out
}

//! The ways to join a set to another one word by word.

/// A way to join.
pub(in crate::vm) trait Join {
    /// Whether what was there before does not matter.
    const STARTS: bool = false;
    /// Whether the result lies within what was there before and within the joined set.
    const KEEPS: bool = false;
    /// Whether words in which the joined set is empty stay as they are.
    const LOCAL: bool = false;
    /// Whether the result lies within what was there before.
    const NARROWS: bool = false;
    /// The way to join the second part of a union.
    type Also: Join;
    /// The words joined.
    fn join(old: u64, set: u64) -> u64;
}

/// The set in place of what was there.
pub(in crate::vm) struct Put;
/// The union.
pub(in crate::vm) struct Add;
/// The intersection.
pub(in crate::vm) struct Keep;
/// The difference.
pub(in crate::vm) struct Drop;

impl Join for Put {
    const STARTS: bool = true;
    type Also = Add;
    #[inline(always)]
    fn join(_: u64, set: u64) -> u64 {
        set
    }
}

impl Join for Add {
    const LOCAL: bool = true;
    type Also = Add;
    #[inline(always)]
    fn join(old: u64, set: u64) -> u64 {
        old | set
    }
}

impl Join for Keep {
    const KEEPS: bool = true;
    const NARROWS: bool = true;
    type Also = Keep;
    #[inline(always)]
    fn join(old: u64, set: u64) -> u64 {
        old & set
    }
}

impl Join for Drop {
    const LOCAL: bool = true;
    const NARROWS: bool = true;
    type Also = Drop;
    #[inline(always)]
    fn join(old: u64, set: u64) -> u64 {
        old & !set
    }
}

/// Joins a set that stands ready.
#[inline(never)]
pub(in crate::vm) fn join<O: Join>(out: &mut [u64], set: &[u64]) {
    out.iter_mut()
        .zip(set)
        .for_each(|(o, &s)| *o = O::join(*o, s));
}

/// Joins the empty set.
#[inline(never)]
pub(in crate::vm) fn join_zero<O: Join>(out: &mut [u64]) {
    out.iter_mut().for_each(|o| *o = O::join(*o, 0));
}

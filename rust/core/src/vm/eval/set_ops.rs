//! Set operations word by word, as types, so that each has code of its own.

/// A set operation on the current content and an operand.
pub(in crate::vm) trait Join {
    /// Whether the current content is ignored.
    const STARTS: bool = false;
    /// Whether the result is a subset of both the current content and the operand.
    const KEEPS: bool = false;
    /// Whether words in which the operand is empty remain unchanged.
    const LOCAL: bool = false;
    /// Whether the result is a subset of the current content.
    const NARROWS: bool = false;
    /// The operation that follows with the second set, if the operand is a union of two sets.
    type Also: Join;
    /// The result for one word.
    fn join(old: u64, set: u64) -> u64;
}

/// Assignment.
pub(in crate::vm) struct Put;
/// Union with the current content.
pub(in crate::vm) struct Add;
/// Intersection with the current content.
pub(in crate::vm) struct Keep;
/// Difference: the current content without the operand.
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

/// Combines a precomputed set with the content of `out`.
#[inline(never)]
pub(in crate::vm) fn join<O: Join>(out: &mut [u64], set: &[u64]) {
    out.iter_mut()
        .zip(set)
        .for_each(|(o, &s)| *o = O::join(*o, s));
}

/// Combines the empty set with the content of `out`.
#[inline(never)]
pub(in crate::vm) fn join_zero<O: Join>(out: &mut [u64]) {
    out.iter_mut().for_each(|o| *o = O::join(*o, 0));
}

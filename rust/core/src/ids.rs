//! What the numbers of a game stand for.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// Its place in a list of all.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// A side, by its place in the list of sides.
    Side(u8);
    /// A unit, by its place in the order of battle.
    UnitId(u16);
    /// A hex by its dense index, or a box, which have the numbers after those of the hexes.
    PlaceId(u16);
    /// A flag of units.
    UnitFlag(u8);
    /// A flag of hexes.
    HexFlag(u8);
    /// A variable.
    VariableId(u16);
    /// A rule; number 0 is none.
    RuleId(u16);
    /// A procedure of the program.
    ProcedureId(u16);
    /// A question that states of the game answer.
    QueryId(u16);
}

/// A hex, by its dense index in the grid.
pub use eastfront_kernel::grid::HexId;

impl From<HexId> for PlaceId {
    fn from(hex: HexId) -> PlaceId {
        PlaceId(hex.0)
    }
}

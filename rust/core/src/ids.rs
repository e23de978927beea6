//! Typed indices: sides, units, places, flags, variables, rules, procedures and queries.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// The index in the list of things of this kind.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// A side, as an index into the list of sides.
    Side(u8);
    /// A unit, as an index into the order of battle.
    UnitId(u16);
    /// A hex, by its dense index, or a box off the map; boxes are numbered after the hexes.
    PlaceId(u16);
    /// A unit flag.
    UnitFlag(u8);
    /// A hex flag.
    HexFlag(u8);
    /// A variable.
    VariableId(u16);
    /// A rule; number 0 is no rule.
    RuleId(u16);
    /// A procedure of the program.
    ProcedureId(u16);
    /// A query of the game.
    QueryId(u16);
}

/// A hex, by its dense index in the grid.
pub use eastfront_kernel::grid::HexId;

impl From<HexId> for PlaceId {
    fn from(hex: HexId) -> PlaceId {
        PlaceId(hex.0)
    }
}

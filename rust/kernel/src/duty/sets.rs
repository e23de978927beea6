//! Solves problems that differ in one element only, with shared results: which attackers may join a
//! battle, which targets may be added to it, where a unit may stand.

use super::memo::Memo;
use super::search::Search;
use super::{bit, members, Begun, Duty, DutyError, Mask, Plan};

/// The cached results that similar problems share; [`Several::met`] says in what they may differ.
#[derive(Default)]
pub struct Several {
    memo: Memo,
}

impl Several {
    /// Whether the duty can be fulfilled. Problems may differ in which attackers are held where,
    /// and spots may be added; all else must be equal. The battles are stored in `plan` if the
    /// solution is complete.
    pub fn met(&mut self, duty: &Duty, plan: &mut Plan) -> Result<bool, DutyError> {
        if duty.fits(plan) {
            return Ok(true);
        }
        duty.sized()?;
        let mut search = Search::new(duty, &mut self.memo, true);
        let found = search.run(duty.begun)?;
        if found && !search.partial {
            *plan = search.answer();
        }
        Ok(found)
    }
}

impl Duty {
    /// The attackers in `among` that can be added to the declared battle so that the duty can still
    /// be fulfilled; an added attacker is held where it stands.
    pub fn joiners(&self, among: Mask, plan: &mut Plan) -> Result<Mask, DutyError> {
        self.each(among, plan, true, |begun, a| begun.attackers |= bit(a))
    }

    /// The targets in `among` that can be added to the declared battle so that the duty can still
    /// be fulfilled.
    pub fn wideners(&self, among: Mask, plan: &mut Plan) -> Result<Mask, DutyError> {
        self.each(among, plan, false, |begun, t| begun.targets |= bit(t))
    }

    fn each(
        &self,
        among: Mask,
        plan: &mut Plan,
        hold: bool,
        add: fn(&mut Begun, usize),
    ) -> Result<Mask, DutyError> {
        self.sized()?;
        let mut yes = self.known(among, plan, add);
        let mut memo = Memo::default();
        let mut search = Search::new(self, &mut memo, true);
        for i in members(among) {
            if yes >> i & 1 == 1 {
                continue;
            }
            search.reset();
            if hold {
                search.hold(i);
            }
            let mut begun = self.begun.unwrap_or_default();
            add(&mut begun, i);
            if search.run(Some(begun))? {
                yes |= bit(i);
                if !search.partial {
                    *plan = search.answer();
                    yes |= self.known(among & !yes, plan, add);
                }
            }
        }
        Ok(yes)
    }

    /// The elements of `among` that can be added to the declared battle because the earlier
    /// solution `plan` has a battle that includes it and the element.
    fn known(&self, among: Mask, plan: &Plan, add: fn(&mut Begun, usize)) -> Mask {
        let mut memo = Memo::default();
        let Some(search) = self.staged(plan, &mut memo) else {
            return 0;
        };
        let fits = |i: &usize| {
            let mut begun = self.begun.unwrap_or_default();
            add(&mut begun, *i);
            search.includes(begun)
        };
        members(among).filter(fits).fold(0, |m, i| m | bit(i))
    }
}

//! Many questions that differ in one thing only, each answered with what was learnt from the others:
//! who may join a battle, which further target it may take, where one may stand.

use super::memo::Memo;
use super::search::Search;
use super::{bit, members, Begun, Duty, DutyError, Mask, Plan};

/// What is remembered from one of such questions to the next.
#[derive(Default)]
pub struct Several {
    memo: Memo,
}

impl Several {
    /// Whether the duty can be done; who is held where may differ from one question to the next,
    /// spots may be added, all else must be the same. The battles are kept when all were named.
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
    /// Those in `among` with whom as well the duty can be done, in the battle begun; who joins it is
    /// held where he stands.
    pub fn joiners(&self, among: Mask, plan: &mut Plan) -> Result<Mask, DutyError> {
        self.each(among, plan, true, |begun, a| begun.attackers |= bit(a))
    }

    /// The targets in `among` with which as well the duty can be done, in the battle begun.
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

    /// Those for whom an earlier answer is one as it is.
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

use super::*;
use crate::rng::Rng;

fn spot(id: u16, reaches: Mask) -> Spot {
    Spot {
        id,
        reaches,
        binds: reaches,
        eases: 0,
        apart: 0,
        room: 99,
    }
}

fn held(id: u16, strength: i64, at: u16) -> Attacker {
    Attacker {
        id,
        strength,
        spots: [at].into_iter().collect(),
        held: true,
        may: Mask::MAX,
        binds: Mask::MAX,
        must: true,
    }
}

fn target(id: u16, defence: i64) -> Target {
    Target {
        id,
        defence,
        eased: defence,
    }
}

fn one_to_six(spots: Vec<Spot>, attackers: Vec<Attacker>, targets: Vec<Target>) -> Duty {
    Duty {
        spots,
        attackers,
        targets,
        owed: 0,
        odds: (6, 1),
        begun: None,
    }
}

fn can(duty: &Duty) -> bool {
    duty.plan().unwrap().is_some()
}

#[test]
fn two_together_may_attack_what_one_may_not() {
    let spots = vec![spot(0, 1)];
    let one = one_to_six(spots.clone(), vec![held(0, 3, 0)], vec![target(0, 20)]);
    let two = one_to_six(
        spots,
        vec![held(0, 3, 0), held(1, 3, 0)],
        vec![target(0, 20)],
    );
    assert!(!can(&one));
    assert!(can(&two));
}

#[test]
fn who_attacks_several_must_reach_each() {
    // the middle attacker reaches both targets, the outer ones one each
    let spots = vec![spot(0, 0b01), spot(1, 0b11), spot(2, 0b10)];
    let targets = vec![target(0, 12), target(1, 12)];
    let alone = one_to_six(spots.clone(), vec![held(0, 4, 1)], targets.clone());
    assert_eq!(alone.plan().unwrap().unwrap()[0].targets[..], [0, 1]);
    // with both outer attackers held too, the middle one joins either
    let all = vec![held(0, 4, 1), held(1, 2, 0), held(2, 2, 2)];
    assert!(can(&one_to_six(spots.clone(), all, targets.clone())));
    // one outer attacker cannot join a battle against both, and is too weak alone
    let weak = vec![held(0, 3, 1), held(1, 1, 0)];
    assert!(!can(&one_to_six(spots, weak, targets)));
}

#[test]
fn a_joiner_brings_duties_along() {
    let spots = vec![spot(0, 0b01), spot(1, 0b11), spot(2, 0b10)];
    let joiner = |id, strength, at| Attacker {
        held: false,
        ..held(id, strength, at)
    };
    let all = vec![held(0, 1, 0), joiner(1, 3, 1), joiner(2, 1, 2)];
    let targets = vec![target(0, 12), target(1, 6)];
    let plan = one_to_six(spots.clone(), all.clone(), targets.clone())
        .plan()
        .unwrap()
        .unwrap();
    assert!(plan
        .iter()
        .any(|b| b.targets[..] == [1] && b.attackers[..] == [(2, 2)]));
    // without an attacker for the second target the strong one may not come either
    assert!(!can(&one_to_six(spots, all[..2].to_vec(), targets)));
}

#[test]
fn who_gives_way_is_a_least_set() {
    let spots = vec![spot(0, 1)];
    let mut both = vec![held(0, 1, 0), held(1, 1, 0)];
    both.iter_mut().for_each(|a| a.held = false);
    let hopeless = one_to_six(spots.clone(), both.clone(), vec![target(0, 20)]);
    assert_eq!(hopeless.leave().unwrap().next(0), 0b01);
    assert_eq!(hopeless.leave().unwrap().next(0b01), 0b10);
    let fine = one_to_six(spots, both, vec![target(0, 12)]);
    assert_eq!(fine.leave().unwrap().next(0), 0);
}

#[test]
fn more_than_a_mask_holds_is_refused() {
    let of = |attackers: u16, targets: u16| {
        one_to_six(
            vec![spot(0, 1)],
            (0..attackers).map(|id| held(id, 9, 0)).collect(),
            (0..targets).map(|id| target(id, 1)).collect(),
        )
    };
    assert!(can(&of(128, 128)));
    for (attackers, targets) in [(129, 1), (1, 129)] {
        let (duty, plan) = (of(attackers, targets), &mut Plan::new());
        let refused = DutyError::TooMany {
            attackers: attackers.into(),
            targets: targets.into(),
        };
        assert_eq!(duty.plan(), Err(refused));
        assert_eq!(duty.leave(), Err(refused));
        assert_eq!(duty.joiners(1, plan), Err(refused));
        assert_eq!(duty.wideners(1, plan), Err(refused));
        assert_eq!(Several::default().met(&duty, plan), Err(refused));
        assert!(!duty.fits(plan));
    }
}

#[test]
fn one_from_apart_and_one_from_elsewhere_ease_together() {
    let near = spot(0, 1);
    let over = Spot {
        binds: 0,
        apart: 1,
        ..spot(1, 1)
    };
    let ask = |strengths: &[(i64, u16)]| {
        let one = |(id, &(strength, at)): (usize, &(i64, u16))| held(id as u16, strength, at);
        let them = Target {
            id: 0,
            defence: 28,
            eased: 14,
        };
        let us = strengths.iter().enumerate().map(one).collect();
        can(&one_to_six(vec![near, over, spot(2, 1)], us, vec![them]))
    };
    assert!(ask(&[(2, 0), (2, 1)]));
    // from one of the two places alone the target has its full strength
    assert!(!ask(&[(2, 0)]));
    assert!(!ask(&[(2, 0), (2, 0)]));
    assert!(ask(&[(2, 0), (3, 0)]));
    // two adjacent attackers, from one place or from two, count
    assert!(ask(&[(1, 0), (1, 0), (1, 1)]));
    assert!(ask(&[(1, 0), (1, 2), (1, 1)]));
    assert!(ask(&[(1, 1), (1, 0), (1, 2)]));
    assert!(!ask(&[(1, 0), (1, 0), (1, 2)]));
    // no attacker is bound from a distance
    assert!(ask(&[(1, 1)]));
}

#[test]
fn who_is_beyond_all_is_named() {
    let targets = vec![target(0, 1), target(1, 50), target(2, 70)];
    let us = vec![held(0, 1, 0), held(1, 1, 1), held(2, 1, 2)];
    let spots = vec![spot(0, 1), spot(1, 2), spot(2, 4)];
    let hard = one_to_six(spots, us, targets);
    let difficult = hard.plan_or_difficulty().unwrap().unwrap_err();
    assert!(difficult & 6 != 0 && difficult & 1 == 0, "{difficult:b}");
}

/// A small random problem.
fn random(rng: &mut Rng) -> Duty {
    let targets: Vec<Target> = (0..1 + rng.below(3) as u16)
        .map(|id| {
            let eased = 1 + i64::from(rng.below(14));
            let defence = if rng.below(3) == 0 { eased * 2 } else { eased };
            Target { id, defence, eased }
        })
        .collect();
    let all = (1u32 << targets.len()) - 1;
    let spots: Vec<Spot> = (0..1 + rng.below(4) as u16)
        .map(|id| {
            let reaches = Mask::from(rng.below(all + 1));
            let binds = if rng.below(4) == 0 {
                reaches & Mask::from(rng.below(all + 1))
            } else {
                reaches
            };
            let eases = Mask::from(rng.below(all + 1));
            let apart = Mask::from(rng.below(all + 1)) & !eases;
            Spot {
                id,
                reaches,
                binds,
                eases,
                apart,
                room: 1 + rng.below(2) as u16,
            }
        })
        .collect();
    let attackers: Vec<Attacker> = (0..1 + rng.below(4) as u16)
        .map(|id| {
            let held = rng.below(3) > 0;
            let count = if held { 1 } else { 1 + rng.below(2) };
            let mut at: Vec<u16> = (0..count)
                .map(|_| rng.below(spots.len() as u32) as u16)
                .collect();
            at.dedup();
            let may = match rng.below(4) {
                0 => Mask::from(rng.below(all + 1)),
                _ => Mask::MAX,
            };
            let binds = if rng.below(6) == 0 { 0 } else { Mask::MAX };
            Attacker {
                id,
                strength: i64::from(rng.below(4)),
                spots: at.into(),
                held,
                may,
                binds,
                must: rng.below(6) > 0,
            }
        })
        .collect();
    let owed = if rng.below(3) == 0 {
        Mask::from(rng.below(all + 1))
    } else {
        0
    };
    let odds = (1 + i64::from(rng.below(6)), 1 + i64::from(rng.below(2)));
    let mut duty = Duty {
        spots,
        attackers,
        targets,
        owed,
        odds,
        begun: None,
    };
    if rng.below(3) == 0 {
        let who: Mask = (0..duty.attackers.len())
            .filter(|&a| duty.attackers[a].held && rng.below(2) == 0)
            .map(bit)
            .sum();
        let what = Mask::from(rng.below(all + 1));
        duty.begun = Some(Begun {
            attackers: who,
            targets: what,
            closed: rng.below(2) == 0,
        });
    }
    duty
}

/// Calls `run` with every choice of one of `sizes[i]` elements for each `i`.
fn every(sizes: &[usize], mut run: impl FnMut(&[usize]) -> bool) -> bool {
    let mut at = vec![0; sizes.len()];
    if sizes.contains(&0) {
        return false;
    }
    loop {
        if run(&at) {
            return true;
        }
        let Some(i) = (0..at.len()).rev().find(|&i| at[i] + 1 < sizes[i]) else {
            return false;
        };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

/// Solves a problem by exhaustive search.
fn by_hand(d: &Duty) -> bool {
    let places: Vec<usize> = d
        .attackers
        .iter()
        .map(|a| a.spots.len() + usize::from(!a.held))
        .collect();
    let (n, m) = (d.attackers.len(), d.targets.len());
    every(&places, |place| {
        let stand: Vec<Option<&Spot>> = (0..n)
            .map(|a| {
                d.attackers[a]
                    .spots
                    .get(place[a])
                    .map(|&s| &d.spots[s as usize])
            })
            .collect();
        let guests = |s: &Spot| {
            let here = |a: &usize| !d.attackers[*a].held && stand[*a].is_some_and(|x| x.id == s.id);
            (0..n).filter(here).count()
        };
        if d.spots.iter().any(|s| guests(s) > s.room as usize) {
            return false;
        }
        let bound = (0..n).fold(d.owed, |o, a| o | binds(d, &stand, a));
        // battle 0 is none; with as many battles as targets every partition occurs
        let sizes: Vec<usize> = vec![m + 1; n + m];
        every(&sizes, |choice| {
            let (who, what) = choice.split_at(n);
            sound(d, &stand, who, what, bound) && keeps_begun(d, who, what)
        })
    })
}

fn binds(d: &Duty, stand: &[Option<&Spot>], a: usize) -> Mask {
    stand[a].map_or(0, |s| s.binds & d.attackers[a].binds)
}

fn sound(d: &Duty, stand: &[Option<&Spot>], who: &[usize], what: &[usize], bound: Mask) -> bool {
    if (0..what.len()).any(|t| what[t] == 0 && bound >> t & 1 == 1) {
        return false;
    }
    let idle = |a: usize| who[a] == 0 && d.attackers[a].must && binds(d, stand, a) != 0;
    if (0..who.len()).any(idle) {
        return false;
    }
    (1..=what.len()).all(|battle| {
        let them: Vec<usize> = (0..what.len()).filter(|&t| what[t] == battle).collect();
        let us: Vec<usize> = (0..who.len()).filter(|&a| who[a] == battle).collect();
        if them.is_empty() || us.is_empty() {
            return them.is_empty() && us.is_empty();
        }
        let targets: Mask = them.iter().map(|&t| bit(t)).sum();
        let near = us
            .iter()
            .all(|&a| stand[a].is_some_and(|s| targets & !(s.reaches & d.attackers[a].may) == 0));
        let spots: Vec<&Spot> = us.iter().filter_map(|&a| stand[a]).collect();
        let eased = |t: usize| {
            let apart = spots.iter().filter(|s| s.apart >> t & 1 == 1).count();
            let mixed = apart > 0 && apart < spots.len();
            mixed || spots.iter().any(|s| s.eases >> t & 1 == 1)
        };
        let attack: i64 = us.iter().map(|&a| d.attackers[a].strength).sum();
        let defence: i64 = them
            .iter()
            .map(|&t| {
                if eased(t) {
                    d.targets[t].eased
                } else {
                    d.targets[t].defence
                }
            })
            .sum();
        near && attack * d.odds.0 >= defence * d.odds.1
    })
}

fn keeps_begun(d: &Duty, who: &[usize], what: &[usize]) -> bool {
    let Some(b) = d.begun else { return true };
    let nothing = b.attackers == 0 && b.targets == 0;
    if nothing && !b.closed {
        return true;
    }
    (1..=what.len()).any(|battle| {
        let us: Mask = (0..who.len()).filter(|&a| who[a] == battle).map(bit).sum();
        let them: Mask = (0..what.len())
            .filter(|&t| what[t] == battle)
            .map(bit)
            .sum();
        if b.closed {
            us == b.attackers && them == b.targets && us != 0
        } else {
            b.attackers & !us == 0 && b.targets & !them == 0
        }
    })
}

#[test]
fn agrees_with_trying_everything() {
    let mut rng = Rng::stream(1941, 22);
    let mut yes = 0;
    for n in 0..6000 {
        let duty = random(&mut rng);
        let plan = duty.plan().unwrap();
        assert_eq!(
            plan.is_some(),
            by_hand(&duty),
            "question {n}: {duty:?} {plan:?}"
        );
        yes += u32::from(plan.is_some());
        if let (Some(plan), None) = (&plan, duty.begun) {
            assert!(duty.fits(plan), "question {n}: {duty:?} {plan:?}");
        }
    }
    assert!((1500..4500).contains(&yes), "{yes} of 6000");
}

#[test]
fn an_old_plan_is_believed_only_while_it_holds() {
    let mut rng = Rng::stream(1943, 5);
    let mut kept = 0;
    for n in 0..6000 {
        let mut duty = random(&mut rng);
        duty.begun = None;
        let Some(plan) = duty.plan().unwrap() else {
            continue;
        };
        // one change, as from one move to the next
        let t = rng.below(duty.targets.len() as u32) as usize;
        duty.targets[t].defence += i64::from(rng.below(6));
        duty.owed ^= Mask::from(rng.below(2)) << t;
        let a = rng.below(duty.attackers.len() as u32) as usize;
        duty.attackers[a].strength = i64::from(rng.below(4));
        if duty.fits(&plan) {
            kept += 1;
            assert!(by_hand(&duty), "question {n}: {duty:?} {plan:?}");
        }
    }
    assert!(kept > 500, "{kept}");
}

/// A battle that some held attackers may have declared.
fn begun(rng: &mut Rng, duty: &Duty) -> Begun {
    let who = (0..duty.attackers.len()).filter(|&a| duty.attackers[a].held);
    let attackers = who.filter(|_| rng.below(3) == 0).map(bit).sum();
    let targets = (0..duty.targets.len())
        .filter(|_| rng.below(3) == 0)
        .map(bit)
        .sum();
    Begun {
        attackers,
        targets,
        closed: rng.below(6) == 0,
    }
}

#[test]
fn a_plan_holds_a_battle_begun_only_where_it_is_one_of_its_own() {
    let mut rng = Rng::stream(1943, 6);
    let (mut kept, mut asked) = (0, 0);
    for n in 0..6000 {
        let mut duty = random(&mut rng);
        duty.begun = None;
        let Some(plan) = duty.plan().unwrap() else {
            continue;
        };
        duty.begun = Some(begun(&mut rng, &duty));
        asked += 1;
        if duty.fits(&plan) {
            kept += 1;
            assert!(by_hand(&duty), "question {n}: {duty:?} {plan:?}");
        }
    }
    assert!(kept > asked / 5 && kept < asked, "{kept} of {asked}");
}

#[test]
fn who_may_join_and_what_may_be_added_agree_with_trying_everything() {
    let mut rng = Rng::stream(1944, 8);
    for n in 0..600 {
        let mut duty = random(&mut rng);
        let now = Begun {
            closed: false,
            ..begun(&mut rng, &duty)
        };
        duty.begun = (now.attackers | now.targets != 0).then_some(now);
        let (us, them) = (first(duty.attackers.len()), first(duty.targets.len()));
        for old in [Plan::new(), duty.plan().unwrap().unwrap_or_default()] {
            let (mut plan, mut other) = (old.clone(), old);
            let joiners = duty.joiners(us, &mut plan).unwrap();
            let wideners = duty.wideners(them, &mut other).unwrap();
            let joined = members(us).filter(|&a| {
                let mut more = duty.clone();
                more.attackers[a].spots.truncate(1);
                more.attackers[a].held = true;
                more.begun.get_or_insert_default().attackers |= bit(a);
                by_hand(&more)
            });
            assert_eq!(joiners, joined.map(bit).sum(), "question {n}: {duty:?}");
            let widened = members(them).filter(|&t| {
                let mut more = duty.clone();
                more.begun.get_or_insert_default().targets |= bit(t);
                by_hand(&more)
            });
            assert_eq!(wideners, widened.map(bit).sum(), "question {n}: {duty:?}");
        }
    }
}

/// The problem with some attackers removed and the others held at their first spots.
fn without(d: &Duty, gone: Mask) -> Duty {
    let rest = (0..d.attackers.len()).filter(|&a| gone >> a & 1 == 0);
    let held = |a: usize| Attacker {
        spots: Spots::from_slice(&d.attackers[a].spots[..1]),
        held: true,
        ..d.attackers[a].clone()
    };
    Duty {
        attackers: rest.map(held).collect(),
        ..d.clone()
    }
}

#[test]
fn least_sets_agree_with_trying_everything() {
    let mut rng = Rng::stream(1944, 9);
    for n in 0..600 {
        let mut duty = random(&mut rng);
        duty.begun = None;
        let free: Mask = (0..duty.attackers.len())
            .filter(|&a| !duty.attackers[a].held)
            .map(bit)
            .sum();
        let all = (1 << duty.attackers.len()) - 1;
        let works = |gone: Mask| by_hand(&without(&duty, gone));
        let sets: Vec<Mask> = (0..=all).filter(|s| s & !free == 0 && works(*s)).collect();
        let least = |s: &&Mask| !sets.iter().any(|o| o != *s && o & !**s == 0);
        for given in (0..=all).filter(|s| s & !free == 0) {
            let above =
                |s: Mask| s == 0 || s.trailing_zeros() >= Mask::BITS - given.leading_zeros();
            let hits = sets
                .iter()
                .filter(least)
                .filter(|s| given & !**s == 0 && above(*s & !given));
            let lowest = |s: Mask| s & s.wrapping_neg();
            let expected = hits.fold(0, |m, s| m | lowest(s & !given));
            assert_eq!(
                duty.leave().unwrap().next(given),
                expected,
                "question {n}: {duty:?}"
            );
        }
    }
}

#[test]
fn of_a_component_too_large_one_least_set_is_looked_for() {
    let mut rng = Rng::stream(1944, 10);
    let (mut asked, mut given) = (0, 0);
    for n in 0..600 {
        let mut duty = random(&mut rng);
        duty.begun = None;
        let free: Mask = (0..duty.attackers.len())
            .filter(|&a| !duty.attackers[a].held)
            .map(bit)
            .sum();
        let all = (1 << duty.attackers.len()) - 1;
        let works = |gone: Mask| by_hand(&without(&duty, gone));
        let sets: Vec<Mask> = (0..=all).filter(|s| s & !free == 0 && works(*s)).collect();
        // the first attackers stay before the others
        let Some(one) = sets.iter().min_by_key(|s| s.reverse_bits()) else {
            continue;
        };
        let leave = duty.leave_within(0).unwrap();
        let gone = leave.families.iter().fold(0, |m, f| m | f.among);
        assert_eq!(gone, *one, "question {n}: {duty:?}");
        for family in &leave.families {
            assert_eq!(family.sets, [family.among], "question {n}: {duty:?}");
        }
        assert!(
            !leave.hopeless && leave.curtailed > 0,
            "question {n}: {duty:?}"
        );
        asked += 1;
        given += u32::from(gone != 0);
    }
    assert!(asked > 200 && given > 20, "{given} of {asked}");
}

#[test]
fn who_is_owed_counts_where_one_least_set_is_looked_for() {
    // the second could help the first, or attack the owed target; nothing else obliges it
    let free = |id, at, binds| Attacker {
        held: false,
        binds,
        ..held(id, 3, at)
    };
    let all = vec![free(0, 0, 1), free(1, 1, 0)];
    let targets = vec![target(0, 6), target(1, 3)];
    let mut duty = one_to_six(vec![spot(0, 1), spot(1, 3)], all, targets);
    duty.odds = (1, 1);
    assert_eq!(duty.leave_within(0).unwrap().families, []);
    duty.owed = 2;
    for leave in [duty.leave_within(0).unwrap(), duty.leave().unwrap()] {
        let families: Vec<_> = leave.families.iter().map(|f| f.sets.as_slice()).collect();
        assert_eq!(families, [[1]]);
    }
}

#[test]
fn least_sets_of_whole_fronts_agree_with_plans() {
    let mut rng = Rng::stream(1944, 11);
    let (mut several, mut some) = (0, 0);
    for n in 0..120 {
        let mut duty = front(&mut rng, 9, 0, 1);
        duty.attackers.retain(|a| a.id % 2 == 0);
        let mut free: Mask = 0;
        for (a, attacker) in duty.attackers.iter_mut().enumerate() {
            attacker.strength = 4 + i64::from(rng.below(20));
            attacker.held = rng.below(6) == 0;
            free |= bit(a) * Mask::from(!attacker.held);
        }
        duty.owed = bit(rng.below(30) as usize) & first(duty.targets.len());
        let all: Mask = (1 << duty.attackers.len()) - 1;
        let sets: Vec<Mask> = (0..=all)
            .filter(|s| s & !free == 0 && can(&without(&duty, *s)))
            .collect();
        let least = |s: &&Mask| !sets.iter().any(|o| o != *s && o & !**s == 0);
        let mut expected: Vec<Mask> = sets.iter().filter(least).copied().collect();
        let leave = duty.leave().unwrap();
        assert_eq!(leave.hopeless, sets.is_empty(), "front {n}: {duty:?}");
        if leave.hopeless {
            continue;
        }
        // the sets of the families combine freely
        let mut found = vec![0];
        for family in &leave.families {
            let with = |s: &Mask| family.sets.iter().map(|f| s | f).collect::<Vec<_>>();
            found = found.iter().flat_map(with).collect();
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "front {n}: {duty:?}");
        several += u32::from(leave.families.len() > 1);
        some += u32::from(found != [0]);
    }
    assert!(several > 2 && some > 25, "{several} and {some} of 120");
}

/// A problem in which each attacker, alone on its spot, can attack up to four targets drawn at
/// random.
fn tangle(rng: &mut Rng, attackers: u16, targets: u16) -> Duty {
    let spots = (0..attackers)
        .map(|id| {
            let reaches = (0..4).fold(0, |m, _| m | bit(rng.below(targets.into()) as usize));
            spot(id, reaches)
        })
        .collect();
    Duty {
        spots,
        attackers: (0..attackers)
            .map(|id| held(id, 1 + i64::from(rng.below(9)), id))
            .collect(),
        targets: (0..targets)
            .map(|id| target(id, 3 + i64::from(rng.below(9))))
            .collect(),
        owed: 0,
        odds: (1, 1),
        begun: None,
    }
}

#[test]
fn tangles_that_one_attempt_cannot_decide_are_decided() {
    let mut rng = Rng::stream(1945, 2);
    let (mut hard, mut answers) = (0, [0u32; 2]);
    for n in 0..80 {
        let duty = tangle(&mut rng, 16, 11);
        let mut memo = Memo::default();
        let mut search = Search::new(&duty, &mut memo, false);
        let found = search
            .run(None)
            .unwrap_or_else(|e| panic!("tangle {n}: {e}"));
        hard += u32::from(search.nodes > 64);
        answers[usize::from(found)] += 1;
        if let Some(plan) = duty.plan().unwrap() {
            assert!(found && duty.fits(&plan), "tangle {n}: {duty:?}");
        }
    }
    assert!(
        hard > 2 && answers[0] > 2 && answers[1] > 2,
        "{hard} hard, {answers:?}"
    );
}

/// A front: each of `length` hexes has two held attackers and is adjacent to two neighbouring
/// targets. Each of the `helpers` may move to one of four hexes. `floor` is the first number of the
/// required odds.
fn front(rng: &mut Rng, length: u16, helpers: u16, floor: i64) -> Duty {
    let spots: Vec<Spot> = (0..length).map(|i| spot(i, 0b11 << i)).collect();
    let targets = (0..=length)
        .map(|i| target(i, 4 + i64::from(rng.below(11))))
        .collect();
    let mut attackers = Vec::new();
    for id in 0..length * 2 {
        attackers.push(held(id, 1 + i64::from(rng.below(8)), id / 2));
    }
    for id in 0..helpers {
        let at = rng.below(u32::from(length) - 4) as u16;
        let spots = (at..at + 4).collect();
        attackers.push(Attacker {
            spots,
            held: false,
            ..held(1000 + id, 3, 0)
        });
    }
    Duty {
        spots,
        attackers,
        targets,
        owed: 0,
        odds: (floor, 1),
        begun: None,
    }
}

#[test]
fn long_fronts_are_decided() {
    let mut rng = Rng::stream(1945, 1);
    let mut answers = [0u32; 2];
    for n in 0..60 {
        // odds from generous to hopeless
        let duty = front(&mut rng, 40, 8, 1 + n % 6);
        match duty.plan() {
            Ok(plan) => answers[usize::from(plan.is_some())] += 1,
            Err(e) => panic!("front {n} with floor {}: {e}", 1 + n % 6),
        }
    }
    assert!(answers[0] > 0 && answers[1] > 0, "{answers:?}");
}

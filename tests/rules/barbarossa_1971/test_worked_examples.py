"""The test of each worked example, and each statement that a finished game must satisfy.

W1 to W38 are the examples of the rulebook, or follow from its rules. The statements span several
sections. Each has the tests that play it, as ``file: test``, without the words ``test_``; the tests
of an option are named by its folder.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

EXAMPLES = {
    1: "combat_odds: nine_against_twenty_six_is_one_to_three",
    2: "combat_odds: nine_against_twenty_six_is_one_to_three",
    3: "movement: surcharges_add_up_as_in_the_example",
    4: "movement: surcharges_add_up_as_in_the_example",
    5: "zones_of_control: a_panzer_army_goes_twice_from_zone_to_zone_and_once_in_mud",
    6: "zones_of_control: infantry_pays_two_points_from_zone_to_zone",
    7: "movement: an_infantry_army_in_supply_goes_one_hex_at_the_least",
    8: "movement: a_supply_unit_enters_a_zone_only_as_the_one_hex_of_its_phase",
    9: """overruns: eleven_overrun_one
        overruns: who_overran_in_the_first_phase_attacks_in_the_combat_phase
        overruns: no_combat_follows_an_overrun_in_the_second_phase""",
    10: "overruns: three_points_more_than_to_enter",
    11: """overruns: a_river_doubles_if_all_cross_one
        overruns: a_frozen_river_doubles_nobody
        overruns: rough_ground_doubles""",
    12: """overruns: nine_times_is_enough_and_less_is_not
        overruns: a_river_doubles_if_all_cross_one""",
    13: """overruns: soviet_tank_armies_overrun_as_many_as_may_stack
        overruns: how_many_overrun_in_the_other_games
        overruns: four_points_against_a_unit_without_a_zone""",
    14: "overruns: infantry_never_overruns",
    15: "overruns: but_no_attack_supply_and_it_uses_none_up",
    16: """rail: twelve_hexes_and_not_thirteen
        rail: who_rode_in_the_first_phase_has_all_points_in_the_second
        rail: a_support_unit_marches_in_the_first_phase_and_rides_in_the_second""",
    17: "kerch_and_finland: crossing_takes_five_phases",
    18: "supply_isolation: who_is_cut_off_has_the_whole_next_turn",
    19: "overruns: a_pocket_that_an_overrun_opens_is_in_supply_at_once",
    20: """supply_lines: axis_zones_close_vacant_hexes_to_soviet_lines
        supply_lines: zones_do_not_close_hexes_with_soviet_units
        supply_lines: soviet_zones_close_nothing_to_axis_lines""",
    21: "supply_attack: the_range_of_attack_supply",
    22: "supply_attack: the_range_of_attack_supply",
    23: "supply_attack: a_used_supply_unit_leaves_as_the_phase_ends",
    24: "supply_attack: a_retreat_may_close_attack_supply",
    25: """air: an_air_unit_adds_two
        air: an_air_unit_adds_one_in_winter""",
    26: "air: it_is_said_which_hex_it_assists",
    27: """combat_odds: rough_ground_doubles_the_defender
        air: it_takes_no_terrain_from_the_defender""",
    28: "combat_odds: finns_are_doubled_in_finland",
    29: "combat_results: support_units_die_where_others_retreat",
    30: """stacking: an_axis_hex_holds_three_corps
        stacking: or_one_army_and_nothing_else
        stacking: corps_of_several_nations_share_a_hex
        stacking: support_units_do_not_count""",
    31: """breakdown: broken_parts_move_and_fight_in_the_same_phases
        breakdown: corps_of_different_nations_form_no_army""",
    32: """campaign: what_was_lost_in_january_may_come_back_in_april
        campaign: two_infantry_armies_or_six_corps_in_the_whole_war
        campaign: one_army_or_three_corps_a_player_turn
        campaign: it_enters_on_the_western_edge_but_not_in_finland""",
    33: """campaign: the_luftwaffe_dwindles_each_march
        campaign: with_none_left_nothing_happens_and_left_out_none_goes""",
    34: """stacking: two_soviet_units_share_a_hex
        stacking: later_three_do
        breakdown: when_soviets_form_armies""",
    35: "campaign_victory: twelve_clean_turns_win_and_a_soviet_west_of_the_line_resets_them",
    36: """options/modified_victory: the_score_of_the_modified_campaign_has_seven_bands
        options/modified_victory: the_example_of_the_reading_is_a_draw""",
    37: "options/reorganized: old_units_may_be_exchanged_for_new_armies",
    38: """movement: only_the_side_whose_phase_it_is_moves
        combat_attacks: no_attack_is_made_in_a_movement_phase""",
}

STATEMENTS = {
    "1. lengths of 8, 8, 5, 6 and 45 turns, and the weather of every month": """
        sequence: each_game_begins_in_june_and_has_its_length
        weather: the_weather_of_every_month
        weather: the_weather_of_the_standard_games""",
    "2. counters enough for each order of battle with any of its situations": """
        situations: all_situations_of_a_game_together_ask_for_no_more_than_the_counters
        situations: with_all_its_situations_a_game_is_set_up_by_its_rules""",
    "3. the Soviets cover their front with infantry alone, the Axis with any unit": """
        deployment: the_last_soviet_infantry_goes_where_it_closes_the_front
        deployment: the_last_axis_army_goes_where_it_closes_the_front
        deployment: whoever_places_at_random_covers_both_fronts""",
    "4. Finns in Finland and nobody else there; nobody in Hungary without situation 3": """
        deployment: finns_and_nobody_else_of_the_axis_are_set_up_in_finland
        deployment: hungary_is_closed_to_the_axis_in_1941
        options/hungary: germans_may_deploy_in_hungary_and_the_hungarians_must""",
    "5. 26 to 9 is 2-1, and 9 to 26 is 1-3": """
        combat_odds: nine_against_twenty_six_is_one_to_three""",
    "6. a Luftwaffe unit makes 3-1 of 2-1, also in December, and 1-1 of 1-1 in the rough": """
        air: an_air_unit_adds_two
        air: an_air_unit_adds_one_in_winter
        air: it_takes_no_terrain_from_the_defender""",
    "7. the defender is asked for the table when the odds are known": """
        combat_results: the_defender_chooses_the_table_before_the_die
        combat_results: at_four_to_one_the_choice_is_real""",
    "8. Soviets die by Dr among vacant hexes in Axis zones; Germans retreat through zones": """
        combat_results: soviets_retreat_into_no_vacant_hex_of_a_zone
        combat_results: axis_units_retreat_through_soviet_zones""",
    "9. a supply unit adds 2 to the defence and dies of any retreat": """
        combat_results: support_units_die_where_others_retreat""",
    "10. a zone asks 3 points of motorized units, 4 over a river, and 4 from zone to zone": """
        movement: surcharges_add_up_as_in_the_example
        zones_of_control: a_motorized_unit_pays_three_points_from_zone_to_zone""",
    "11. in supply a unit goes one hex at the least, and out of it none": """
        movement: an_infantry_army_in_supply_goes_one_hex_at_the_least
        movement: out_of_supply_nobody_goes_even_one_hex""",
    "12. an overrun takes 5 points from beside and 8 from two hexes away": """
        overruns: three_points_more_than_to_enter
        overruns: without_the_points_nobody_overruns_from_beside""",
    "13. three Panzer corps from two hexes overrun together; a river doubles if all cross one": """
        overruns: nine_times_is_enough_and_less_is_not
        overruns: three_corps_from_two_hexes_go_in_together
        overruns: a_river_doubles_if_all_cross_one""",
    "14. who has overrun attacks in the Combat Phase; who was overrun has no zone": """
        overruns: who_overran_in_the_first_phase_attacks_in_the_combat_phase
        overruns: who_is_overrun_exerts_no_zone_and_blocks_nothing""",
    "15. infantry overruns nobody": """
        overruns: infantry_never_overruns
        overruns: infantry_joins_no_group""",
    "16. who was never in supply in its Player-Turn is lost as that ends": """
        supply_isolation: who_is_cut_off_has_the_whole_next_turn
        supply_isolation: supply_for_an_instant_saves_for_the_turn""",
    "17. an overrun that opens a pocket frees those in it, though not for trains": """
        overruns: a_pocket_that_an_overrun_opens_is_in_supply_at_once""",
    "18. Attack Supply reaches 6 and 3 hexes, in mud 1, in winter 1 and 3": """
        supply_attack: the_range_of_attack_supply""",
    "19. a supply unit leaves once, as the phase ends; a retreat may cut off a second attack": """
        supply_attack: a_used_supply_unit_leaves_as_the_phase_ends
        supply_attack: a_retreat_may_close_attack_supply""",
    "20. armies break down as a phase begins and form at both its ends, of one nation": """
        breakdown: both_movement_phases_begin_with_it
        breakdown: at_the_end_of_a_phase_units_combine_and_do_not_break
        breakdown: corps_of_different_nations_form_no_army
        stacking: no_movement_phase_ends_with_a_hex_above_the_limit""",
    "21. the Soviets form armies from Stalingrad on, and stack three from June 1943": """
        breakdown: when_soviets_form_armies
        stacking: later_three_do""",
    "22. combat units ride 12 hexes in the First phase, support units in the Second": """
        rail: twelve_hexes_and_not_thirteen
        rail: combat_units_ride_in_the_first_phase_and_support_units_in_the_second
        rail: no_ride_leads_through_an_enemy_zone_nor_ends_there
        rail: no_train_enters_a_hex_that_an_enemy_passed_last""",
    "23. Kerch takes five phases; supply leads across, and no attack": """
        kerch_and_finland: crossing_takes_five_phases
        kerch_and_finland: nothing_is_fought_across_and_lines_of_supply_lead_across""",
    "24. Finns defend doubled at home, go six hexes abroad, and attack near a supply unit": """
        kerch_and_finland: where_finns_defend_doubled
        kerch_and_finland: finns_go_six_hexes_beyond_their_border_and_not_seven
        supply_attack: finns_attack_with_an_axis_supply_unit_in_range""",
    "25. the campaign: replacements, the Luftwaffe, the bands of the score, twelve clean turns": """
        campaign: what_was_lost_in_january_may_come_back_in_april
        campaign: two_infantry_armies_or_six_corps_in_the_whole_war
        campaign: the_luftwaffe_dwindles_each_march
        options/modified_victory: the_score_of_the_modified_campaign_has_seven_bands
        campaign_victory: twelve_clean_turns_win_and_a_soviet_west_of_the_line_resets_them""",
}


@lru_cache(maxsize=32)
def found_in(file: str) -> dict[str, str]:
    """The tests of a file, or of the folder of an option, with what is written above each."""
    folder = HERE / file
    paths = folder.glob("test_*.py") if folder.is_dir() else [HERE / f"test_{file}.py"]
    return {
        node.name.removeprefix("test_"): "\n".join(map(ast.unparse, node.decorator_list))
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


def named(text: str) -> list[tuple[str, str]]:
    """The tests that an entry names, by file and name."""
    return [(file, name) for file, _, name in (x.partition(": ") for x in text.split("\n") if x)]


def entries() -> list[tuple[str, str]]:
    """All entries, each by its number or statement."""
    return [*((f"W{n}", text) for n, text in EXAMPLES.items()), *STATEMENTS.items()]


def test_there_are_38_examples_and_25_statements() -> None:
    assert list(EXAMPLES) == list(range(1, 39))
    assert [int(text.partition(".")[0]) for text in STATEMENTS] == list(range(1, 26))


@pytest.mark.parametrize(("entry", "text"), entries())
def test_each_is_played_by_a_test_that_names_a_rule(entry: str, text: str) -> None:
    found = named("\n".join(line.strip() for line in text.split("\n")))
    assert found, entry
    for file, name in found:
        assert name in found_in(file), f"{entry}: {file}: {name}"
        assert "rule" in found_in(file)[name], f"{entry}: {file}: {name} names no rule"

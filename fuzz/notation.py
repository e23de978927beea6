"""A text names an action whose notation names it again, or is refused."""

from eastfront import EastfrontError, load

GAMES = [load("barbarossa-deluxe/blue-kremlin"), load("russian-campaign/campaign"),
         load("barbarossa-1971/campaign")]  # fmt: skip
WORDS = sorted({w for g in GAMES for n in range(0, g.num_actions, 3)
                for w in g.notation(g.action_of(n)).split(" ", 1)})  # fmt: skip


def law(data: bytes) -> None:
    """Read it in each game; write it down and read it again."""
    for game in GAMES:
        try:
            action = game.parse(data.decode("utf-8", "replace"))
        except (EastfrontError, ValueError):
            continue
        assert game.parse(game.notation(action)) == action
        assert game.action_of(game.action_id(action)) == action

"""What hex wargames share. It knows no game: no unit, hex, date or figure of one."""

"""The translations, one .po file a language; `python3 -m iaijutsu.play.locale.renew` keeps them with the sources."""

"""The words of what links unfold to, in the languages of the page."""

from collections.abc import Sequence

LANGUAGES = ("en", "de", "ja")

WORDS = {
    "en": {
        "about": "Husky-sled racing for 2 to 5 players in the browser. No account: press Race now.",
        "and": " and ",
        "course": "Race on {course}",
        "course.by": "Built by {name}.",
        "course.text": "Cards on the dogs, cards on the brake: who takes the bends best?",
        "courses": "Courses",
        "daily": "The daily trail",
        "daily.text": "One solo round a day, the same course and cards for everybody. Three tries.",
        "daily.result": "{name}: {points} points on the daily trail",
        "daily.result.text": "The trail of {day}. Can you do better?",
        "duplicate": "A race with the same cards for all",
        "duplicate.text": "The same course and the same cards for everybody. How far do you get?",
        "duplicate.trial": "A time trial with the same cards for all",
        "help": "The rules of Snow Tails",
        "leg": "Race {race} of {races} of a season. ",
        "lobby": "Tables with free seats",
        "offline.again": "Try again",
        "offline.kept": "Your races and your plan are kept there: nothing is lost.",
        "offline.needs": "Races, solo games and replays need the server, which is out of reach.",
        "offline.title": "No way to the server",
        "own": "a course of our own",
        "points": "{points} points",
        "puzzles": "A Snow Tails puzzle",
        "puzzles.text": "One line is clearly best. Which turn would you play?",
        "racing": "{names} race on {course}",
        "racing.text": "Round {round}. Watch it live.",
        "replay": "Replays",
        "result": "{name} won on {course}",
        "result.nobody": "All sleds wrecked on {course}",
        "result.text": "{places}. See the race again, turn by turn.",
        "season": "A season of sled races",
        "solo": "Snow Tails alone",
        "solo.over": "{name}: {points} points alone on {course}",
        "solo.playing": "{name} drives alone on {course}",
        "solo.text": "Three rounds alone against twenty cards.",
        "waiting": "{name} asks you to a sled race",
        "waiting.text": "On {course}, {count} sleds. Open the link and take a seat.",
        "you": "Your races",
    },
    "de": {
        "about": "Schlittenrennen mit Huskys für 2 bis 5, im Browser und ohne Konto.",
        "and": " und ",
        "course": "Fahr auf {course}",
        "course.by": "Gebaut von {name}.",
        "course.text": "Karten auf die Hunde, Karten auf die Bremse: Wer nimmt die Kurven besser?",
        "courses": "Strecken",
        "daily": "Die Tagesstrecke",
        "daily.text": "Jeden Tag eine Solorunde, für alle die gleichen Karten. Drei Versuche.",
        "daily.result": "{name}: {points} Punkte auf der Tagesstrecke",
        "daily.result.text": "Die Strecke vom {day}. Kannst du es besser?",
        "duplicate": "Ein Rennen mit gleichen Karten für alle",
        "duplicate.text": "Gleiche Strecke, gleiche Karten für alle. Wie weit kommst du?",
        "duplicate.trial": "Ein Zeitfahren mit gleichen Karten für alle",
        "help": "Die Regeln von Snow Tails",
        "leg": "Rennen {race} von {races} einer Saison. ",
        "lobby": "Tische mit freien Plätzen",
        "offline.again": "Noch einmal versuchen",
        "offline.kept": "Deine Rennen und dein Plan sind dort aufgehoben: Nichts geht verloren.",
        "offline.needs": "Rennen, Solospiele und Wiederholungen brauchen den Server.",
        "offline.title": "Kein Weg zum Server",
        "own": "einer eigenen Strecke",
        "points": "{points} Punkte",
        "puzzles": "Ein Rätsel von Snow Tails",
        "puzzles.text": "Ein Weg ist klar der beste. Welchen Zug spielst du?",
        "racing": "{names} fahren auf {course}",
        "racing.text": "Runde {round}. Schau live zu.",
        "replay": "Wiederholungen",
        "result": "{name} hat auf {course} gewonnen",
        "result.nobody": "Alle Schlitten sind auf {course} zerbrochen",
        "result.text": "{places}. Sieh das Rennen noch einmal, Zug um Zug.",
        "season": "Eine Saison Schlittenrennen",
        "solo": "Snow Tails allein",
        "solo.over": "{name}: {points} Punkte allein auf {course}",
        "solo.playing": "{name} fährt allein auf {course}",
        "solo.text": "Drei Runden allein gegen zwanzig Karten.",
        "waiting": "{name} lädt dich zum Schlittenrennen ein",
        "waiting.text": "Auf {course}, {count} Schlitten. Öffne den Link und nimm Platz.",
        "you": "Deine Rennen",
    },
    "ja": {
        "about": "2〜5人で遊ぶハスキー犬ぞりレース。ブラウザですぐに、登録なしで。",
        "and": "、",
        "course": "{course} を走ろう",
        "course.by": "作：{name}",
        "course.text": "犬に出すか、ブレーキに出すか。カーブを制するのは誰？",
        "courses": "コース一覧",
        "daily": "今日のコース",
        "daily.text": "1日1回のソロ。全員同じコースとカード。挑戦は3回まで。",
        "daily.result": "{name}：今日のコースで {points} 点",
        "daily.result.text": "{day} のコース。超えられる？",
        "duplicate": "全員が同じカードで走るレース",
        "duplicate.text": "同じコース、同じカード。あなたはどこまで行けますか？",
        "duplicate.trial": "全員が同じカードで走るタイムトライアル",
        "help": "Snow Tails のルール",
        "leg": "シーズン {races} 戦中の第 {race} 戦。",
        "lobby": "空席のあるテーブル",
        "offline.again": "もう一度",
        "offline.kept": "レースとプランはサーバーに残っています。何も失われません。",
        "offline.needs": "レース、ソロ、リプレイにはサーバーへの接続が必要です。",
        "offline.title": "サーバーにつながりません",
        "own": "オリジナルコース",
        "points": "{points} 点",
        "puzzles": "Snow Tails のパズル",
        "puzzles.text": "はっきり最善の道が一つ。あなたならどう走りますか？",
        "racing": "{names} が {course} でレース中",
        "racing.text": "{round} ラウンド目。観戦できます。",
        "replay": "リプレイ",
        "result": "{name} が {course} で優勝",
        "result.nobody": "{course} で全そりが大破",
        "result.text": "{places}。レースを一手ずつ見返せます。",
        "season": "犬ぞりレースのシーズン",
        "solo": "Snow Tails ソロ",
        "solo.over": "{name}：{course} のソロで {points} 点",
        "solo.playing": "{name} が {course} をソロで走行中",
        "solo.text": "20枚のカードと3ラウンドの一人勝負。",
        "waiting": "{name} から犬ぞりレースへの招待",
        "waiting.text": "{course}、そり {count} 台。リンクを開いて席に着こう。",
        "you": "あなたのレース",
    },
}


def language_of(accepted: str) -> str:
    """Return the language to use for whoever accepts some, as browsers say it.

    >>> language_of("fr-FR, de;q=0.7, en;q=0.3"), language_of("")
    ('de', 'en')
    """
    for part in accepted.split(","):
        tag = part.partition(";")[0].strip().lower().partition("-")[0]
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]


class Say:
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = WORDS[language]

    def __call__(self, key: str, **facts: object) -> str:
        """Say something."""
        return self._words[key].format(**facts)

    def listed(self, names: Sequence[str]) -> str:
        """Say several names after another."""
        last = self("and")
        return last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

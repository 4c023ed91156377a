/** @type {typeof import("../en/help.js").help} */
export const help = {
  "help.label": "ヘルプ",
  "help.title": "遊び方",
  "help.contents": "目次",
  "help.minute": "1分でわかるルール",
  "help.link": "ルール{clause}へのリンク",
  "help.why": "理由はルール{clause}へ",
  "help.programs": "プログラムから遊ぶ",
  "help.api": "プログラムもHTTPだけで参加できます。次の1行で名乗ると、トークンが返ってきます。",
  "help.api.more": "続きは docs/http-api.md に、レース1回分の例とともにあります。",
};

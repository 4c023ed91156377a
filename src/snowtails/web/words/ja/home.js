/** @type {typeof import("../en/home.js").home} */
export const home = {
  "home.tagline": "ハスキー2頭、カード5枚、凍てつくコース。",
  "home.race": "レース開始",
  "home.against": "「くるみ割り人形」で、子犬・若犬・ハスキーと対戦",
  "home.name": "あなたの名前",
  "home.goOn": "レースに戻る",
  "home.failed": "レースを始められませんでした。{why}",
  "home.fan": "フレーザー＆ゴードン・ラモントによるゲームの非公式ファン版です。",
};

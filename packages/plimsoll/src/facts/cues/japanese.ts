import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/** Cues in Japanese. */
export const JAPANESE: CueLanguage = {
  name: "Japanese",
  edges: ["", ""],
  cues: {
    acceptance: [
      { words: "受け入れ(?:条件|基準)", example: "受け入れ基準は次の通り", counterExample: "受け入れました" },
    ],
    limit: [
      {
        words: r`以内に, まで(?:に|です), (?:最大|最低)\d`,
        example: "金曜までに終えて",
        counterExample: "ここまで読んだ",
      },
    ],
    rule: [
      {
        words: "しないで, してはいけ, してはなら, 禁止, ないように, 避けて",
        example: "変更しないで",
        counterExample: "変更して",
      },
      {
        words: "必ず, 絶対に, 常に, のみ(?:を|に|で)?, だけ(?:を使|に), しなければ",
        example: "必ずテストする",
        counterExample: "テストする",
      },
    ],
    preference: [{ words: "なるべく, できれば, 優先", example: "なるべく短く", counterExample: "短い" }],
    correction: [
      { words: "やっぱり, ではなく, 代わりに", example: "やっぱり八十番", counterExample: "八十番" },
    ],
    "new state": [{ words: "これから", example: "これから使う", counterExample: "これを使う" }],
    negation: [{ words: "ない, いけ", example: "使わない", counterExample: "使う" }],
    address: [
      {
        pattern: "しないで|ください|してはいけ|してはなら|しなければ|こと。?$",
        example: "テストしてください",
        counterExample: "テストした",
      },
    ],
    decision: [{ words: "ことにし", example: "使うことにした", counterExample: "使うこと" }],
    reason: [{ words: "ため, ので", example: "小さいのでこれ", counterExample: "これ" }],
    "heading sign": [
      { words: "重點, 注目, 条件, 注記, 要件, 目標", example: "注記", counterExample: "田中" },
    ],
    dialogue: [{ words: "私, 僕, あなた", example: "私は試した", counterExample: "再起動した" }],
    "error line": [
      { pattern: r`^\s{0,8}エラー\s{0,2}[:!：]? ?\S`, example: "エラー：失敗", counterExample: "失敗" },
    ],
  },
  wordLists: {
    hesitation: { words: "えーと, あの", example: "えーと", counterExample: "はい" },
  },
};

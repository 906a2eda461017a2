import { describe, expect, it } from "vitest";
import { unspacedWords } from "./unspaced-words.js";

describe("the words of a run without blanks", () => {
  it("are pairs of Chinese characters without function words", () => {
    expect(unspacedWords("不要动支付模块")).toEqual(["支付", "付模", "模块"]);
    expect(unspacedWords("支付模块现在可以改了")).toEqual(expect.arrayContaining(["支付", "付模", "模块"]));
  });

  it("are Katakana words and Chinese characters between the Hiragana of Japanese", () => {
    expect(unspacedWords("決済モジュールは変更しないで")).toEqual(["決済", "モジュール", "変更"]);
    expect(unspacedWords("色の")).toEqual(["色"]);
  });

  it("are the stems of Korean words, whatever particle follows", () => {
    expect(unspacedWords("모듈은")).toEqual(unspacedWords("모듈을"));
    expect(unspacedWords("색은")).toEqual(unspacedWords("색만"));
  });
});

import { describe, expect, it } from "vitest";
import { editedFiles } from "./edited-files.js";
import { callView, resultView, userView } from "./evaluation-test-support.js";
import { identifierCheck } from "./identifier-check.js";
import { userSentences } from "./user-sentences.js";

describe("user sentences", () => {
  it("are what people said in five words and more, in any script", () => {
    const views = [
      userView("Please never touch the old table. Thanks!\nKeep the limit at 17 rows"),
      userView("请保持这个函数的公开接口不变。好"),
      resultView("this is an output with many words"),
    ];
    expect(userSentences(views)).toEqual([
      "Please never touch the old table.",
      "Keep the limit at 17 rows",
      "请保持这个函数的公开接口不变。",
    ]);
  });

  it("do not come from blocks that a client put in", () => {
    const text =
      "<system-reminder>this was added by the client itself</system-reminder>But this was said by me";
    expect(userSentences([userView(text)])).toEqual(["But this was said by me"]);
    const many = "<open-tag>".repeat(50_000);
    expect(userSentences([userView(`${many} and these are five words`)])).toEqual([]);
  });
});

describe("edited files", () => {
  it("are named by calls that write, and by patches", () => {
    const views = [
      callView({ file_path: "/srv/app/src/a.ts", old_string: "x" }, "Edit"),
      callView({ command: "view", path: "/srv/app/src/b.ts" }, "str_replace_editor"),
      callView({ path: "/srv/app/src/c.ts" }, "read_file"),
      callView({ command: ["apply_patch", "*** Begin Patch\n*** Update File: src/deep/d.ts\n@@"] }, "shell"),
    ];
    expect(editedFiles(views)).toEqual(["src/a.ts", "deep/d.ts"]);
  });
});

describe("the check of identifiers", () => {
  const check = identifierCheck('booking QX7T2M in src/one/a.ts {"limit":4096}');

  it("finds those that never occurred", () => {
    expect(check("booking QX7T2N in src/one/b.ts, 4096 entries").invented).toEqual([
      "QX7T2N",
      "src/one/b.ts",
    ]);
  });

  it("does not count what a compaction says about itself", () => {
    const own = `[covers 312 archived items, item_${"0a".repeat(16)} to the end; 98765 characters left out]`;
    expect(check(own)).toEqual({ all: 0, invented: [] });
  });
});

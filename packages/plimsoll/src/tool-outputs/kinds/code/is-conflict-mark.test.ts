import { describe, expect, it } from "vitest";
import { isConflictMark } from "./is-conflict-mark.js";

describe("isConflictMark", () => {
  it.each(["<<<<<<< HEAD", "||||||| 5bdffce2", "=======", ">>>>>>> origin/main"])("knows %s", (line) =>
    expect(isConflictMark(line)).toBe(true),
  );
  it.each(["========", "<<<<<< HEAD", "a <<<<<<< b", "<<<<<<<x"])("does not take %s for one", (line) =>
    expect(isConflictMark(line)).toBe(false),
  );
});

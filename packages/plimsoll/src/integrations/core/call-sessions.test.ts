import { describe, expect, it } from "vitest";
import { CallSessions } from "./call-sessions.js";

const call = (query: string, callId = "functions.recall_search:0") => ({
  type: "function_call",
  callId,
  name: "recall_search",
  arguments: JSON.stringify({ query }),
});

describe("the sessions of calls", () => {
  it("are told apart where two sessions call under the same id at the same time", () => {
    const sessions = new CallSessions();
    const [one, other] = [call("marlinspike"), call("marlinspike")];
    sessions.note("one", [one]);
    sessions.note("other", [other]);
    expect(sessions.of(one)).toBe("one");
    expect(sessions.of(other)).toBe("other");
  });

  it("are known for copies of a call by what they say, and not where two sessions wait for the same", () => {
    const sessions = new CallSessions();
    sessions.note("one", [call("marlinspike")]);
    sessions.note("other", [call("halyard")]);
    expect(sessions.of(call("marlinspike"))).toBe("one");
    expect(sessions.of(call("halyard"))).toBe("other");
    sessions.note("one", [call("sheet")]);
    sessions.note("other", [call("sheet")]);
    expect(sessions.of(call("sheet"))).toBeUndefined();
  });

  it("forget a call that was answered, or that its session has gone on from", () => {
    const sessions = new CallSessions();
    sessions.note("one", [call("sheet")]);
    expect(sessions.of(call("sheet"))).toBe("one");
    sessions.note("other", [call("sheet")]);
    expect(sessions.of(call("sheet"))).toBe("other");
    sessions.note("one", [call("boom")]);
    sessions.note("one", []);
    sessions.note("other", [call("boom")]);
    expect(sessions.of(call("boom"))).toBe("other");
  });
});

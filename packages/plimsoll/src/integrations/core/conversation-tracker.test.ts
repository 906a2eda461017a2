import { describe, expect, it } from "vitest";
import { chatter, say } from "../../engine/manager-test-support.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { ConversationTracker } from "./conversation-tracker.js";

function setUp(maxConversations = 8) {
  const forgotten: string[] = [];
  let count = 0;
  const tracker = new ConversationTracker<PlainMessage>({
    maxConversations,
    newSessionId: () => `c${++count}`,
    forgotten: (sessionId, hasOwnId) =>
      void forgotten.push(hasOwnId ? `${sessionId}, by its own id` : sessionId),
  });
  const idOf = (items: PlainMessage[], sessionId?: string) => {
    return tracker.find(items, sessionId).conversation.sessionId;
  };
  return { tracker, idOf, forgotten };
}

describe("ConversationTracker", () => {
  it("finds a conversation again by its history, also when it is sent as clones", () => {
    const { idOf } = setUp();
    const history = chatter(4);
    for (const length of [1, 3, 5, 8]) expect(idOf(structuredClone(history.slice(0, length)))).toBe("c1");
    expect(idOf(structuredClone(history))).toBe("c1");
  });

  it("tells conversations apart that began alike, from where they part", () => {
    const { idOf } = setUp();
    const hello = [say("user", "hello")];
    expect(idOf(hello)).toBe("c1");
    expect(idOf(structuredClone(hello))).toBe("c1");
    const first = [...hello, say("assistant", "Hi, Ada."), say("user", "never deploy on Fridays")];
    const second = [...hello, say("assistant", "Hi, Bob."), say("user", "what may I do?")];
    expect(idOf(first)).toBe("c1");
    expect(idOf(second)).toBe("c2");
    expect(idOf([...first, say("assistant", "Noted.")])).toBe("c1");
    expect(idOf([...second, say("assistant", "Anything.")])).toBe("c2");
    expect(idOf(hello)).toBe("c3");
  });

  it("finds a conversation whose host adopted what was sent", () => {
    const { tracker } = setUp();
    const { conversation } = tracker.find(chatter(4));
    conversation.sent = [say("assistant", "a summary"), ...chatter(1, 3)];
    const next = tracker.find([...conversation.sent, say("user", "go on")]);
    expect(next.conversation).toBe(conversation);
    expect(next.extended).toHaveLength(4);
  });

  it("looks only at conversations that begin alike, however many there are", () => {
    const { tracker } = setUp(64);
    let read = 0;
    const watched = (text: string): PlainMessage =>
      Object.defineProperty(say("user", text), "content", {
        enumerable: true,
        get() {
          read++;
          return text;
        },
      });
    for (let number = 0; number < 64; number++) tracker.find([watched(`hello ${number}`)]);
    read = 0;
    tracker.find([say("user", "hello, whoever you are")]);
    expect(read).toBe(0);
  });

  it("finds a conversation no more that was forgotten", () => {
    const { idOf } = setUp(1);
    const [first, second] = [[say("user", "one")], [say("user", "two")]];
    expect([idOf(first), idOf(second), idOf(first)]).toEqual(["c1", "c2", "c3"]);
  });

  it("extends what was sent last by what is new", () => {
    const { tracker } = setUp();
    const history = chatter(4);
    const { conversation, extended } = tracker.find(history);
    expect(extended).toEqual(history);
    conversation.sent = history.slice(-2);
    const more = say("user", "go on");
    expect(tracker.find([...structuredClone(history), more]).extended).toEqual([...history.slice(-2), more]);
  });

  it("takes an id at its word, and never finds a named conversation by content", () => {
    const { idOf } = setUp();
    const history = chatter(2);
    expect(idOf(history, "mine")).toBe("mine");
    expect(idOf(chatter(1, 7), "mine")).toBe("mine");
    expect(idOf(history)).toBe("c1");
  });

  it("forgets the one longest unused beyond its bound, and says whether it named it", () => {
    const { idOf, tracker, forgotten } = setUp(2);
    idOf([say("user", "one")]);
    idOf([say("user", "two")], "mine");
    idOf([say("user", "three")]);
    idOf([say("user", "four")]);
    expect(tracker.size).toBe(2);
    expect(forgotten).toEqual(["c1", "mine, by its own id"]);
  });
});

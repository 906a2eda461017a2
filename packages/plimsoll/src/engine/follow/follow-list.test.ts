import { describe, expect, it } from "vitest";
import { chatter, say, setUp } from "../manager-test-support.js";

const SENT = chatter(8);
const ANSWERED = [...SENT, say("assistant", `An answer of some length. ${"And so on. ".repeat(60)}`)];
const NEXT = [...ANSWERED, say("user", "And now?")];
/** What the provider reported of the first request. */
const REPORTED = { usage: { input_tokens: 1000, output_tokens: 150 } };

/** The estimate of the second request, with something between the two. */
async function measured(between: (manager: ReturnType<typeof setUp>["manager"]) => Promise<unknown>) {
  const { manager } = setUp();
  await manager.preflight("s", SENT);
  await between(manager);
  return (await manager.preflight("s", NEXT, REPORTED)).measurement;
}

describe("a list that is looked at and not sent", () => {
  it.each([
    { how: "decide", between: (manager) => manager.decide("s", ANSWERED) },
    { how: "plan", between: (manager) => manager.plan("s", ANSWERED, { targetTokens: 400 }) },
    { how: "prepare", between: (manager) => manager.prepare("s", ANSWERED, { targetTokens: 400 }) },
  ] satisfies { how: string; between: Parameters<typeof measured>[0] }[])(
    "takes no usage that belongs to the request before it ($how)",
    async ({ between }) => {
      expect(await measured(between)).toEqual(await measured(async () => undefined));
    },
  );
});

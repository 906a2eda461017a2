import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { script } from "./ledger-test-support.js";

const session = (...messages: readonly string[]) => {
  const found = script();
  for (const message of messages)
    found.user(message).assistant("Understood.").user("Go on.").assistant("Done.");
  return found.checkpoint().constraints;
};

const states = (...messages: readonly string[]): (readonly [string, string])[] =>
  session(...messages).map(({ text, status }) => [text, status]);

const TAKEN_BACK: readonly (readonly [string, string])[] = [
  ["Never restart the broker.", "You may restart the broker now."],
  ["Don't write to the archive bucket.", "Writing to the archive bucket is fine from now on."],
  ["No new dependencies, please.", "Forget the no-new-dependencies thing, add what you need."],
  ["Ask me before every merge.", "You don't have to ask me before merging any more."],
  ["Leave feature flags alone.", "Go ahead and clean up the feature flags."],
  ["The deadline is 12 March.", "The deadline moved to 26 March."],
  ["At most 5 requests per second.", "Make that 20 requests per second."],
  ["The budget is 300 euros.", "Budget went up to 450 euros."],
  ["Use port 3000.", "The port is 4000 now."],
  ["Send the invoices to petra@firm.example.", "Invoices go to lukas@firm.example now."],
  ["Use npm for installs.", "We switched to pnpm, no more npm."],
  ["Use Redis for the cache.", "On second thought use memcached for the cache instead of Redis."],
  ["Reply in French.", "You can go back to English."],
  ["Squash all commits.", "Stop squashing commits, I want the history."],
  ["PRs need two approvals.", "One approval per PR is enough now."],
  ["Do not run the migrations.", "The migrations can run now."],
  ["Retry three times at most.", "Make that 5."],
  ["Deploy only to staging.", "Production deploys are okay from today."],
  ["Keep the old endpoint.", "The old endpoint can be deleted."],
  ["不要跑迁移。", "迁移现在可以跑了。"],
  ["最多重试3次。", "改成5次吧。"],
];

const UNRELATED: readonly (readonly [string, string])[] = [
  ["Never push to main.", "You can push to the feature branch now."],
  ["Use at most 10 workers.", "Use at most 3 retries."],
  ["Do not delete rows in production.", "You may delete rows in staging."],
  ["No emojis in commits.", "No emojis in the README either."],
  ["Use tabs in Makefiles.", "Use spaces in Python files."],
  ["Send the invoices to petra@firm.example.", "Send the photos to lukas@firm.example."],
  ["Use port 8080 for the dev server.", "Use port 9090 for the metrics."],
  ["Don't touch the css folder.", "You can look at the css folder for examples."],
  ["Leave the tests alone.", "The tests are slow now."],
  ["Never ship order 7.", "Never ship order 8."],
  ["Do not mail petra@firm.example.", "Do not mail lukas@firm.example."],
  ["Always back up the table before step 1.", "Always back up the table before step 2."],
  ["You must not change the table before step 1.", "You must not change the table before step 2."],
  ["Never touch the table before step 1.", "You must not change the table before step 1."],
  ["Do not delete rows in production.", "Careful, the old migration script can delete rows in production."],
  ["Do not run the migrations.", "Can the migrations run now?"],
  ["Do not run the migrations.", "My colleague says the migrations can run now."],
  ["Retry three times at most.", "Make that button 5 pixels wider."],
  ["Keep the old endpoint.", "The old endpoint is slow."],
  ["禁止删除订单1的记录。", "禁止删除订单2的记录。"],
  ["必须保留订单1的记录。", "必须保留订单2的记录。"],
];

describe("a later sentence", () => {
  it.each(TAKEN_BACK)("takes back: %s => %s", (earlier, later) => {
    const found = session(earlier, later);
    const [old, current] = [found[0], found.find(({ status }) => status === "current")];
    expect(old).toMatchObject({ text: earlier, status: "superseded" });
    expect(old?.supersededBy).toBe(current?.id);
  });

  it.each(UNRELATED)("leaves: %s => %s", (earlier, later) => {
    expect(states(earlier, later)).toContainEqual([earlier, "current"]);
  });
});

/** Rules with ways to lift them, or to give them another value. */
const SUBJECTS = [
  "push to main",
  "deploy the billing service",
  "edit the schema",
  "contact customers",
] as const;
const lifts = (deed: string): readonly string[] => [
  `You can ${deed} now.`,
  `Forget what I said, you may ${deed} from now on.`,
  `I take that back, you can ${deed}.`,
];
const LIMITS = ["retries per request", "workers for the import", "lines per function"] as const;

describe("a sentence with nothing but a value", () => {
  const rule = "Retry three times at most.";

  it("changes the newest rule with a number of the user's", () => {
    expect(states("The timeout is 30 seconds.", rule, "Make that 5.")).toEqual([
      ["The timeout is 30 seconds.", "current"],
      [rule, "superseded"],
      ["Make that 5.", "current"],
    ]);
    expect(states(rule, "Add 3 columns to the report.", "Make that 5.")).toContainEqual([rule, "current"]);
  });

  it("changes the rule with its unit", () => {
    const found = states("The timeout is 30 seconds.", rule, "Let's go with 45 seconds.");
    expect(found).toContainEqual(["The timeout is 30 seconds.", "superseded"]);
    expect(found).toContainEqual([rule, "current"]);
  });

  it("chooses one of the points that the assistant has numbered", () => {
    const found = script()
      .user(rule)
      .assistant("Which one?\n1. Wait longer\n2. Give up")
      .user("Let's go with 2.");
    expect(found.checkpoint().constraints).toContainEqual(
      expect.objectContaining({ text: rule, status: "current" }),
    );
  });
});

describe("a chain of rules and releases", () => {
  it("never shows a released rule as in force", () => {
    const step = fc.record({ subject: fc.constantFrom(...SUBJECTS), lift: fc.nat(2) });
    fc.assert(
      fc.property(fc.uniqueArray(step, { selector: ({ subject }) => subject, minLength: 1 }), (steps) => {
        const rules = steps.map(({ subject }) => `Do not ${subject}.`);
        const releases = steps.map(({ subject, lift }) => lifts(subject)[lift] ?? "");
        const found = new Map(states(...rules, ...releases));
        for (const rule of rules) expect(found.get(rule)).toBe("superseded");
        for (const release of releases) expect(found.get(release)).toBe("current");
      }),
      { numRuns: scaled(100) },
    );
  });

  it("puts a rule in force again that is given again", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SUBJECTS), fc.integer({ min: 1, max: 4 }), (subject, times) => {
        const rule = `Do not ${subject}.`;
        const release = `You can ${subject} now.`;
        const said = Array.from({ length: times * 2 + 1 }, (_, index) => (index % 2 === 0 ? rule : release));
        expect(new Map(states(...said))).toEqual(
          new Map([
            [rule, "current"],
            [release, "superseded"],
          ]),
        );
      }),
      { numRuns: scaled(30) },
    );
  });

  it("ends with the newest value of each limit alone in force", () => {
    const change = fc.tuple(fc.constantFrom(...LIMITS), fc.integer({ min: 2, max: 90 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const newest = new Map(
          changes.map(([limit, number]) => [limit as string, `At most ${number} ${limit}.`]),
        );
        const found = states(...changes.map(([limit, number]) => `At most ${number} ${limit}.`));
        const inForce = found.filter(([, status]) => status === "current").map(([text]) => text);
        expect(new Set(inForce)).toEqual(new Set(newest.values()));
      }),
      { numRuns: scaled(100) },
    );
  });
});

import { readValue, type SeededRandom } from "plimsoll/testing";
import type { Need, Task, TaskEvent } from "./task.js";
import { interleave, rows } from "./interleave.js";
import { people, pickSome } from "./people.js";

const SERVICES = ["checkout-api", "basket-sync", "price-feed", "stock-view", "login-edge", "mail-relay"];
const BUILD = /\b20\d\d\.\d{1,2}\.\d{1,4}\b/g;
const NODE = /\bnode-[0-9a-f]{4}\b/g;
const CHANNEL = /#[a-z]+-[a-z]+-\d{2,4}\b/g;

interface Incident {
  readonly service: string;
  readonly other: string;
  readonly channel: Changed;
  readonly build: Changed;
  readonly approval: string;
  readonly node: string;
  readonly flag: string;
  readonly lead: Changed;
}

interface Changed {
  readonly before: string;
  readonly after: string;
}

/** An incident whose instructions change while it goes on: what was said first is wrong by the end. */
export const changingIncident: Task = {
  name: "changing incident",
  script(random, noise) {
    const incident = incidentOf(random);
    const events: TaskEvent[] = [
      { kind: "user", text: briefing(incident) },
      { kind: "tool", name: "get_alerts", arguments: { state: "firing" }, output: alerts(random, incident) },
      {
        kind: "tool",
        name: "read_config",
        arguments: { service: incident.service },
        output: config(random, incident),
      },
      {
        kind: "say",
        text: `The pressure on ${incident.service} comes from one node; the others look healthy.`,
      },
      {
        kind: "user",
        text: `For the restart of ${incident.service} you have the approval ${incident.approval}, but wait until I say so.`,
      },
      { kind: "say", text: "I wait." },
      {
        kind: "user",
        text: `Correction: if we roll back, ${incident.service} goes to build ${incident.build.after}, no longer to ${incident.build.before}, that one is broken too.`,
      },
      { kind: "say", text: "Understood." },
      {
        kind: "user",
        text: `From now on status updates go to ${incident.channel.after} instead of ${incident.channel.before}. ${incident.lead.before} went home; ${incident.lead.after} is now the incident lead.`,
      },
      { kind: "say", text: "All right." },
      { kind: "user", text: "Take the node with the heap problem out of rotation." },
      { kind: "decide", decision: { tool: "drain_node", needs: [heapNode(incident)] } },
      { kind: "user", text: `Now restart ${incident.service}.` },
      { kind: "decide", decision: { tool: "restart_service", needs: [approvalOf(incident)] } },
      { kind: "user", text: "That did not help. Switch the new code path off and roll back." },
      { kind: "decide", decision: { tool: "roll_back", needs: [flagOf(incident), buildOf(incident)] } },
      { kind: "user", text: "Tell everybody, and hand over to the lead." },
      { kind: "decide", decision: { tool: "post_update", needs: [channelOf(incident), leadOf(incident)] } },
    ];
    return interleave(
      events,
      Array.from({ length: noise }, () => lookAround(random, incident)),
      { from: 4, to: events.length - 2 },
    );
  },
};

function incidentOf(random: SeededRandom): Incident {
  const [service = "", other = ""] = pickSome(random, SERVICES, 2);
  const [before = "", after = ""] = people(random, 2);
  const year = random.integer(2026, 2028);
  const build = random.integer(20, 700);
  return {
    service,
    other,
    channel: {
      before: `#status-${random.pick(["web", "shop", "edge"])}-${random.integer(10, 99)}`,
      after: `#${random.pick(["bridge", "warroom", "inc"])}-${random.pick(["blue", "north", "late"])}-${random.integer(100, 999)}`,
    },
    build: {
      before: `${year}.${random.integer(1, 12)}.${build}`,
      after: `${year}.${random.integer(1, 12)}.${build - random.integer(3, 9)}`,
    },
    approval: `APR-${random.integer(2000, 9999)}`,
    node: `node-${random.hexadecimal(2)}${random.integer(10, 99)}`,
    flag: `${random.pick(["lazy", "eager", "shadow", "batched"])}_${random.pick(["pricing", "locking", "paging"])}_v${random.integer(2, 9)}`,
    lead: { before, after },
  };
}

function briefing({ service, channel, build, lead }: Incident): string {
  return (
    `Customers see timeouts in ${service} and you are on the bridge with me. ` +
    `Post status updates to ${channel.before} and nowhere else. ${lead.before} is the incident lead. ` +
    `If it comes to a rollback, ${service} goes back to build ${build.before}. ` +
    "Do nothing that changes production before I ask for it."
  );
}

function alerts(random: SeededRandom, { service, node }: Incident): string {
  const others = Array.from(
    { length: 7 },
    () =>
      `firing  ${random.pick(["LatencyHigh", "ErrorRatio", "QueueDepth"])}  instance=node-${random.hexadecimal(4)}  service=${random.pick(SERVICES)}  value=${random.integer(2, 90)}`,
  );
  const own = `firing  HeapExhausted  instance=${node}  service=${service}  value=${random.integer(91, 99)}`;
  return pickSome(random, [...others, own], 8).join("\n");
}

function config(random: SeededRandom, { service, flag }: Incident): string {
  const lines = rows(
    9,
    () =>
      `  ${random.pick(["timeout", "pool", "retries", "backoff", "limit"])}_${random.hexadecimal(3)}: ${random.integer(1, 900)}`,
  );
  return `service: ${service}\nsettings:\n${lines}\nflags:\n  ${flag}: on   # new code path, switched on ${random.integer(2, 6)} days ago\n  metrics_sampling: on\n`;
}

function need(kind: Need["kind"], argument: string, rest: Pick<Need, "expected" | "query" | "find">): Need {
  return { kind, argument, ...rest };
}

const heapNode = ({ node }: Incident): Need =>
  need("identifier", "node", {
    expected: node,
    query: "HeapExhausted instance heap node",
    find: (text) => readValue(text, { about: [/heap/gi], value: NODE }),
  });

const approvalOf = ({ service, approval }: Incident): Need =>
  need("identifier", "approval", {
    expected: approval,
    query: `approval restart ${service}`,
    find: (text) => readValue(text, { about: [/\bapprov/gi, /\brestart/i], value: /\bAPR-\d{4}\b/g }),
  });

const flagOf = ({ flag }: Incident): Need =>
  need("identifier", "flag", {
    expected: flag,
    query: "flag new code path switched on",
    find: (text) => readValue(text, { about: [/new code path/gi], value: /\b[a-z]+_[a-z]+_v\d\b/g }),
  });

const buildOf = ({ service, build }: Incident): Need =>
  need("correction", "build", {
    expected: build.after,
    query: `rollback ${service} build`,
    find: (text) =>
      readValue(text, { about: [/\bbuild\b/gi, /\broll(?:ed|s)?[ -]?back|\brevert/i], value: BUILD }),
  });

const channelOf = ({ channel }: Incident): Need =>
  need("correction", "channel", {
    expected: channel.after,
    query: "status updates go to channel",
    find: (text) => readValue(text, { about: [/\bupdates?\b/gi], value: CHANNEL }),
  });

const leadOf = ({ lead }: Incident): Need =>
  need("correction", "lead", {
    expected: lead.after,
    query: "incident lead",
    find: (text) =>
      readValue(text, { about: [/\bincident lead\b/gi], value: /\b(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)\b/gu }),
  });

/** Logs of other parts of the system, with nodes and builds that have nothing to do with it. */
function lookAround(random: SeededRandom, { other }: Incident): TaskEvent[] {
  const output = rows(random.integer(22, 40), () => {
    const time = `${random.integer(10, 23)}:${random.integer(10, 59)}:${random.integer(10, 59)}`;
    return `${time} ${random.pick(["INFO", "INFO", "WARN"])} ${other} node-${random.hexadecimal(4)} ${random.pick(
      [
        `request ${random.hexadecimal(8)} done in ${random.integer(8, 900)} ms`,
        `queue ${random.pick(["orders", "mails", "events"])} has ${random.integer(2, 400)} entries`,
        `connection ${random.integer(1000, 9999)} closed by peer`,
        `cache refreshed, ${random.integer(100, 9000)} keys`,
      ],
    )}`;
  });
  return [
    {
      kind: "tool",
      name: "read_logs",
      arguments: { service: other, minutes: random.integer(5, 30) },
      output,
    },
    { kind: "say", text: `Nothing in the logs of ${other} explains the timeouts.` },
    ...(random.chance(0.3)
      ? [
          {
            kind: "user",
            text: random.pick(["Keep looking.", "And the other services?", "Anything new?"]),
          } as const,
        ]
      : []),
  ];
}

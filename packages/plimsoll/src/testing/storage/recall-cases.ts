import assert from "node:assert/strict";
import { itemId } from "../../conversation/item-id.js";
import { plain } from "../../formats/plain/plain.js";
import type { Format } from "../../formats/format.js";
import { createRecall } from "../../recall/create-recall.js";
import type { RecallHit } from "../../recall/recall.js";
import { createArchive } from "../../stores/create-archive.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { minuteTs, onStore, type StorageCase } from "./storage-case.js";

const SESSION = "s";
const TENANT = "t";

/** What people, an agent and tools said, by name, oldest first. */
const SAID: Readonly<Record<string, readonly [role: string, text: string]>> = {
  parking: ["user", "Visitors leave their cars in the garage on level 2."],
  leak: ["assistant", "The pool runs dry because maxIdleConnections is read as milliseconds."],
  lunch: ["user", "Lunch for the workshop is ordered for 18 people, two of them vegan."],
  training: ["user", "Die Schulung leitet Frau Albrecht am 12. März in Kassel."],
  copier: ["user", "二楼打印机的密码是 4471。"],
  trip: ["user", "来週の出張は飛行機でお願いします。"],
  stock: ["tool", '{"article":"rain_jacket_xl","in_stock":0,"restock":"2027-02-20"}'],
};

const NOISE = Array.from(
  { length: 300 },
  (_, line) => `ok ${line} - src/pool/connection-${line}.test.ts passed`,
);

/** Large outputs of tools, by name. */
const SHOWN: Readonly<Record<string, string>> = {
  tests: NOISE.join("\n"),
  log: [...NOISE, "fatal: certificate of mail.example expired", ...NOISE].join("\n"),
};

/** Questions, and what each finds first. */
const QUESTIONS: readonly (readonly [question: string, first: string])[] = [
  ["Where do guests park?", "parking"],
  ["Why do we run out of connections?", "leak"],
  ["max idle connections", "leak"],
  ["maxIdleConnections", "leak"],
  ["How many people eat at the workshop?", "lunch"],
  ["Wer hält die Schulungen im März?", "training"],
  ["打印机密码是多少?", "copier"],
  ["出張の移動手段は何ですか?", "trip"],
  ["When will the jacket be available again?", "stock"],
  ["src/pool/connection-250.test.ts", "log"],
  ["What is wrong with the mail server's certificate?", "log"],
];

async function ask(store: StorageAdapter): Promise<Map<string, RecallHit[]>> {
  const items = Object.values(SAID).map(([role, content]) => ({ role, content }));
  await store.append(
    SESSION,
    items.map((item, minute) => ({ kind: "item", id: itemId(item), ts: minuteTs(minute), data: item })),
  );
  await store.putArtifacts(
    { tenant: TENANT, sessionId: SESSION },
    Object.values(SHOWN).map((text, minute) => ({ text, kind: "log", label: "", ts: minuteTs(minute) })),
  );
  const archive = createArchive(store, { tenant: TENANT });
  const recall = createRecall({ archive, sessionId: SESSION, format: plain as unknown as Format });
  const answers = new Map<string, RecallHit[]>();
  for (const [question] of QUESTIONS) answers.set(question, await recall.search(question));
  return answers;
}

/** What was said comes back as it was; a payload may have another id in every store. */
function nameOf({ id, snippet }: RecallHit): string | undefined {
  const said = Object.entries(SAID).find(([, [role, content]]) => itemId({ role, content }) === id);
  return said?.[0] ?? Object.entries(SHOWN).findLast(([, text]) => text.includes(snippet))?.[0];
}

async function checkQuestions(store: StorageAdapter): Promise<void> {
  const answers = await ask(store);
  const expected = await ask(memoryStorage());
  for (const [question, first] of QUESTIONS) {
    const hits = answers.get(question) ?? [];
    assert.equal(hits[0] && nameOf(hits[0]), first, `what ${JSON.stringify(question)} finds first`);
    const seen = (list: readonly RecallHit[] = []): object[] =>
      list.map((hit) => ({ ...hit, id: nameOf(hit) }));
    assert.deepEqual(seen(hits), seen(expected.get(question)), `the hits of ${JSON.stringify(question)}`);
  }
}

/** What recall finds does not depend on where the archive is kept. */
export const RECALL_CASES: readonly StorageCase[] = [
  onStore("answers questions with the same hits in the same order as every store", checkQuestions),
];

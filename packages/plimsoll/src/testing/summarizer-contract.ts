import { EMPTY_VIEW, type ItemView } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import type { Summarizer, SummaryRequest } from "../summarizers/summarizer.js";
import { TEMPLATE_NAMES } from "../summarizers/template-name.js";
import type { ContractCase } from "./contract-case.js";

const USER_TEXT = "Please fix the parser in src/parse/date.ts, but never change the public API.";

const VIEWS: readonly ItemView[] = [
  { ...EMPTY_VIEW, role: "user", text: USER_TEXT },
  {
    ...EMPTY_VIEW,
    text: "I will read the file first. The time zone is lost when the offset is negative.",
    calls: [{ callId: "c1", name: "read", arguments: '{"path":"src/parse/date.ts"}' }],
  },
  {
    ...EMPTY_VIEW,
    role: "tool",
    results: [
      {
        callId: "c1",
        name: "read",
        text: "export function parseDate(text: string): Date {\n",
        isError: false,
      },
    ],
  },
  {
    ...EMPTY_VIEW,
    role: "tool",
    results: [{ callId: "c2", name: "run", text: "AssertionError: expected -120, got 120", isError: true }],
  },
];

function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

function contractRequest(changes: Partial<SummaryRequest> = {}): SummaryRequest {
  return {
    sessionId: "contract",
    remainder: VIEWS.map((view, index) => ({ id: `item_${index}`, view })),
    kept: [],
    template: "task_state",
    maxTokens: 400,
    count: (text) => Math.ceil(text.length / 4),
    ...changes,
  };
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("The summarizer did not reject.");
}

/**
 * The behaviour of every summarizer. A model-backed subject needs a model that answers every request with a
 * non-empty text of at most 400 tokens.
 */
export const summarizerContract: readonly ContractCase<Summarizer>[] = [
  {
    name: "has a name",
    run: (subject) => require(subject.name.length > 0, "The name is empty."),
  },
  ...TEMPLATE_NAMES.map((template) => ({
    name: `answers a non-empty text without tags for ${template}`,
    async run(subject: Summarizer): Promise<void> {
      const { text } = await subject.summarize(contractRequest({ template }));
      require(text.trim().length > 0, "The summary is empty.");
      require(!text.includes("<COMPACT-SUMMARY"), "The summary carries the tags of the message around it.");
    },
  })),
  {
    name: "updates a previous summary",
    async run(subject) {
      const { text } = await subject.summarize(
        contractRequest({ previous: "The user works on release 4.2." }),
      );
      require(text.trim().length > 0, "The summary is empty.");
    },
  },
  {
    name: "gives the same text for the same request",
    async run(subject) {
      const [first, second] = [
        await subject.summarize(contractRequest()),
        await subject.summarize(contractRequest()),
      ];
      require(first.text === second.text, "Two summaries of one request differ.");
    },
  },
  {
    name: "does not change the request",
    async run(subject) {
      const request = contractRequest();
      const before = JSON.stringify(request);
      await subject.summarize(request);
      require(JSON.stringify(request) === before, "The request was changed.");
    },
  },
  {
    name: "rejects with ABORTED when the signal is aborted before the call",
    async run(subject) {
      const error = await rejection(subject.summarize(contractRequest({ signal: AbortSignal.abort() })));
      require(CompactError.isInstance(error) && error.code === "ABORTED", `Rejected with ${String(error)}.`);
    },
  },
  {
    name: "survives items without any text",
    async run(subject) {
      const error = await subject
        .summarize(contractRequest({ remainder: [{ id: "item_0", view: EMPTY_VIEW }] }))
        .then(
          () => undefined,
          (reason: unknown) => reason,
        );
      require(error === undefined || CompactError.isInstance(error), `Rejected with ${String(error)}.`);
    },
  },
];

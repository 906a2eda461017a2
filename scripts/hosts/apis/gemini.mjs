import { dataLines } from "./events.mjs";

const count = (content, key) => (content?.parts ?? []).filter((part) => part[key] !== undefined).length;

/** A turn with calls is followed at once by one with as many responses; the first turn is the user's. */
function problemOf({ contents }) {
  if (contents[0]?.role === "model")
    return "Please ensure that function call turn comes immediately after a user turn.";
  for (const [index, content] of contents.entries()) {
    const calls = count(contents[index - 1], "functionCall");
    const results = count(content, "functionResponse");
    if (calls !== results)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
  }
  return count(contents.at(-1), "functionCall") > 0 ? "The last function call has no response." : undefined;
}

function answerOf({ text, calls, tokens, id }) {
  const parts = calls
    ? calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))
    : [{ text }];
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 90, totalTokenCount: tokens + 90 },
    modelVersion: "gemini-2.5-flash",
    responseId: `r${id}`,
  };
}

const failure = (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } });

export const gemini = {
  name: "gemini",
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  list: (body) => body.contents,
  problemOf,
  newest({ contents }) {
    const last = contents.at(-1);
    return { last: JSON.stringify(last?.parts ?? []), isResult: count(last, "functionResponse") > 0 };
  },
  overflow: (tokens, window) =>
    failure(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`),
  error: failure,
  answer: answerOf,
  events: (move) => dataLines([answerOf(move)]),
};

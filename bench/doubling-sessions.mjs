// Sessions of a number of items that make careless code quadratic in the number of items, calls or rules.
const word = (index) => `w${((index * 2_654_435_761) >>> 0).toString(36)}`;

const call = (index, name, given) => ({
  id: `call_${index}`,
  type: "function",
  function: { name, arguments: JSON.stringify(given) },
});
const asks = (calls) => ({ role: "assistant", content: null, tool_calls: calls });
const answers = (index, content) => ({ role: "tool", tool_call_id: `call_${index}`, content });
const user = (content) => ({ role: "user", content });
const assistant = (content) => ({ role: "assistant", content });
const END = [assistant("Done."), user("Go on with the next step.")];

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const exchange = (name, given, result) => (count) => [
  user("Please begin."),
  ...times(count / 2, (i) => [asks([call(i, name, given(i))]), answers(i, result(i))]).flat(),
  ...END,
];

const LONG_OUTPUT = "2026-11-15 INFO request served in 12 ms\n".repeat(150);

/** Lists in which one item holds many parts, in the formats that have such. */
const MANY_PARTS = {
  "results in one message (Anthropic)": (count) => [
    { role: "user", content: "Please begin." },
    {
      role: "assistant",
      content: times(count, (i) => ({
        type: "tool_use",
        id: `toolu_${i}`,
        name: "shell",
        input: { command: `ls ${i}` },
      })),
    },
    {
      role: "user",
      content: times(count, (i) => ({
        type: "tool_result",
        tool_use_id: `toolu_${i}`,
        content: `x = ${i};`,
      })),
    },
    { role: "assistant", content: "Done." },
    { role: "user", content: "Go on." },
  ],
  "long results in one message (Anthropic)": (count) => [
    { role: "user", content: "Please begin." },
    {
      role: "assistant",
      content: times(count / 8, (i) => ({
        type: "tool_use",
        id: `toolu_${i}`,
        name: "shell",
        input: { command: `ls ${i}` },
      })),
    },
    {
      role: "user",
      content: times(count / 8, (i) => ({
        type: "tool_result",
        tool_use_id: `toolu_${i}`,
        content: `${i} ${LONG_OUTPUT}`,
      })),
    },
    { role: "assistant", content: "Done." },
    { role: "user", content: "Go on." },
  ],
  "responses in one content (Gemini)": (count) => [
    { role: "user", parts: [{ text: "Please begin." }] },
    {
      role: "model",
      parts: times(count, (i) => ({ functionCall: { name: "shell", args: { command: `ls ${i}` } } })),
    },
    {
      role: "user",
      parts: times(count, (i) => ({ functionResponse: { name: "shell", response: { output: `x = ${i}` } } })),
    },
    { role: "model", parts: [{ text: "Done." }] },
    { role: "user", parts: [{ text: "Go on." }] },
  ],
  "calls in a row (Responses)": (count) => [
    { type: "message", role: "user", content: "Please begin." },
    ...times(count / 2, (i) => ({
      type: "function_call",
      call_id: `c${i}`,
      name: "shell",
      arguments: `{"command":"ls ${i}"}`,
    })),
    ...times(count / 2, (i) => ({ type: "function_call_output", call_id: `c${i}`, output: `x = ${i}` })),
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] },
    { type: "message", role: "user", content: "Go on." },
  ],
  "text parts in one message": (count) => [
    { role: "user", content: times(count, (i) => ({ type: "text", text: `Never touch ${word(i)}.` })) },
    ...END,
  ],
  "images in one message": (count) => [
    {
      role: "user",
      content: times(count, (i) => ({
        type: "image_url",
        image_url: { url: `data:image/png;base64,iVBORw0KGgo${i}` },
      })),
    },
    ...END,
  ],
};

/** Name: `(items) => list`, in Chat Completions messages where the name says nothing else. */
export const SESSIONS = {
  ...MANY_PARTS,
  "a rule in every turn": (count) => [
    ...times(count / 2, (i) => [
      user(`Never push ${word(i)} to ${word(i + 1)}.`),
      assistant("Understood."),
    ]).flat(),
    ...END,
  ],
  "the same rule in every turn": (count) => [
    ...times(count / 2, () => [user("Never push to main."), assistant("Understood.")]).flat(),
    ...END,
  ],
  "a changed value in every turn": (count) => [
    ...times(count / 2, (i) => [
      user(`Use port ${1000 + i} for the server instead.`),
      assistant("Understood."),
    ]).flat(),
    ...END,
  ],
  "a taken back rule in every turn": (count) => [
    ...times(count / 2, (i) => [
      user(i % 2 ? `You may now push ${word(i - 1)} to main.` : `Never push ${word(i)} to main.`),
      assistant("Understood."),
    ]).flat(),
    ...END,
  ],
  "user messages": (count) => [...times(count, (i) => user(`Please look at ${word(i)} too.`)), ...END],
  "assistant messages": (count) => [
    user("Please begin."),
    ...times(count, (i) => assistant(`I decided to use ${word(i)} because ${word(i + 1)} failed.`)),
    ...END,
  ],
  "plans of steps": (count) => [
    user("Please begin."),
    ...times(count, (i) => assistant(`Plan:\n1. Change ${word(i)}\n2. Test ${word(i)}\nNext: step ${i}`)),
    ...END,
  ],
  "calls in one item": (count) => [
    user("Please begin."),
    asks(times(count, (i) => call(i, "read_file", { path: `src/${word(i)}.ts` }))),
    ...times(count, (i) => answers(i, `const x = ${i};`)),
    ...END,
  ],
  "orphan results": (count) => [user("Please begin."), ...times(count, (i) => answers(i, "x")), ...END],
  "calls without results": (count) => [
    user("Please begin."),
    ...times(count, (i) => asks([call(i, "shell", { command: "ls" })])),
    ...END,
  ],
  "one call id": (count) => [
    user("Please begin."),
    ...times(count / 2, () => [asks([call(0, "shell", { command: "ls" })]), answers(0, "x")]).flat(),
    ...END,
  ],
  "reads of one file": exchange(
    "read_file",
    () => ({ path: "src/a.ts" }),
    (i) => `const x = ${i};\n`.repeat(20),
  ),
  "reads of one file by lines": exchange(
    "read_file",
    (i) => ({ path: "src/a.ts", offset: i * 10, limit: 20 }),
    (i) => `const x = ${i};\n`.repeat(20),
  ),
  "reads of many files": exchange(
    "read_file",
    (i) => ({ path: `src/${word(i)}.ts` }),
    (i) => `const x = ${i};`,
  ),
  "edits of one file": exchange(
    "edit_file",
    (i) => ({ path: "src/a.ts", old_string: `x = ${i}`, new_string: `x = ${i + 1}` }),
    () => "ok",
  ),
  "edits of many files": exchange(
    "write_file",
    (i) => ({ path: `src/${word(i)}.ts`, content: `x = ${i}` }),
    () => "ok",
  ),
  "commands alike": exchange(
    "shell",
    () => ({ command: "npm test" }),
    () => "1 failed\nError: x",
  ),
  "commands that fail": exchange(
    "shell",
    (i) => ({ command: `make ${word(i)}` }),
    (i) => `Error: ${word(i)} failed\nexit code: ${i % 3}`,
  ),
  "servers started": exchange(
    "shell",
    (i) => ({ command: `npm run dev -- --port ${1000 + i} &` }),
    (i) => `Started process ${i}, session_id: ${word(i)}, http://localhost:${1000 + i}`,
  ),
  "identifiers told": exchange(
    "create_order",
    (i) => ({ customer: `CUS-${i}` }),
    (i) => JSON.stringify({ order_id: `ORD-${100_000 + i}`, token: word(i) }),
  ),
};

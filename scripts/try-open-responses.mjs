// Plays the cases of the Open Responses compliance suite against the gateway, on each upstream protocol:
// node scripts/try-open-responses.mjs --schema openapi.json [--suite FOLDER [--bun PROGRAM]]
//
// The suite itself (openresponses/openresponses, bin/compliance-test.ts) needs Bun and a checkout with its `zod`; with `--suite` it is
// run as well. Its cases are few and plain, and are sent here as it sends them. Each answer and each event must be valid by the OpenAPI file of the specification, which is not
// part of this repository. The models are aimock's; what it answers as Responses lacks keys, and would be passed on as it is, so that
// one is the testkit's.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { Ajv2020 } from "ajv/dist/2020.js";
import { startScriptedOpenAI } from "plimsoll-testkit";
import { startGateway } from "./clients/start-gateway.mjs";

const { values } = parseArgs({
  options: { schema: { type: "string" }, suite: { type: "string" }, bun: { type: "string", default: "bun" } },
});
if (!values.schema) {
  console.error("Say where the OpenAPI file of Open Responses is: --schema FILE");
  process.exit(1);
}

const UPSTREAMS = {
  Chat: { vendor: "generic", path: "/v1" },
  Messages: { vendor: "anthropic", path: "/v1" },
  Gemini: { vendor: "gemini", path: "/v1beta" },
};
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PAPER = `data:application/pdf;base64,${Buffer.from("%PDF-1.1\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF").toString("base64")}`;
const user = (content) => ({ type: "message", role: "user", content });
const WEATHER = {
  input: [user("What's the weather like in San Francisco?")],
  tools: [
    {
      type: "function",
      name: "get_weather",
      description: "Get the current weather for a location",
      parameters: {
        type: "object",
        properties: {
          location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
        },
        required: ["location"],
      },
    },
  ],
};
const isDone = ({ response }) => (response.status === "completed" ? [] : [`status ${response.status}`]);
const speaks = ({ response }) => (response.output.length > 0 ? [] : ["no output"]);
const calls = ({ response }) =>
  response.output.some(({ type }) => type === "function_call") ? [] : ["no function_call"];
const callEvents = ({ events }) =>
  [
    ["response.output_item.added", "function_call"],
    ["response.function_call_arguments.delta"],
    ["response.function_call_arguments.done"],
    ["response.output_item.done", "function_call"],
  ]
    .filter(
      ([type, item]) => !events.some((event) => event.type === type && (!item || event.item.type === item)),
    )
    .map(([type]) => `no ${type}`);

const CASES = {
  "basic-response": { body: { input: [user("Say hello in exactly 3 words.")] }, checks: [speaks, isDone] },
  "streaming-response": { body: { input: [user("Count from 1 to 5.")] }, stream: true, checks: [isDone] },
  "system-prompt": {
    body: {
      input: [
        { type: "message", role: "system", content: "You are a pirate. Always respond in pirate speak." },
        user("Say hello."),
      ],
    },
    checks: [speaks, isDone],
  },
  "tool-calling": { body: WEATHER, checks: [speaks, calls] },
  "tool-calling-streaming": { body: WEATHER, stream: true, checks: [callEvents] },
  "image-input": {
    body: {
      input: [
        user([
          { type: "input_text", text: "What do you see in this image? Answer in one sentence." },
          { type: "input_image", image_url: PICTURE },
        ]),
      ],
    },
    checks: [speaks, isDone],
  },
  "multi-turn": {
    body: {
      input: [
        user("My name is Alice."),
        {
          type: "message",
          role: "assistant",
          content: "Hello Alice! Nice to meet you. How can I help you today?",
        },
        user("What is my name?"),
      ],
    },
    checks: [speaks, isDone],
  },
  "file-input": {
    body: {
      input: [
        user([
          { type: "input_text", text: "Read the attached file and answer with its title only." },
          { type: "input_file", filename: "fixture.pdf", file_data: PAPER },
        ]),
      ],
    },
    checks: [speaks, isDone],
  },
  "function-call-roundtrip": {
    body: { ...WEATHER, tool_choice: { type: "function", name: "get_weather" } },
    checks: [speaks, calls],
    next: ({ id, output }) => ({
      previous_response_id: id,
      input: [
        {
          type: "function_call_output",
          call_id: output.find(({ type }) => type === "function_call").call_id,
          output: "64 degrees and clear",
        },
      ],
    }),
    nextChecks: [speaks, isDone],
  },
  "previous-response-id": {
    body: { input: "Remember this code word: papaya. Reply with only OK." },
    checks: [speaks, isDone],
    next: ({ id }) => ({ previous_response_id: id, input: "What code word did I ask you to remember?" }),
    nextChecks: [speaks, isDone],
  },
};

const document = JSON.parse(readFileSync(values.schema, "utf8").replaceAll('"oneOf"', '"anyOf"'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, "open-responses");
const schemaOf = (type) => {
  const content = document.paths["/responses"].post.responses["200"].content;
  if (type === undefined) return content["application/json"].schema.$ref;
  const names = content["text/event-stream"].schema.anyOf.map(({ $ref }) => $ref);
  return names.find((name) => {
    const { properties } = document.components.schemas[name.split("/").at(-1)];
    return (
      properties.type.enum?.includes(type) ||
      properties.type.const === type ||
      properties.type.default === type
    );
  });
};
function problems(value, type) {
  const name = schemaOf(type);
  if (name === undefined) return [`${type} is no event of the specification`];
  const check = ajv.getSchema(`open-responses${name}`) ?? ajv.compile({ $ref: `open-responses${name}` });
  return check(value)
    ? []
    : check.errors
        .slice(0, 5)
        .map(({ instancePath, message }) => `${type ?? "response"}${instancePath} ${message}`);
}

async function play(url, { body, stream = false, checks, next, nextChecks }) {
  const answer = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer any" },
    body: JSON.stringify({ model: "m", ...body, stream }),
  });
  const text = await answer.text();
  if (!answer.ok) return [`HTTP ${answer.status}: ${text.slice(0, 300)}`];
  if (!stream) {
    const response = JSON.parse(text);
    const found = [...problems(response), ...checks.flatMap((check) => check({ response }))];
    return next && found.length === 0 ? play(url, { body: next(response), checks: nextChecks }) : found;
  }
  const data = [...text.matchAll(/^data: (.*)$/gm)]
    .map(([, line]) => line)
    .filter((line) => line !== "[DONE]");
  const events = data.map((line) => JSON.parse(line));
  const response = events.at(-1)?.response;
  return [
    ...events.flatMap((event) => problems(event, event.type)),
    ...problems(response),
    ...checks.flatMap((check) => check({ response, events })),
  ];
}

/** What the suite's own program says of each of its cases. */
function runSuite(url) {
  const { suite, bun } = values;
  const program = join(suite, "bin", "compliance-test.ts");
  const told = ["--base-url", `${url}/v1`, "--api-key", "any", "--model", "m", "--json"];
  return new Promise((resolve, reject) => {
    const child = spawn(bun, ["run", program, ...told], { cwd: suite, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(JSON.parse(text).results));
  });
}

const mock = new LLMock({ port: 0, logLevel: "silent" });
mock.on(
  { hasToolResult: false, userMessage: "weather" },
  { toolCalls: [{ name: "get_weather", arguments: '{"location":"San Francisco, CA"}' }] },
);
mock.on(
  {},
  {
    content: "Ahoy, Alice: 1, 2, 3, 4, 5.",
    usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
  },
);
await mock.start();
const openai = await startScriptedOpenAI({
  respond: ({ items }) =>
    JSON.stringify(items).includes("weather") && items.at(-1).type !== "function_call_output"
      ? [{ type: "function_call", name: "get_weather", arguments: { location: "San Francisco, CA" } }]
      : ["Ahoy, Alice: 1, 2, 3, 4, 5."],
});
const upstreams = [
  ["Responses", "openai", `${openai.origin}/v1`],
  ...Object.entries(UPSTREAMS).map(([protocol, { vendor, path }]) => [
    protocol,
    vendor,
    `${mock.url}${path}`,
  ]),
];
let failed = 0;
for (const [protocol, vendor, baseUrl] of upstreams) {
  const gateway = await startGateway([{ model: "m", vendor, baseUrl }]);
  for (const [name, test] of Object.entries(CASES)) {
    const found = await play(gateway.url, test);
    failed += found.length > 0 ? 1 : 0;
    console.log(
      `${found.length === 0 ? "passed" : "FAILED"}  ${protocol}  ${name}${found.map((text) => `\n    ${text}`).join("")}`,
    );
  }
  for (const { id, status, errors = [] } of values.suite ? await runSuite(gateway.url) : []) {
    // The gateway answers 426 to WebSocket, and its clients go on over HTTP.
    const isExpected = id.startsWith("websocket-") && status === "failed";
    failed += status === "failed" && !isExpected ? 1 : 0;
    const word = isExpected ? "no WebSocket" : status;
    console.log(
      `${word}  ${protocol}  suite: ${id}${isExpected ? "" : errors.map((text) => `\n    ${text}`).join("")}`,
    );
  }
  await gateway.close();
}
await mock.stop();
await openai.close();
console.log(failed === 0 ? "All passed." : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);

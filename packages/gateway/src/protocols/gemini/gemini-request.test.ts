import { describe, expect, it } from "vitest";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { Part, Reasoning, Turn } from "../../translation/turn.js";
import {
  assistant,
  LIST_FILES,
  step,
  system,
  testRequest,
  testVendor,
  user,
} from "../protocol-test-support.js";
import { geminiRequest } from "./gemini-request.js";

const vendor = testVendor("gemini");
const MODEL = "gemini-3-flash-preview";
const write = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  geminiRequest(testRequest(turns, { model: MODEL, ...settings }), vendor);
const bodyOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  write(turns, settings).body;
const contentsOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  bodyOf(turns, settings)["contents"] as { role: string; parts: Record<string, unknown>[] }[];
const kindsOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  contentsOf(turns, settings).map(({ role, parts }) =>
    [role, ...parts.map((part) => Object.keys(part)[0])].join(" "),
  );
const signature = (text: string, call?: number, from = {}): Reasoning => ({
  text: "",
  payload: {
    vendor: "gemini",
    model: MODEL,
    ...from,
    kind: "thoughtSignature",
    data: { signature: text, ...(call === undefined ? {} : { call }) },
  },
});
const tools = [LIST_FILES];

describe("the contents", () => {
  it("have leading instructions beside them, later ones as text of the user, and results right behind calls", () => {
    const turns = [
      system("Be brief."),
      user("Hi"),
      ...step(["a", "b"], { text: "Look." }),
      system("Stop soon."),
      user("Now"),
    ];
    const body = bodyOf(turns, { tools });
    expect(body["systemInstruction"]).toEqual({ parts: [{ text: "Be brief." }] });
    expect(body["contents"]).toEqual([
      { role: "user", parts: [{ text: "Hi" }] },
      {
        role: "model",
        parts: [
          { text: "Look." },
          {
            functionCall: { id: "a", name: "list_files", args: { path: "a" } },
            thoughtSignature: "skip_thought_signature_validator",
          },
          { functionCall: { id: "b", name: "list_files", args: { path: "b" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "list_files", response: { output: "files of a" } } },
          { functionResponse: { id: "b", name: "list_files", response: { output: "files of b" } } },
        ],
      },
      {
        role: "user",
        parts: [{ text: "Instructions of the application:\n\nStop soon." }, { text: "Now" }],
      },
    ]);
  });

  it("begin and end with the user", () => {
    expect(kindsOf([assistant("one"), assistant("two")])).toEqual([
      "user text",
      "model text text",
      "user text",
    ]);
    expect(kindsOf([system("only")])).toEqual(["user text"]);
    expect(kindsOf([...step(["a"])])).toEqual(["user text", "model functionCall", "user functionResponse"]);
  });

  it.each<[string, Part, unknown]>([
    [
      "an image inline",
      { type: "image", url: "data:image/png;base64,iVBORw==" },
      { inlineData: { mimeType: "image/png", data: "iVBORw==" } },
    ],
    [
      "the address of an image as text",
      { type: "image", url: "https://example.com/a.png" },
      { text: "[image at https://example.com/a.png]" },
    ],
    [
      "an unreadable image in words",
      { type: "image", url: "data:image/gif;base64,R0lG" },
      { text: "[image (image/gif): this model cannot read it]" },
    ],
    [
      "a PDF inline",
      { type: "file", url: "data:application/pdf;base64,JVBERg==" },
      { inlineData: { mimeType: "application/pdf", data: "JVBERg==" } },
    ],
    [
      "audio inline",
      { type: "audio", data: "AAAA", format: "wav" },
      { inlineData: { mimeType: "audio/wav", data: "AAAA" } },
    ],
  ])("carry %s", (_, part, written) => {
    expect(contentsOf([{ role: "user", parts: [part] }])[0]?.parts).toEqual([written]);
  });

  it("carry images of results in them on newer models, behind all results on older ones", () => {
    const [call, results] = step(["a", "b"]);
    if (results?.role !== "results") throw new Error("no results");
    const image: Part = { type: "image", url: "data:image/png;base64,iVBORw==" };
    const pictured: Turn = {
      role: "results",
      results: results.results.map((result) => ({ ...result, parts: [...result.parts, image] })),
    };
    const inline = { inlineData: { mimeType: "image/png", data: "iVBORw==" } };
    expect(contentsOf([user("x"), call!, pictured]).at(-1)?.parts[0]).toEqual({
      functionResponse: { id: "a", name: "list_files", response: { output: "files of a" }, parts: [inline] },
    });
    expect(kindsOf([user("x"), call!, pictured], { model: "gemini-2.5-pro" }).slice(2)).toEqual([
      "user functionResponse functionResponse",
      "user text inlineData text inlineData",
    ]);
  });
});

describe("signatures", () => {
  const signaturesOf = (turns: readonly Turn[], model = MODEL) =>
    contentsOf(turns, { model, tools })
      .flatMap(({ parts }) => parts)
      .map((part) => part["thoughtSignature"]);
  const SENTINEL = "skip_thought_signature_validator";

  it("go back on the parts on which they stood", () => {
    const turns = [
      user("x"),
      ...step(["a", "b"], { reasoning: [signature("T"), signature("C", 0)], text: "Look." }),
      assistant("Done.", { reasoning: [signature("E")] }),
    ];
    expect(signaturesOf(turns)).toEqual([
      undefined,
      "T",
      "C",
      undefined,
      undefined,
      undefined,
      "E",
      undefined,
    ]);
  });

  it("of others are not sent; the first call of such a step says that it is foreign", () => {
    const foreign = [signature("X", 0, { vendor: "other" }), signature("Y", 0, { model: "gemini-3-pro" })];
    expect(signaturesOf([user("x"), ...step(["a", "b"], { reasoning: foreign })])).toEqual([
      undefined,
      SENTINEL,
      undefined,
      undefined,
      undefined,
    ]);
    expect(signaturesOf([user("x"), ...step(["a"])], "gemini-2.5-flash")).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const own = [signature("Z", 0, { model: "gemini-2.5-flash" })];
    expect(signaturesOf([user("x"), ...step(["a"], { reasoning: own })], "gemini-2.5-flash")[1]).toBe("Z");
  });
});

describe("the settings", () => {
  it("stand in the path", () => {
    expect(write([user("x")], { model: "models/gemini-2.5-pro" }).path).toBe(
      "/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    );
    expect(write([user("x")], { model: "../../secret" }).path).toBe(
      "/models/..%2F..%2Fsecret:streamGenerateContent?alt=sse",
    );
  });

  it("declare functions with their JSON schema, and choose among them", () => {
    const choice = (toolChoice: TranslatedRequest["toolChoice"]) =>
      bodyOf([user("x")], { tools, toolChoice })["toolConfig"];
    expect(bodyOf([user("x")], { tools })["tools"]).toEqual([
      {
        functionDeclarations: [
          { name: "list_files", description: "Lists files.", parametersJsonSchema: LIST_FILES.parameters },
        ],
      },
    ]);
    expect(choice("auto")).toBeUndefined();
    expect(choice("none")).toEqual({ functionCallingConfig: { mode: "NONE" } });
    expect(choice("required")).toEqual({ functionCallingConfig: { mode: "ANY" } });
    expect(choice({ name: "list_files" })).toEqual({
      functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["list_files"] },
    });
    expect(bodyOf([user("x")], { toolChoice: "required" })).not.toHaveProperty("toolConfig");
  });

  it.each([
    ["gemini-2.0-flash", "high", undefined],
    ["gemini-2.5-flash", undefined, { includeThoughts: true }],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", "none", { includeThoughts: true, thinkingBudget: 128 }],
    ["gemini-2.5-pro", "max", { includeThoughts: true, thinkingBudget: 32_768 }],
    ["gemini-2.5-flash", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-3-pro-preview", "medium", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-3-pro-preview", "none", { includeThoughts: true, thinkingLevel: "LOW" }],
    ["gemini-3.1-pro-preview", "medium", { includeThoughts: true, thinkingLevel: "MEDIUM" }],
    ["gemini-3-flash-preview", "minimal", { includeThoughts: true, thinkingLevel: "MINIMAL" }],
    ["gemini-3-flash-preview", "unheard-of", { includeThoughts: true }],
  ])("of %s at the effort %s ask for the thinking %j", (model, effort, thinking) => {
    const { generationConfig = {} } = bodyOf([user("x")], { model, ...(effort ? { effort } : {}) });
    expect((generationConfig as Record<string, unknown>)["thinkingConfig"]).toEqual(thinking);
  });

  it("limit and sample", () => {
    expect(
      bodyOf([user("x")], { model: "gemini-2.0-flash", maxOutputTokens: 9, temperature: 2, topP: 0.5 })[
        "generationConfig"
      ],
    ).toEqual({ maxOutputTokens: 9, temperature: 2, topP: 0.5 });
  });

  const schema = { type: "object", properties: { n: { type: "integer" } } };
  it("ask for a format, in words where older models have functions", () => {
    const outputFormat = { type: "json_schema", name: "n", schema } as const;
    const asked = { responseMimeType: "application/json", responseJsonSchema: schema };
    expect(bodyOf([user("x")], { outputFormat, tools })["generationConfig"]).toMatchObject(asked);
    expect(bodyOf([user("x")], { outputFormat, model: "gemini-2.5-pro" })["generationConfig"]).toMatchObject(
      asked,
    );
    const inWords = bodyOf([user("x")], { outputFormat, tools, model: "gemini-2.5-pro" });
    expect(inWords["generationConfig"]).not.toHaveProperty("responseMimeType");
    expect(JSON.stringify(inWords["systemInstruction"])).toContain("matches this schema");
  });

  it("search by Google where there is no function, and tell what is dropped", () => {
    expect(bodyOf([user("x")], { webSearch: {} })["tools"]).toEqual([{ googleSearch: {} }]);
    const older = { model: "gemini-2.5-pro", webSearch: {}, tools, parallelCalls: false };
    const beside = write([user("x")], older);
    expect(JSON.stringify(beside.body)).not.toContain("googleSearch");
    expect(beside.dropped).toEqual(["web_search", "parallel_tool_calls"]);
  });
});

import { describe, expect, it } from "vitest";
import type { Turn } from "../../translation/turn.js";
import { calledStep, messagesOf, SAID } from "./chat-test-support.js";

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const SYSTEM: Turn = { role: "system", text: "You are terse." };
const DEVELOPER: Turn = { role: "system", text: "Work in /repo." };
const text = (value: string) => ({ type: "text", text: value }) as const;
const user = (...parts: Extract<Turn, { role: "user" }>["parts"]): Turn => ({ role: "user", parts });

describe("instructions", () => {
  it("are system messages where they stand", () => {
    expect(messagesOf([SYSTEM, DEVELOPER, SAID, DEVELOPER]).map(({ role }) => role)).toEqual([
      "system",
      "system",
      "user",
      "system",
    ]);
  });

  it("are developer messages for OpenAI's reasoning models", () => {
    expect(messagesOf([SYSTEM, SAID], { systemRole: "developer" })[0]).toEqual({
      role: "developer",
      content: "You are terse.",
    });
  });

  it("are one leading message where templates want that; later ones are told as the application's", () => {
    expect(messagesOf([SYSTEM, DEVELOPER, SAID, DEVELOPER], { systemPlace: "first" })).toEqual([
      { role: "system", content: "You are terse.\n\nWork in /repo." },
      { role: "user", content: "List the files." },
      { role: "user", content: "Instructions of the application:\n\nWork in /repo." },
    ]);
  });

  it("are user text where the role is refused", () => {
    const roles = messagesOf([SYSTEM, SAID, DEVELOPER], { systemRole: "user" }).map(({ role }) => role);
    expect(roles).toEqual(["user", "user", "user"]);
  });

  it("are followed by a word of the user where nobody else speaks, which many templates demand", () => {
    expect(messagesOf([SYSTEM])).toEqual([
      { role: "system", content: "You are terse." },
      { role: "user", content: "Continue." },
    ]);
  });

  it("alternate with the model's messages where templates want that", () => {
    const quirks = { systemPlace: "first", alternate: true } as const;
    expect(messagesOf([SYSTEM, SAID, DEVELOPER, user({ type: "image", url: PNG })], quirks)).toEqual([
      { role: "system", content: "You are terse." },
      {
        role: "user",
        content: [
          text("List the files.\n\nInstructions of the application:\n\nWork in /repo."),
          { type: "image_url", image_url: { url: PNG } },
        ],
      },
    ]);
  });
});

describe("content", () => {
  it("is one text where it is nothing else", () => {
    expect(messagesOf([user(text("a"), text(""), text("b"))])[0]?.["content"]).toBe("a\nb");
  });

  it("is never empty", () => {
    expect(messagesOf([user(text(""))])[0]?.["content"]).toBe("(empty)");
  });

  it("keeps an image, with its detail only where that is known", () => {
    const image = user(text("See"), { type: "image", url: PNG, detail: "high" });
    const original = user({ type: "image", url: PNG, detail: "original" });
    expect(messagesOf([image])[0]?.["content"]).toEqual([
      text("See"),
      { type: "image_url", image_url: { url: PNG } },
    ]);
    expect(messagesOf([image], { imageDetail: true })[0]?.["content"]).toContainEqual({
      type: "image_url",
      image_url: { url: PNG, detail: "high" },
    });
    expect(messagesOf([original], { imageDetail: true })[0]?.["content"]).toEqual([
      { type: "image_url", image_url: { url: PNG } },
    ]);
  });

  it("has a placeholder for an image that the model cannot see", () => {
    expect(
      messagesOf([user(text("See"), { type: "image", url: PNG })], { images: false })[0]?.["content"],
    ).toBe("See\n[image (image/png): this model cannot read it]");
  });

  it("names the address of an image that must be inline", () => {
    const image = user({ type: "image", url: "https://a.example/b.png" });
    expect(messagesOf([image], { imageAddresses: false })[0]?.["content"]).toBe(
      "[image at https://a.example/b.png]",
    );
  });

  it("has a text beside an image where one is needed", () => {
    const content = messagesOf([user({ type: "image", url: PNG })], { imageNeedsText: true })[0]?.["content"];
    expect(content).toEqual([text("See the image."), { type: "image_url", image_url: { url: PNG } }]);
  });

  it("carries a file where files are taken", () => {
    const file = user({ type: "file", name: "a.pdf", url: "data:application/pdf;base64,AAAA" });
    expect(messagesOf([file], { files: true })[0]?.["content"]).toEqual([
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } },
    ]);
    expect(messagesOf([file])[0]?.["content"]).toBe(
      "[file a.pdf (application/pdf): this model cannot read it]",
    );
  });

  it("carries the text of a file that is one", () => {
    const url = `data:text/csv;charset=utf-8;base64,${Buffer.from("Größe,1").toString("base64")}`;
    expect(messagesOf([user({ type: "file", name: "a.csv", url })])[0]?.["content"]).toBe(
      "File a.csv:\nGröße,1",
    );
    const broken = "data:text/plain;base64,/////w==";
    expect(messagesOf([user({ type: "file", url: broken })])[0]?.["content"]).toContain("cannot");
    const plain = "data:application/json,%7B%22a%22%3A1%7D";
    expect(messagesOf([user({ type: "file", url: plain })])[0]?.["content"]).toBe('File:\n{"a":1}');
  });

  it("has a placeholder for a recording", () => {
    const audio = user({ type: "audio", data: "AAAA", format: "wav" });
    expect(messagesOf([audio])[0]?.["content"]).toContain("cannot");
    expect(messagesOf([audio], { audio: true })[0]?.["content"]).toEqual([
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
    ]);
  });
});

describe("calls and results", () => {
  const parallel: Turn[] = [
    SAID,
    {
      role: "assistant",
      reasoning: [],
      text: "Looking.",
      calls: [
        { id: "a", name: "exec_command", arguments: "{}" },
        { id: "b", name: "view_image", arguments: "{}" },
      ],
    },
    {
      role: "results",
      results: [
        { id: "a", name: "exec_command", parts: [text("")] },
        { id: "b", name: "view_image", parts: [text("done"), { type: "image", url: PNG }] },
      ],
    },
    user(text("And?")),
  ];

  it("are one message with all calls, then one for each result, then one with the images", () => {
    expect(messagesOf(parallel).slice(1)).toEqual([
      {
        role: "assistant",
        content: "Looking.",
        tool_calls: [
          { id: "a", type: "function", function: { name: "exec_command", arguments: "{}" } },
          { id: "b", type: "function", function: { name: "view_image", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "(empty)" },
      {
        role: "tool",
        tool_call_id: "b",
        content: "done\n[attachment 1: in the message behind the tool results]",
      },
      {
        role: "user",
        content: [
          text("Attachments of the tool results above:"),
          text("[attachment 1, from the result of view_image]"),
          { type: "image_url", image_url: { url: PNG } },
        ],
      },
      { role: "user", content: "And?" },
    ]);
  });

  it("say that an image was left out, where the model sees none", () => {
    const messages = messagesOf(parallel, { images: false });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(messages[3]?.["content"]).toBe("done\n[image (image/png): this model cannot read it]");
  });

  it("have null beside them where nothing was said", () => {
    expect(messagesOf([SAID, ...calledStep("a")])[1]).toMatchObject({ content: null });
  });

  it("leave out a step that neither says nor calls anything", () => {
    const silent: Turn = { role: "assistant", reasoning: [{ text: "hm" }], text: "", calls: [] };
    expect(messagesOf([SAID, silent, SAID]).map(({ role }) => role)).toEqual(["user", "user"]);
  });
});

describe("reasoning that is sent back", () => {
  const payload = { kind: "reasoning_content", data: "I look first." };
  const replayed = (quirks: Parameters<typeof messagesOf>[1], given?: typeof payload) =>
    messagesOf([SAID, ...calledStep("a", given)], quirks)[1];

  it("goes into the field that the vendor reads", () => {
    expect(replayed({ replay: "always" }, payload)).toMatchObject({ reasoning_content: "I look first." });
    expect(replayed({ replay: "always", reasoningField: "reasoning" }, payload)).toMatchObject({
      reasoning: "I look first.",
    });
    expect(replayed({}, payload)).not.toHaveProperty("reasoning_content");
  });

  it("stands on calls only, where the rest is ignored", () => {
    const said: Turn = {
      role: "assistant",
      reasoning: [{ text: "", payload: { vendor: "test", model: "m", ...payload } }],
      text: "Done.",
      calls: [],
    };
    expect(messagesOf([SAID, said], { replay: "calls" })[1]).toEqual({ role: "assistant", content: "Done." });
    expect(messagesOf([SAID, said], { replay: "always" })[1]).toHaveProperty("reasoning_content");
  });

  it("is a blank where it was lost and a call without any is refused", () => {
    expect(replayed({ replay: "always", strictReplay: true })).toMatchObject({ reasoning_content: " " });
    expect(replayed({ replay: "always" })).not.toHaveProperty("reasoning_content");
  });

  it("is not the thought of another model", () => {
    const foreign: Turn = {
      role: "assistant",
      reasoning: [{ text: "Thoughts of somebody else." }],
      text: "Hi.",
      calls: [],
    };
    const messages = messagesOf([SAID, foreign], { replay: "always", strictReplay: true });
    expect(JSON.stringify(messages)).not.toContain("somebody else");
  });

  it("is the list of details as it came", () => {
    const details = [{ type: "reasoning.text", text: "I look.", signature: "s", index: 0 }];
    const sent = messagesOf([SAID, ...calledStep("a", { kind: "reasoning_details", data: details })], {
      replay: "always",
      strictReplay: true,
    })[1];
    expect(sent).toMatchObject({ reasoning_details: details });
    expect(sent).not.toHaveProperty("reasoning_content");
  });

  it("stands between tags where it came between tags", () => {
    const sent = replayed({ replay: "always" }, { kind: "think", data: "\nI look.\n" });
    expect(sent).toMatchObject({ content: "<think>\nI look.\n</think>\n\n" });
  });
});

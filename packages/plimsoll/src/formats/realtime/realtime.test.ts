import { describe, expect, it } from "vitest";
import { type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { findFormat } from "../registry.js";
import { realtime, type RealtimeItem } from "./realtime.js";

const call: RealtimeItem = {
  id: "item_3",
  type: "function_call",
  call_id: "call_1",
  name: "look_up_booking",
  arguments: '{"reference":"the booking of the couple from Lyon"}',
};
const result: RealtimeItem = {
  id: "item_4",
  type: "function_call_output",
  call_id: "call_1",
  output: '{"state":"confirmed for two nights, breakfast included"}',
};

const subject: FormatSubject<RealtimeItem> = {
  format: realtime,
  samples: {
    "typed by the user": {
      item: {
        id: "item_1",
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "I would like to change my booking, please." }],
      },
      readable: ["I would like to change my booking, please."],
      attachments: [],
    },
    "spoken by the user": {
      item: {
        id: "item_2",
        type: "message",
        role: "user",
        content: [{ type: "input_audio", transcript: "The one for the couple from Lyon, of last week." }],
        audio_tokens: 80,
      },
      readable: ["The one for the couple from Lyon, of last week."],
      attachments: ["audio"],
    },
    "spoken by the assistant": {
      item: {
        id: "item_5",
        type: "message",
        role: "assistant",
        content: [
          {
            type: "output_audio",
            transcript: "It is confirmed for two nights with breakfast.",
            audio: "UklGR".repeat(20),
          },
        ],
      },
      readable: ["It is confirmed for two nights with breakfast."],
      attachments: ["audio"],
    },
    "a photo": {
      item: {
        id: "item_6",
        type: "message",
        role: "user",
        content: [{ type: "input_image", image_url: `data:image/png;base64,${"iVBOR".repeat(20)}` }],
      },
      readable: [],
      attachments: ["image"],
    },
    "a call": { item: call, readable: ["look_up_booking", "the couple from Lyon"], attachments: [] },
    "an output": { item: result, readable: ["confirmed for two nights"], attachments: [] },
    "a call of a remote server": {
      item: {
        id: "item_7",
        type: "mcp_call",
        name: "weather",
        arguments: '{"city":"Lyon, in the department of Rhône"}',
        output: "18 degrees and light rain until the evening",
      },
      readable: ["weather", "department of Rhône", "light rain until the evening"],
      attachments: [],
    },
  } as FormatSubject<RealtimeItem>["samples"],
  pairs: [{ call, result }],
  unknown: { kind: "telemetry" } as RealtimeItem,
  foreign: {
    chat: { role: "user", content: "hello" },
    anthropic: { role: "user", content: [{ type: "text", text: "hello" }] },
    gemini: { role: "user", parts: [{ text: "hello" }] },
    "a Responses search": { type: "web_search_call", id: "ws_1" },
  },
};

describe("realtime", () => {
  for (const contractCase of formatContract)
    it(contractCase.name, () => contractCase.run(subject as unknown as FormatSubject));

  it("counts speech by the tokens that it is known to cost", () => {
    const said: RealtimeItem = {
      type: "message",
      role: "user",
      content: [{ type: "input_audio", transcript: "yes" }],
      audio_tokens: 250,
    };
    expect(realtime.view(said).attachments).toEqual([{ kind: "audio", characters: 150_000, detail: "" }]);
  });

  it("never lets the tool list of a remote server go", () => {
    const list = { type: "mcp_list_tools", id: "mcpl_1", tools: [] } as RealtimeItem;
    expect(realtime.view(list).providerState).toBe(true);
  });

  it("is found by its name in an archive", () => {
    expect(findFormat("realtime")).toBe(realtime);
  });
});

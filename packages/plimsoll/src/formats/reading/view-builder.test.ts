import { describe, expect, it } from "vitest";
import type { Role } from "../../conversation/item-view.js";
import { safeView, ViewBuilder } from "./view-builder.js";

describe("safeView", () => {
  it("counts an item that throws when it is read", () => {
    const item = {
      get role(): string {
        throw new Error("not now");
      },
    };
    const view = safeView(item, (record) => new ViewBuilder().view(record["role"] as Role));
    expect(view.attachments).toEqual([
      { kind: "unknown", characters: "[not serializable]".length, detail: "" },
    ]);
  });
});

describe("ViewBuilder", () => {
  it("keeps the attachments of a nested text with the item and its text apart", () => {
    const builder = new ViewBuilder();
    const inner = builder.nested();
    inner.addText("inner");
    inner.addAttachment("image", "AAAA", "low");
    builder.addText("outer");
    expect(inner.text).toBe("inner");
    expect(builder.view("user")).toMatchObject({
      text: "outer",
      attachments: [{ kind: "image", characters: 4, detail: "low" }],
    });
  });
});

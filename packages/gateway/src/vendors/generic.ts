import { readsTextOnly } from "./reads-text-only.js";
import type { Vendor } from "./vendor.js";

export const generic: Vendor = {
  name: "generic",
  title: "Any server that speaks Chat Completions",
  protocols: ["chat"],
  auth: "bearer",
  examples: ["some-model"],
  quirks: (model) => ({
    chat: { systemPlace: "first", alternate: true, thinkTags: true, images: !readsTextOnly(model) },
  }),
  notes: [
    "Name its address in the configuration. It is sent nothing that OpenAI's own servers did not always take.",
  ],
};

import { describe, expect, it } from "vitest";
import { isClientContext } from "./is-client-context.js";
import { EMPTY_VIEW, type ItemView } from "./item-view.js";
import { speaksAsUser } from "./speaks-as-user.js";

const view = (more: Partial<ItemView>): ItemView => ({ ...EMPTY_VIEW, role: "user", ...more });
const result = { callId: "c1", name: "", text: "done", isError: false };
const image = { kind: "image", characters: 10, detail: "" } as const;

describe("speaksAsUser", () => {
  it("is true for what a user writes or shows, also beside tool results", () => {
    expect(speaksAsUser(view({ text: "Go on." }))).toBe(true);
    expect(speaksAsUser(view({ attachments: [image] }))).toBe(true);
    expect(speaksAsUser(view({ text: "Go on.", results: [result] }))).toBe(true);
  });

  it("is false for tool results, other roles, the provider's state and what a client writes", () => {
    expect(speaksAsUser(view({ results: [result] }))).toBe(false);
    expect(speaksAsUser(view({ results: [result], attachments: [image] }))).toBe(false);
    expect(speaksAsUser(view({ role: "tool", results: [result] }))).toBe(false);
    expect(speaksAsUser(view({ role: "assistant", text: "Done." }))).toBe(false);
    expect(speaksAsUser(view({ text: "x", providerState: true }))).toBe(false);
    expect(speaksAsUser(view({ text: "<turn_aborted>\nstopped\n</turn_aborted>" }))).toBe(false);
  });
});

describe("isClientContext", () => {
  it.each([
    "<environment_context>\n<cwd>/srv</cwd>\n</environment_context>",
    "  <system-reminder>be brief</system-reminder>\n<system-reminder>and kind</system-reminder>\n",
    "<permissions instructions>all</permissions instructions>",
    "# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>\nBuild with make.\n</INSTRUCTIONS>",
    "# AGENTS.md instructions for /srv\nBuild with make.",
    "<user_instructions>never closed",
    "<user_shell_command>\n<command>ls</command>\n<result>a.txt</result>\n</user_shell_command>",
    '<subagent_notification>{"status":"done"}</subagent_notification>\n<skill>\n<name>demo</name>\n</skill>',
    "Another language model started to solve this problem and produced a summary of its thinking process. You also\nhave access to the state. Here it is:\nFix the basket.",
  ])("is true for %j", (text) => {
    expect(isClientContext(text)).toBe(true);
  });

  it.each([
    "",
    "Fix it.",
    "<environment_context>\n</environment_context>\n\nFix it.",
    "<system-reminder>be brief</system-reminder> What is this?",
    "# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>\n</INSTRUCTIONS>\nFix it.",
    "Look at <environment_context> in the logs",
  ])("is false for %j", (text) => {
    expect(isClientContext(text)).toBe(false);
  });
});

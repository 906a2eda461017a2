import type { FileAction } from "../checkpoint/checkpoint.js";
import type { CallFacts } from "./call-facts.js";
import { mayBePath } from "../../text/may-be-path.js";
import { scriptFileEvents } from "./script-file-events.js";
import { type FileEvent, shellFileEvents } from "./shell-file-events.js";

const PATH_KEY = /path|file|^(?:uri|target|source|src|destination|dest|from|to|document|notebook)$/i;
/** The path of a name within a file. */
const NAME_PATH_KEY = /^(?:name|symbol|key|json|x)_?path$/i;
const TARGET_KEY = /^(?:new|dest|target|to)|(?:dest|destination|new_?path|new_?name|target)$/i;
const MODE_KEY = /^(?:command|action|operation|op|mode|type)$/i;
const OLD_TEXT_KEY =
  /^(?:old|search|find|diff|patch|edits?|changes|new_?(?:str|string|text|content|source)|insert)/i;
const CONTENT_KEY = /^(?:content|contents|file_?text|text|body|data|source_?code)$/i;
const PATCH_HEADER =
  /^\*\*\* (Add|Update|Delete) File: ([^\n]{1,400})$(?:\n\*\*\* Move to: ([^\n]{1,400})$)?/gm;
const DIFF_HEADER = /^--- (?:a\/)?([^\n\t]{1,400})(?:\t[^\n]*)?\n\+\+\+ (?:b\/)?([^\n\t]{1,400})/gm;

/** Verbs in tool names that describe an action on a file, in order of precedence. */
const VERBS: readonly (readonly [FileAction | "none", readonly string[]])[] = [
  ["changed", ["replace"]],
  ["none", ["list", "ls", "glob", "grep", "search", "find", "stat", "exists"]],
  ["deleted", ["delete", "remove", "rm", "unlink"]],
  ["moved", ["move", "rename", "mv"]],
  [
    "changed",
    [
      "edit",
      "replace",
      "patch",
      "insert",
      "modify",
      "update",
      "append",
      "apply",
      "change",
      "multiedit",
      "undo",
    ],
  ],
  ["created", ["write", "create", "save", "new", "add", "put", "upload"]],
  ["read", ["read", "view", "open", "cat", "show", "get", "load", "fetch", "display", "download"]],
];

function verbAction(words: readonly string[]): FileAction | "none" | undefined {
  return VERBS.find(([, verbs]) => words.some((word) => verbs.includes(word)))?.[0];
}

/** The file actions of a call, read from the shape of its arguments and the verbs of its name. */
export function callFileEvents(call: CallFacts): FileEvent[] {
  const patched = call.fields.flatMap(({ value }) => patchEvents(value));
  if (patched.length > 0) return patched;
  if (call.command !== "") return [...shellFileEvents(call.command), ...scriptFileEvents(call.command)];
  const paths = call.fields.filter(
    ({ key, value }) => PATH_KEY.test(key) && !NAME_PATH_KEY.test(key) && isFile(value),
  );
  const action = actionOf(call);
  if (action === "none") return [];
  if (action === "moved") return moved(paths);
  return paths.map(({ value }) => ({ path: value, action }));
}

const isFile = (value: string): boolean => mayBePath(value) && !value.endsWith("/");

function actionOf({ verbs, fields }: CallFacts): FileAction | "none" {
  const mode = fields.find(({ key, value }) => MODE_KEY.test(key) && value.length < 40)?.value ?? "";
  const said = verbAction(mode.toLowerCase().split(/[^a-z]+/)) ?? verbAction(verbs);
  const edits = fields.some(({ key }) => OLD_TEXT_KEY.test(key));
  const writes = fields.some(({ key }) => CONTENT_KEY.test(key));
  // A tool that only says "edit" and gets the whole content and nothing to replace writes the file anew.
  if (said !== undefined) return said === "read" && (edits || writes) ? "changed" : said;
  if (edits) return "changed";
  return writes ? "created" : "read";
}

function moved(paths: readonly { readonly key: string; readonly value: string }[]): FileEvent[] {
  const target = paths.find(({ key }) => TARGET_KEY.test(key)) ?? paths[1];
  const origin = paths.find((path) => path !== target);
  if (origin === undefined || target === undefined) return [];
  return [{ path: origin.value, action: "moved", movedTo: target.value }];
}

/** The files named by the headers of a patch or of a unified diff. */
function patchEvents(text: string): FileEvent[] {
  const events: FileEvent[] = [];
  if (text.includes("*** ")) {
    for (const [, verb, path = "", movedTo] of text.matchAll(PATCH_HEADER)) {
      if (movedTo !== undefined) events.push({ path: path.trim(), action: "moved", movedTo: movedTo.trim() });
      else
        events.push({
          path: path.trim(),
          action: verb === "Add" ? "created" : verb === "Delete" ? "deleted" : "changed",
        });
    }
  }
  if (events.length === 0 && text.includes("\n+++ ")) {
    for (const [, from = "", to = ""] of text.matchAll(DIFF_HEADER)) {
      if (to === "/dev/null") events.push({ path: from, action: "deleted" });
      else events.push({ path: to, action: from === "/dev/null" ? "created" : "changed" });
    }
  }
  return events.filter(({ path }) => mayBePath(path));
}

// The evaluation kit: a folder beside the project, never part of it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export class UsageError extends Error {}

export function openKit(folder) {
  const path = resolve(folder);
  if (!existsSync(join(path, "eval.mjs"))) {
    throw new UsageError(
      `There is no evaluation kit in ${path}. Name its folder, the one with eval.mjs, with --kit FOLDER.`,
    );
  }
  if (!existsSync(join(path, "node_modules"))) {
    throw new UsageError(
      `The evaluation kit in ${path} is not installed. Run "npm ci" in it, or in a copy of it.`,
    );
  }
  return path;
}

/** Changes when the kit or its data do. */
export async function kitVersion(kit) {
  const manifest = join(kit, "MANIFEST.sha256");
  const seed = existsSync(manifest) ? manifest : join(kit, "eval.mjs");
  return createHash("sha256")
    .update(await readFile(seed))
    .digest("hex")
    .slice(0, 16);
}

/** What a command of the kit prints. */
export function runKit(kit, args) {
  const child = spawn(process.execPath, ["eval.mjs", ...args], {
    cwd: kit,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(Buffer.concat(chunks).toString("utf8"));
      else fail(new Error(`The kit's "${args[0]}" ended with code ${code}.`));
    });
  });
}

/** How the kit counts: the tokens of a window, and of items one by one. */
export async function kitMeasure(kit) {
  const load = (name) => import(pathToFileURL(join(kit, "lib", name)).href);
  const { itemText, renderItems } = await load("render.mjs");
  const { countTokens } = await load("tokens.mjs");
  const tokens = (items) => items.reduce((sum, item) => sum + countTokens(itemText(item)), 0);
  return {
    tokens,
    size(items, target) {
      const sum = tokens(items);
      // Items together have hardly fewer tokens than one by one: far too many need no exact count.
      return sum > 1.2 * target + 100 ? sum : countTokens(renderItems(items));
    },
  };
}

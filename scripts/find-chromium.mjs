// Finds Debian's Chromium, and installs it where that is possible: as root, with apt-get.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium; undefined if there is none and none can be installed. */
export function findChromium() {
  const named = process.env.PLIMSOLL_CHROMIUM;
  if (named !== undefined && named !== "") return existsSync(named) ? named : undefined;
  return (
    PLACES.find((path) => existsSync(path)) ??
    (install() ? PLACES.find((path) => existsSync(path)) : undefined)
  );
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const get = (...args) =>
    spawnSync("apt-get", args, {
      stdio: "ignore",
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const wanted = ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"];
  return get(...wanted) || (get("update") && get(...wanted));
}

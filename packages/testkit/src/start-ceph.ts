import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const script = (name: string): string =>
  fileURLToPath(new URL(`../ceph/ceph-rgw-${name}.sh`, import.meta.url));

const PROGRAMS = ["ceph", "ceph-authtool", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];
const PACKAGES = ["radosgw", "ceph-mon", "ceph-osd", "ceph-common"];
/** What the packages may take to be loaded and installed; on a quick network half a minute. */
const INSTALL_MS = 120_000;
/** The daemons end by themselves then, however the tests ended. */
const MAX_SECONDS = "1800";
const FIRST_PORT = 20_000;
const PORTS = 400;
/** From the port of the script on: S3, the monitor, and the store of objects. */
const PORTS_OF_ONE = 50;

export interface CephServer {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** A key of the server's key service, for `aws:kms`. */
  readonly kmsKeyId: string;
  stop(): Promise<void>;
}

/**
 * Starts the S3 server of Ceph, from Debian's packages, with its objects in memory. Installs the packages where that is possible: as root, with
 * apt-get. Rejects with the reason where it cannot run.
 */
export async function startCeph(): Promise<CephServer> {
  if (!isInstalled() && !(install() && isInstalled()))
    throw new Error(`Debian's packages are missing: apt-get install ${PACKAGES.join(" ")}`);
  // Another program may take one of its ports before it does.
  return start(0).catch(() => start(1));
}

async function start(attempt: number): Promise<CephServer> {
  const parent = await mkdtemp(join(tmpdir(), "plimsoll-ceph-"));
  const folder = join(parent, "ceph");
  const stop = async (): Promise<void> => {
    await run("bash", [script("down"), folder]);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    const env = { ...process.env, CEPH_RGW_MAX_SECONDS: MAX_SECONDS };
    const { stdout } = await run("bash", [script("up"), folder, String(await freePort(attempt))], { env });
    const said = Object.fromEntries(stdout.split("\n").map((line) => line.split("=")));
    return {
      endpoint: said["S3_ENDPOINT"] ?? "",
      region: said["S3_REGION"] ?? "",
      accessKeyId: said["S3_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: said["S3_SECRET_ACCESS_KEY"] ?? "",
      kmsKeyId: "testkey-1",
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim().split("\n").at(-1) ?? String(error), { cause: error });
  }
}

const isInstalled = (): boolean =>
  PROGRAMS.every((name) => ["/usr/bin", "/bin"].some((folder) => existsSync(join(folder, name))));

function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const get = (...words: string[]): boolean =>
    spawnSync("apt-get", words, {
      stdio: "ignore",
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const wanted = ["install", "-y", "--no-install-recommends", ...PACKAGES];
  return get(...wanted) || (get("update") && get(...wanted));
}

/** The first of as many free ports as the server takes, as far as one can tell. */
async function freePort(attempt: number): Promise<number> {
  for (let place = 0; place < PORTS; place += 1) {
    const port = FIRST_PORT + ((process.pid + attempt * 7 + place) % PORTS) * PORTS_OF_ONE;
    const taken = await Promise.all([0, 1, 2, 10].map((offset) => isTaken(port + offset)));
    if (!taken.includes(true)) return port;
  }
  throw new Error("No ports are free for the S3 server of Ceph.");
}

async function isTaken(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}

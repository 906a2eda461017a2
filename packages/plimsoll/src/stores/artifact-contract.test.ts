import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { ArtifactSubject } from "../testing/artifact-case.js";
import { artifactContract } from "../testing/artifact-contract.js";
import { checkAnyText } from "./artifact-test-support.js";
import type { ArtifactStore } from "./artifact-store.js";
import { fileArtifacts } from "./fs/file-artifacts.js";
import { memoryArtifacts } from "./memory/memory-artifacts.js";

const KEY = "5a".repeat(32);

let folder = "";
let created = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-artifacts-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function onDisk(open: (path: string) => ArtifactStore): ArtifactSubject {
  let path = "";
  return {
    create: async () => {
      created += 1;
      path = join(folder, `store-${created}`, "artifacts");
      return open(path);
    },
    reopen: async () => open(path),
  };
}

const subjects: Readonly<Record<string, () => ArtifactSubject>> = {
  memory: () => ({ create: async () => memoryArtifacts() }),
  fs: () => onDisk((path) => fileArtifacts({ path })),
  "fs without fsync": () => onDisk((path) => fileArtifacts({ path, fsync: false })),
  "encrypted fs": () => onDisk((path) => fileArtifacts({ path, fsync: false, key: KEY })),
};

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the ${name} store`, () => {
    it.each([...artifactContract])("$name", async ({ run }) => {
      await run(subject());
    });

    it("gives back and finds whatever text a property test thinks of", async () => {
      await checkAnyText(await subject().create());
    });
  });
}

import { describe, it } from "vitest";
import type { ArtifactSubject } from "../testing/artifact-case.js";
import { artifactContract } from "../testing/artifact-contract.js";
import { memoryArtifacts } from "./memory-artifacts.js";

const subjects: Readonly<Record<string, () => ArtifactSubject>> = {
  memory: () => ({ create: async () => memoryArtifacts() }),
};

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the ${name} store`, () => {
    it.each([...artifactContract])("$name", async ({ run }) => {
      await run(subject());
    });
  });
}

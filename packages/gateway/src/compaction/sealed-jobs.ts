import type { JobName, JobState, SharedJobs } from "plimsoll/stores";
import type { Sealer, SealScope } from "../sealing/sealer.js";

const scopeOf = ({ tenant = "" }: Pick<JobName, "tenant">): SealScope => ({ purpose: "job", tenant });

/** Jobs whose results nobody reads in the database. What does not open here is done again. */
export function sealedJobs(jobs: SharedJobs, sealer: Sealer): SharedJobs {
  const open = (name: JobName, sealed: string): string | undefined => {
    const opened = sealer.open(scopeOf(name), sealed);
    return typeof opened === "string" ? opened : undefined;
  };
  return {
    async once(name, { work, signal }) {
      const sealed = await jobs.once(name, {
        work: async (ending) => sealer.seal(scopeOf(name), await work(ending)),
        signal,
      });
      return open(name, sealed) ?? work(signal ?? new AbortController().signal);
    },
    async look(name): Promise<JobState | undefined> {
      const found = await jobs.look(name);
      if (found?.state !== "done") return found;
      const result = open(name, found.result);
      return result === undefined ? undefined : { state: "done", result };
    },
    forget: (session) => jobs.forget(session),
  };
}

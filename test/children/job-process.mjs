// Takes a job in PostgreSQL and works on it until it is told to go on. Tells on standard output when it begins and which result it
// got. With a third argument its clock jumps by so many milliseconds once it has begun.
import { once } from "node:events";
import { postgresCoordination } from "plimsoll/node";

const [url, schema, jump] = process.argv.slice(2);
const coordination = postgresCoordination({ url, schema }, { leaseMs: 500 });
const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function jumpClock(milliseconds) {
  const RealDate = Date;
  const now = () => RealDate.now() + milliseconds;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now = now;
  };
}

const result = await coordination.jobs.once(
  { tenant: "acme", sessionId: "s", task: "summary" },
  {
    async work() {
      if (jump) jumpClock(Number(jump));
      tell({ begun: true });
      await once(process.stdin, "data");
      return "of the child";
    },
  },
);
tell({ result });
await coordination.close();
process.exit(0);

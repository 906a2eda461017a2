// Outputs of programs in forms of their own: dumps, traces, listings and answers in JSON.
const range = (length, make) => Array.from({ length }, (_, index) => make(index));
const lines = (length, make) => `${range(length, make).join("\n")}\n`;
const LINK = (program) => `ln -s "$(dirname "$(dirname "$(command -v ${program})")")" node_modules;`;

const ORDERS =
  "create table orders(id integer primary key, customer text, total real, state text); create index by_state on orders(state); with recursive s(n) as (select 1 union all select n + 1 from s where n < 800) insert into orders select n, 'customer ' || (n % 37), n * 1.5, case when n = 431 then 'refunded' else 'paid' end from s; create view open_orders as select * from orders where state <> 'paid';";

const QUOTA_SERVER = `import { createServer } from "node:http";
import { spawn } from "node:child_process";
const server = createServer((request, response) => {
  const step = Number(request.url.slice(1));
  if (step < 5) return response.writeHead(302, { location: "/" + (step + 1), "set-cookie": "visit=" + step }).end();
  response.writeHead(403, { "content-type": "application/json", "x-request-id": "req-77aa" });
  response.end(JSON.stringify({ error: { code: "quota_exceeded", message: "Monthly quota of 100 reports is used up" }, rows: Array.from({ length: 90 }, (_, row) => ({ row, note: "row " + row })) }));
});
server.listen(0, "127.0.0.1", () => spawn("curl", ["-sS", "-vL", "http://127.0.0.1:" + server.address().port + "/0"], { stdio: "inherit" }).on("close", () => server.close()));
`;

const JOBS = `import json
for i in range(3000):
    record = {"ts": "2026-03-01T10:%02d:%02dZ" % (i // 60 % 60, i % 60), "level": "info", "logger": "worker-%d" % (i % 8), "msg": "job %d finished" % i, "ms": 20 + i * 7 % 90}
    if i == 2711: record.update(level="error", msg="job 2711 failed: relation invoice_lines does not exist", code="42P01")
    print(json.dumps(record))
`;

const FEED = `from xml.sax.saxutils import XMLGenerator
import sys
out = XMLGenerator(sys.stdout, "utf-8")
def text(name, value):
    out.startElement(name, {}); out.characters(value); out.endElement(name)
out.startDocument(); out.startElement("rss", {"version": "2.0"}); out.startElement("channel", {})
text("title", "Release notes"); text("link", "https://example.com/releases")
for i in range(60):
    out.startElement("item", {})
    text("title", "Version 4.%d & fixes" % (60 - i)); text("link", "https://example.com/releases/4.%d" % (60 - i))
    text("description", "Mends %d defects in the importer, among them one that lost rows." % (i + 2))
    out.endElement("item")
out.endElement("channel"); out.endElement("rss")
`;

export const moreOutputs = [
  { name: "sqlite-dump", needs: ["sqlite3"], command: `sqlite3 :memory: "${ORDERS}" .dump` },
  {
    name: "sqlite-explain",
    needs: ["sqlite3"],
    command: `for i in 1 2 3 4 5 6 7; do sqlite3 :memory: "${ORDERS}" "explain select customer, count(*) from orders where total > $i group by customer order by 2 desc"; done`,
  },
  {
    name: "csv-torn",
    needs: ["sqlite3"],
    command: `sqlite3 -csv -header :memory: "${ORDERS}" "select id, customer, total, state from orders" | sed '300s/.*/300,"torn,12.5/'`,
  },
  {
    name: "rsync",
    needs: ["rsync"],
    command:
      "mkdir src; for i in $(seq 400); do mkdir -p src/d$((i % 20)); echo $i > src/d$((i % 20))/f$i.txt; done; rsync -av --stats src/ dst/; rsync -av absent/ dst/",
  },
  {
    name: "curl-verbose",
    needs: ["curl", "node"],
    files: { "serve.mjs": QUOTA_SERVER },
    command: "node serve.mjs",
  },
  { name: "nm", needs: ["nm"], command: "nm -D /bin/bash | head -900" },
  {
    name: "git-diff-stat",
    needs: ["git"],
    command:
      "git init -q .; mkdir -p src/parts; for i in $(seq 200); do seq $i > src/parts/module-$i.ts; done; git add -A; git commit -qm first; for i in $(seq 200); do seq 3 $((i + 9)) > src/parts/module-$i.ts; done; git diff --stat",
  },
  {
    name: "git-branch",
    needs: ["git"],
    command:
      "git init -q -b main .; export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z; git commit -q --allow-empty -m first; for i in $(seq 300); do git branch feature/ticket-$i-with-a-name; done; git branch -vv",
  },
  {
    name: "java-trace",
    needs: ["javac", "java"],
    files: {
      "Boot.java":
        'public class Boot { static void start(int n) { if (n == 0) throw new IllegalStateException("no tenant bound to thread worker-3"); start(n - 1); } public static void main(String[] a) { for (int i = 0; i < 300; i++) System.out.println("INFO  booted bean " + i + " in " + (i * 3 % 70) + " ms"); try { start(40); } catch (RuntimeException e) { throw new Error("boot failed", e); } } }\n',
    },
    command: "javac Boot.java && java Boot",
  },
  {
    name: "go-panic",
    needs: ["go"],
    files: {
      "go.mod": "module example.test/panic\n\ngo 1.19\n",
      "main.go":
        'package main\nimport ("fmt"; "time")\ntype order struct{ lines []int }\nfunc load(i int) *order { if i > 2 { return nil }; return &order{} }\nfunc total(o *order) int { return len(o.lines) }\nfunc main() { for i := 0; i < 200; i++ { fmt.Println("loaded order", i) }; for i := 0; i < 20; i++ { go func() { time.Sleep(time.Hour) }() }; time.Sleep(50 * time.Millisecond); fmt.Println(total(load(7))) }\n',
    },
    command: "GOCACHE=$PWD/.cache GOTRACEBACK=all go run .",
  },
  {
    name: "rust-panic",
    needs: ["cargo"],
    files: {
      "Cargo.toml": '[package]\nname="panics"\nversion="0.1.0"\nedition="2021"\n',
      "src/main.rs":
        'fn deep(n: u32, v: &Vec<u32>) -> u32 { if n == 0 { v[99] } else { deep(n - 1, v) + 1 } }\nfn main() { for i in 0..300 { println!("indexed segment {i}"); } println!("{}", deep(40, &vec![1, 2, 3])); }\n',
    },
    command: "RUST_BACKTRACE=1 cargo run --offline -q",
  },
  { name: "json-lines-log", needs: ["python3"], files: { "jobs.py": JOBS }, command: "python3 jobs.py" },
  { name: "rss", needs: ["python3"], files: { "feed.py": FEED }, command: "python3 feed.py" },
  {
    name: "webpack",
    needs: ["webpack"],
    files: {
      "webpack.config.cjs": "module.exports = { mode: 'development', stats: 'verbose' };\n",
      "src/index.js": lines(60, (part) => `import part${part} from './part${part}.js';`),
      ...Object.fromEntries(
        range(60, (part) => [
          `src/part${part}.js`,
          part === 33 ? "import gone from './absent.js'; export default gone;\n" : "export default 1;\n",
        ]),
      ),
    },
    command: `${LINK("webpack")} webpack --config webpack.config.cjs`,
  },
  {
    name: "stylelint-json",
    needs: ["stylelint"],
    files: {
      "stylelint.config.mjs":
        "export default { rules: { 'color-no-invalid-hex': true, 'block-no-empty': true } };\n",
      "all.css": lines(60, (rule) => `.a${rule} { color: #zz${rule}; } .b${rule} {}`),
    },
    command: "echo 'reading stylelint.config.mjs'; stylelint -f json all.css",
  },
  {
    name: "cargo-lock",
    needs: ["node"],
    command: `node -e 'for (let i = 0; i < 150; i += 1) console.log("[[package]]\\nname = \\"part-" + i + "\\"\\nversion = \\"1." + i + ".0\\"\\ndependencies = [\\n \\"libc\\",\\n \\"part-" + (i + 1) + "\\",\\n]\\n")'`,
  },
];

// Each program with what it needs, the files it works on and the command that is run in their folder.
import { checkerOutputs } from "./checker-outputs.mjs";
import { moreOutputs } from "./more-outputs.mjs";
import { shapedOutputs } from "./shaped-outputs.mjs";
import { reportOutputs } from "./report-outputs.mjs";
import { recordListings } from "./record-listings.mjs";
import { testReports } from "./test-reports.mjs";
import {
  batsTests,
  describedTests,
  goTests,
  googleTests,
  listedTests,
  perlTests,
  phpTests,
  pythonTests,
  rspecTests,
  rubyTests,
  rustTests,
} from "./test-projects.mjs";

const range = (length, make) => Array.from({ length }, (_, index) => make(index));
const lines = (length, make) => `${range(length, make).join("\n")}\n`;

const NODE_DESCRIBED = "const { describe, it } = require('node:test');";
const ONE_TITLE = { head: "", write: (title, body) => `test(${title}, () => { ${body} });` };

const testRuns = [
  { name: "mocha", needs: ["mocha"], files: describedTests(".spec.cjs", ""), command: "mocha '*.spec.cjs'" },
  {
    name: "jest",
    needs: ["jest"],
    files: { "package.json": "{}", ...describedTests(".test.js", "") },
    command: "jest",
  },
  {
    name: "vitest",
    needs: ["vitest"],
    files: describedTests(".test.mjs", "import { describe, it } from 'vitest';"),
    command: 'ln -s "$(dirname "$(dirname "$(command -v vitest)")")" node_modules; vitest run',
  },
  {
    name: "jasmine",
    needs: ["jasmine"],
    files: describedTests(".spec.cjs", ""),
    command: "jasmine --random=false '*.spec.cjs'",
  },
  {
    name: "node-test-spec",
    needs: ["node"],
    files: describedTests(".test.cjs", NODE_DESCRIBED),
    command: "node --test --test-reporter=spec",
  },
  {
    name: "node-test-tap",
    needs: ["node"],
    files: describedTests(".test.cjs", NODE_DESCRIBED),
    command: "node --test --test-reporter=tap",
  },
  {
    name: "ava",
    needs: ["ava"],
    files: {
      "package.json": "{}",
      ...listedTests(".test.mjs", {
        head: "import test from 'ava';",
        write: (title, body) => `test(${title}, (t) => { ${body} t.pass(); });`,
      }),
    },
    command: 'ln -s "$(dirname "$(dirname "$(command -v ava)")")" node_modules; ava',
  },
  {
    name: "tape",
    needs: ["tape"],
    files: listedTests(".test.cjs", {
      head: "const test = require('tape');",
      write: (title, _, { message }) =>
        `test(${title}, (t) => { t.ok(${message === undefined}, ${JSON.stringify(message ?? "fine")}); t.end(); });`,
    }),
    command: 'ln -s "$(dirname "$(dirname "$(command -v tape)")")" node_modules; tape "*.test.cjs"',
  },
  {
    name: "uvu",
    needs: ["uvu"],
    files: listedTests(".test.mjs", {
      ...ONE_TITLE,
      head: "import { test } from 'uvu';",
      tail: "test.run();",
    }),
    command: 'ln -s "$(dirname "$(dirname "$(command -v uvu)")")" node_modules; uvu . ".test.mjs$"',
  },
  {
    name: "qunit",
    needs: ["qunit"],
    files: listedTests(".test.cjs", {
      head: "",
      write: (title, body) => `QUnit.test(${title}, (a) => { ${body} a.ok(true); });`,
    }),
    command: "qunit '*.test.cjs'",
  },
  {
    name: "pytest",
    needs: ["python3", "pytest"],
    files: pythonTests(""),
    command: "python3 -m pytest -p no:cacheprovider",
  },
  {
    name: "pytest-short",
    needs: ["python3", "pytest"],
    files: pythonTests(""),
    command: "python3 -m pytest -rA --tb=short -p no:cacheprovider",
  },
  {
    name: "unittest",
    needs: ["python3"],
    files: pythonTests("(unittest.TestCase)"),
    command: "python3 -m unittest -v",
  },
  {
    name: "go-test",
    needs: ["go"],
    files: goTests(),
    command: "GOFLAGS=-mod=mod GOCACHE=$PWD/.cache go test -v ./...",
  },
  { name: "cargo-test", needs: ["cargo"], files: rustTests(), command: "cargo test --offline" },
  { name: "rspec", needs: ["rspec"], files: rspecTests(), command: "rspec" },
  {
    name: "minitest",
    needs: ["ruby"],
    files: rubyTests("minitest/autorun", "Minitest::Test"),
    command: `ruby -e 'Dir["./test_*.rb"].sort.each { |file| require file }' -- --seed 1`,
  },
  {
    name: "test-unit",
    needs: ["ruby"],
    files: rubyTests("test/unit", "Test::Unit::TestCase"),
    command: `ruby -e 'Dir["./test_*.rb"].sort.each { |file| require file }'`,
  },
  { name: "phpunit", needs: ["phpunit"], files: phpTests(), command: "phpunit ." },
  { name: "prove", needs: ["prove"], files: perlTests(), command: "prove -v t" },
  { name: "bats", needs: ["bats"], files: batsTests(), command: "bats *.bats" },
  {
    name: "googletest",
    needs: ["g++"],
    files: googleTests(),
    command: "g++ *.cpp -lgtest -lgtest_main -lpthread -o run && ./run",
  },
];

const builds = [
  {
    name: "tsc",
    needs: ["tsc"],
    files: Object.fromEntries(
      range(30, (file) => [
        `src/part-${file}.ts`,
        lines(36, (line) => `export const value${line}: number = missing${line % 7}(${line});`),
      ]),
    ),
    command: "tsc --noEmit --strict src/*.ts",
  },
  {
    name: "eslint",
    needs: ["eslint"],
    files: {
      "eslint.config.mjs": "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn' } }];\n",
      ...Object.fromEntries(
        range(20, (file) => [
          `src/part-${file}.js`,
          lines(40, (line) => `const kept${line} = absent${line}();`),
        ]),
      ),
    },
    command: "eslint src",
  },
  {
    name: "cargo-build",
    needs: ["cargo"],
    files: {
      "Cargo.toml": '[package]\nname="shop"\nversion="0.1.0"\nedition="2021"\n',
      "src/main.rs": `fn main() {\n${lines(120, (line) => `    let x${line}: u32 = absent_${line};`)}}\n`,
    },
    command: "cargo build --offline",
  },
  {
    name: "gcc",
    needs: ["gcc"],
    files: Object.fromEntries(
      range(12, (file) => [
        `part${file}.c`,
        lines(
          20,
          (line) =>
            `int f${line}(void) { int unused${line} = 1; return ${file === 7 && line === 13 ? "absent" : line}; }`,
        ),
      ]),
    ),
    command: "for f in *.c; do gcc -Wall -c $f -o /dev/null; done",
  },
  {
    name: "make",
    needs: ["make", "gcc"],
    files: {
      Makefile: "all: $(addsuffix .o,$(basename $(wildcard *.c)))\n%.o: %.c\n\tgcc -Wall -c $< -o $@\n",
      ...Object.fromEntries(
        range(40, (file) => [
          `part${file}.c`,
          `int f${file}(void) { int unused = 1; return ${file === 23 ? "absent" : 0}; }\n`,
        ]),
      ),
    },
    command: "make -k all",
  },
  {
    name: "javac",
    needs: ["javac"],
    files: Object.fromEntries(
      range(8, (file) => [
        `Part${file}.java`,
        `class Part${file} {\n${lines(10, (line) => `  int f${line}() { return absent${line}; }`)}}\n`,
      ]),
    ),
    command: "javac *.java",
  },
  {
    name: "go-vet",
    needs: ["go"],
    files: {
      "go.mod": "module example.test/shop\n\ngo 1.19\n",
      "main.go": `package main\nimport "fmt"\nfunc main() {\n${lines(60, (line) => `\tfmt.Printf("%d of ${line}\\n", "text")`)}}\n`,
    },
    command: "GOCACHE=$PWD/.cache go vet ./...",
  },
  {
    name: "python-traceback",
    needs: ["python3"],
    files: {
      "deep.py": `import sys\nfor i in range(400): print("step", i, "of the import is done")\n${lines(40, (line) => `def f${line}(x): return f${line + 1}(x)`)}def f40(x): return {"north": 1}[x]\nf0("south")\n`,
    },
    command: "python3 deep.py",
  },
  {
    name: "node-crash",
    needs: ["node"],
    files: {
      "crash.mjs":
        "for (let i = 0; i < 400; i += 1) console.log('worker', i % 4, 'handled message', i);\nasync function read() { const { readFile } = await import('node:fs/promises'); return readFile('settings/absent.json'); }\nawait read();\n",
    },
    command: "node crash.mjs",
  },
  {
    name: "cmake",
    needs: ["cmake", "g++"],
    files: {
      "CMakeLists.txt":
        'cmake_minimum_required(VERSION 3.10)\nproject(shop CXX)\nforeach(i RANGE 60)\n  message(STATUS "Looking at module ${i}")\nendforeach()\nfind_package(AbsentLibrary REQUIRED)\n',
    },
    command: "cmake .",
  },
];

const listings = [
  { name: "find", needs: ["find"], command: "find /usr/share -maxdepth 4 | sort | head -2500" },
  { name: "ls-recursive", needs: ["ls"], command: "ls -laR /usr/share/perl | head -3000" },
  { name: "tree", needs: ["tree"], command: "tree -L 3 /usr/share | head -3000" },
  { name: "du", needs: ["du"], command: "du -ak /usr/share/perl | head -3000" },
  { name: "apt-cache", needs: ["apt-cache"], command: "apt-cache search lib | head -1200" },
  { name: "dpkg", needs: ["dpkg"], command: "dpkg -l | head -400" },
  { name: "man", needs: ["man"], command: "man find" },
  { name: "strings", needs: ["strings"], command: "strings -n 6 /bin/bash | tail -2500" },
  { name: "strace", needs: ["strace", "curl"], command: "strace curl -sS http://127.0.0.1:9/" },
  { name: "readelf", needs: ["readelf"], command: "readelf -sW /bin/bash | head -900" },
  { name: "objdump", needs: ["objdump"], command: "objdump -d /bin/true | head -1200" },
  {
    name: "ps",
    needs: ["ps", "bash"],
    command: "for i in $(seq 60); do sleep 30 & done; ps -o pid,stat,comm,args --ppid $$; kill $(jobs -p)",
  },
  { name: "tar", needs: ["tar"], command: "tar cf - /usr/share/perl 2>/dev/null | tar tvf - | head -2500" },
  {
    name: "sha256sum",
    needs: ["sha256sum"],
    command: "find /usr/share/perl -type f | sort | head -250 | xargs sha256sum",
  },
  { name: "wc", needs: ["wc"], command: "find /usr/share/perl -type f | sort | head -700 | xargs wc -l" },
];

const HISTORY = `git init -q .; for i in $(seq 40); do for f in a b c; do seq $i $((i + 30)) > $f.txt; done; git add -A; GIT_AUTHOR_DATE="2026-01-01T00:$i:00Z" GIT_COMMITTER_DATE="2026-01-01T00:$i:00Z" git commit -qm "Change the numbers for the $i. time" -m "Because they were old."; done 2>/dev/null`;
const histories = [
  { name: "git-log-patch", needs: ["git"], command: `${HISTORY}; git log -p` },
  { name: "git-log", needs: ["git"], command: `${HISTORY}; git log` },
  { name: "git-log-stat", needs: ["git"], command: `${HISTORY}; git log --stat` },
  {
    name: "git-diff",
    needs: ["git"],
    command: `${HISTORY}; for f in a b c d e f g h; do seq 7 3 900 > $f.txt; done; git add -A; git diff HEAD`,
  },
  {
    name: "git-status",
    needs: ["git"],
    command: `${HISTORY}; for i in $(seq 300); do echo x > new-$i.txt; done; echo y >> b.txt; git status --untracked-files=all`,
  },
  {
    name: "git-blame",
    needs: ["git"],
    command: `${HISTORY}; git blame a.txt; git blame b.txt; git blame c.txt`,
  },
  { name: "diff", needs: ["diff"], command: "seq 900 > a; seq 1 2 900 > b; diff -u a b" },
];

const SERVER = `import http.server, sys
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        n = int(self.path.rsplit("/", 1)[1])
        self.send_response(500 if n in (411, 977, 1502) else 304 if n % 9 == 0 else 200); self.end_headers()
server = http.server.HTTPServer(("127.0.0.1", 0), H)
import threading, urllib.request, urllib.error
threading.Thread(target=server.serve_forever, daemon=True).start()
for n in range(2000):
    try: urllib.request.urlopen("http://127.0.0.1:%d/items/%d" % (server.server_port, n)).read()
    except urllib.error.HTTPError: pass
`;
const logs = [
  { name: "access-log", needs: ["python3"], files: { "serve.py": SERVER }, command: "python3 serve.py" },
  {
    name: "exit-codes",
    needs: ["bash"],
    command: `for i in $(seq 1500); do if [ $i = 1077 ]; then bash -c 'kill -9 $$' 2>/dev/null; else true; fi; echo "job $i of queue $((i % 4)) finished with rc $?"; done 2>/dev/null`,
  },
  {
    name: "curl-progress",
    needs: ["curl", "node"],
    files: {
      "serve.mjs":
        "import { createServer } from 'node:http'; import { spawn } from 'node:child_process';\nconst server = createServer((_, response) => { response.writeHead(200, { 'content-length': 60_000_000 }); let left = 60; const send = () => { if (left-- === 0) return response.end(); response.write(Buffer.alloc(1_000_000)); setTimeout(send, 120); }; send(); });\nserver.listen(0, '127.0.0.1', () => { spawn('curl', ['-o', '/dev/null', `http://127.0.0.1:${server.address().port}/x`], { stdio: 'inherit' }).on('close', () => server.close()); });\n",
    },
    command: 'node serve.mjs; for i in $(seq 150); do echo "unpacked part $i"; done',
  },
  {
    name: "dd-progress",
    needs: ["dd"],
    command:
      "timeout -s INT 12 dd if=/dev/zero of=/dev/null bs=1M status=progress; seq -f 'checked block %g' 100",
  },
  {
    name: "css-data-uri",
    needs: ["node"],
    files: {
      "make.mjs":
        "import { createHash } from 'node:crypto';\nlet bytes = Buffer.alloc(0); for (let i = 0; i < 40; i += 1) bytes = Buffer.concat([bytes, createHash('sha512').update(String(i)).digest()]);\nfor (let i = 0; i < 12; i += 1) console.log(`.icon-${i} { width: ${i}px; background: url(\"data:image/png;base64,${bytes.subarray(i).toString('base64')}\"); }`);\n",
    },
    command: "node make.mjs",
  },
  {
    name: "base64-in-log",
    needs: ["node", "base64"],
    command:
      "seq 40 | sed 's/^/received part /'; head -c 20000 \"$(command -v node)\" | base64; echo 'stored attachment 17 as report.pdf'",
  },
  {
    name: "openssl",
    needs: ["openssl"],
    command:
      "for i in 1 2 3 4 5 6 7 8; do openssl req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -subj /CN=shop-$i.example.com -days 9 2>/dev/null | openssl x509 -text; done",
  },
];

const NOW = "strftime('%Y-%m-%dT%H:%M:%SZ', 1767225600 + n * 60, 'unixepoch')";
const SERIES = `with recursive s(n) as (select 0 union all select n + 1 from s where n < 2999) select n as id, ${NOW} as measured, 'station-' || (n % 7) as station, (n * 37 % 101) / 10.0 as level, case when n in (801, 2222) then 'faulty' else 'ok' end as state from s`;
const tables = [
  { name: "csv-times", needs: ["sqlite3"], command: `sqlite3 -csv -header :memory: "${SERIES}"` },
  { name: "sqlite-columns", needs: ["sqlite3"], command: `sqlite3 -column -header :memory: "${SERIES}"` },
  { name: "sqlite-box", needs: ["sqlite3"], command: `sqlite3 -box :memory: "${SERIES}" | head -1500` },
  { name: "tsv", needs: ["sqlite3"], command: `sqlite3 -tabs -header :memory: "${SERIES}"` },
];

const searches = [
  { name: "grep", needs: ["grep"], command: "cd /usr/share/perl && grep -rn 'sub new' . | sort | head -700" },
  {
    name: "ripgrep",
    needs: ["rg"],
    command: "cd /usr/share/perl && rg --sort path -n --heading 'sub new' . | head -1500",
  },
  {
    name: "grep-context",
    needs: ["grep"],
    command: "cd /usr/share/perl && grep -rn -C2 'sub new' . | head -1500",
  },
];

export const RECORDED_PROGRAMS = [
  ...testRuns,
  ...testReports,
  ...moreOutputs,
  ...shapedOutputs,
  ...reportOutputs,
  ...recordListings,
  ...checkerOutputs,
  ...builds,
  ...listings,
  ...histories,
  ...logs,
  ...tables,
  ...searches,
];

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import { makeEvidence } from "./make-evidence.js";

/** What `scripts/record-outputs.mjs` recorded, with the commands in `origins.json`. */
const FOLDER = fileURLToPath(new URL("__fixtures__/programs/", import.meta.url));
const recorded = (name: string): string =>
  gunzipSync(readFileSync(`${FOLDER}${name}.txt.gz`)).toString("utf8");

type Wanted = string | RegExp;

/** What an agent needs of an output to go on, at 500 tokens; at 10,000 tokens also `more`. */
interface Expectation {
  readonly wanted: readonly Wanted[];
  readonly more?: readonly Wanted[];
  readonly unwanted?: readonly Wanted[];
}

const FILES = ["orders", "billing", "shipping"];
const SUITES = ["Cart", "Ledger"];
const TITLES = ["rounds half up", "merges lines", "splits parcels", "reads legacy rows"];
const MESSAGES = [
  "total mismatch for customer 17",
  "missing rate table for zone EU-4",
  "ledger is locked by session 9f3a",
  "cannot parse 2024-13-01 as a date",
  "negative weight -3.5 in parcel B",
  "duplicate invoice number 20417",
  "rounding drift above 0.01",
  "unknown currency code XQZ",
];

/** All failing tests of the recorded shop by the names of their runner, and every distinct error. */
function testRun(
  nameOf: (file: string, suite: string, title: string) => string,
  ...summary: Wanted[]
): Expectation {
  const names = FILES.flatMap((file) =>
    SUITES.flatMap((suite) => TITLES.map((title) => nameOf(file, suite, title))),
  );
  return {
    wanted: [...new Set(names), ...MESSAGES, ...summary],
    unwanted: [/(?:^|, |::)test_quoted_inner/m],
  };
}

const snake = (title: string): string => title.replaceAll(" ", "_");
const pascal = (text: string): string =>
  text.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
const described = (file: string, _: string, title: string): string => `${file} ${title}`;
const listed = (file: string, suite: string, title: string): string => `${suite} ${file} ${title}`;
const identifier = (file: string, suite: string, title: string): string => snake(listed(file, suite, title));
const goTest = (file: string, suite: string, title: string): string =>
  `Test${suite}${pascal(file)}${pascal(title)}`;
const method = (file: string, _: string, title: string): string => `test_${file}_${snake(title)}`;

const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  mocha: testRun(described, "24 failing"),
  jest: testRun(described, /Tests: +24 failed/),
  vitest: testRun(described, /24 failed/),
  jasmine: testRun(described, "72 specs, 24 failures"),
  "node-test-spec": testRun(described, "fail 24"),
  "node-test-tap": testRun(described, "# fail 24"),
  ava: testRun(listed, "24 tests failed"),
  tape: testRun(listed, /# fail +24/),
  uvu: testRun(listed),
  qunit: testRun(listed, "# fail 24"),
  pytest: testRun(method, "24 failed, 48 passed"),
  "pytest-short": testRun(method, "24 failed, 48 passed"),
  unittest: testRun(method, "FAILED (errors=24)"),
  "go-test": testRun(goTest),
  "cargo-test": testRun((_file, _suite, title) => snake(title), "48 passed; 24 failed"),
  rspec: testRun(described, "72 examples, 24 failures"),
  minitest: testRun(method, /72 runs, .*24 errors/),
  "test-unit": testRun(method, /72 tests, .*24 errors/),
  phpunit: testRun((_file, _suite, title) => `test${pascal(title)}`, "Errors: 24"),
  prove: testRun(listed, "Result: FAIL"),
  bats: testRun(listed),
  googletest: testRun((_file, _suite, title) => pascal(title), "24 FAILED TESTS"),

  "rspec-json": testRun(described, "24 failing"),
  "mocha-json": testRun(described, "24 failing"),
  "jest-json": testRun(described, "24 failing"),
  "playwright-json": testRun(listed),
  "pytest-junit": testRun(method, "24 failing"),
  "go-test-json": testRun(goTest),
  "bats-junit": testRun(listed),
  cucumber: testRun(listed, "72 scenarios (24 failed, 48 passed)"),
  "cucumber-json": testRun(listed),
  "catch2-xml": testRun(listed),
  check: testRun(identifier, "Failures: 24"),
  "ctest-verbose": testRun(identifier, "24 tests failed out of 72"),
  meson: testRun(listed, /Fail: +24/),
  cram: { wanted: ["24 files", "Cart_orders_rounds_half_up.t", "+  total mismatch for customer 17"] },
  busted: testRun(listed, "24 ERRORS"),
  exunit: testRun(listed, "72 tests, 24 failures"),
  testthat: testRun(listed),

  "sqlite-line": { wanted: [/^ {4}id = 311$/m, "state = refunded", "id = 500"] },
  "sqlite-markdown": {
    wanted: ["500 rows, 4 columns", "state {paid|refunded}", /^\| 311 .* refunded/m, /^\| 500 /m],
  },
  "sqlite-json": { wanted: ["keys: id, placed, state, total", "id=311 state=refunded"] },
  "gcc-analyzer": {
    wanted: [
      "double-‘free’ of ‘p’ [CWE-415]",
      "use of possibly-NULL ‘p’",
      "‘unset’ is used uninitialized",
      "dereference of possibly-NULL ‘q’",
    ],
  },
  valgrind: {
    wanted: ["Invalid write of size 4", "main (all.c:4)", "definitely lost: 40 bytes", "6 errors from 5"],
  },
  "python-group": {
    wanted: [
      "json.decoder.JSONDecodeError: Expecting value: line 1 column 7",
      "RuntimeError: cannot read settings settings/prod.json",
      "KeyError: 'tenant-77'",
      "TypeError: not a host",
    ],
  },
  "git-oneline": {
    wanted: ["ids, part 300", "Write part 299 of the guide", "Write part 1 of the guide"],
    unwanted: ["test-run", "failing tests:"],
  },
  biome: {
    wanted: ["Found 24 errors.", "noDoubleEquals", "Using == may be unsafe", "part0.ts:3:1"],
    unwanted: ["test-run", "failing tests:"],
  },
  xxd: { wanted: ["gzip data; hexadecimal dump", "00000000: 1f8b", "00000010: "] },
  "utf-16": { wanted: ["row 1 of the stock list is ok", "row 901: NEGATIVE STOCK"] },
  "latin-1": { wanted: ["tigung Nr. 1 ", "FEHLER: ", "bertragung abgebrochen bei Nr. 901"] },
  "strace-late": {
    wanted: ['openat(AT_FDCWD, "/etc/settings.conf", O_RDONLY|O_CLOEXEC) = -1 ENOENT', "exit_group(3)"],
  },
  "dpkg-libraries": { wanted: ["||/ Name", "libabsl"], unwanted: [/errors? |exceptions? |warnings? /] },

  "sqlite-dump": {
    wanted: [
      "INSERT INTO orders VALUES(431,",
      "'refunded'",
      "CREATE TABLE orders",
      "CREATE VIEW open_orders",
    ],
  },
  "sqlite-explain": { wanted: [/addr +opcode/, /SorterOpen/] },
  "csv-torn": { wanted: ["800 rows, 4 columns", '300,"torn,12.5', "id,customer,total,state"] },
  rsync: {
    wanted: ["Number of files: 421", /rsync: .*absent.* failed: No such file or directory/, "code 23"],
  },
  "curl-verbose": {
    wanted: [
      "HTTP/1.1 403 Forbidden",
      "x-request-id: req-77aa",
      "quota_exceeded",
      "Monthly quota of 100 reports",
    ],
  },
  nm: { wanted: ["900 lines"], unwanted: ["error lines"] },
  "git-diff-stat": {
    wanted: ["200 files changed", "src/parts/module-1.ts"],
    unwanted: [" rows,"],
  },
  "git-branch": { wanted: ["feature/ticket-1-with-a-name", /^\* main/m] },
  "java-trace": {
    wanted: ["java.lang.Error: boot failed", "IllegalStateException: no tenant bound to thread worker-3"],
  },
  "go-panic": {
    wanted: ["nil pointer dereference", "main.total(", "main.go:5", "exit code 2"],
  },
  "rust-panic": { wanted: ["index out of bounds: the len is 3 but the index is 99", "src/main.rs:1:"] },
  "json-lines-log": {
    wanted: ["job 2711 failed: relation invoice_lines does not exist", "code=42P01", "3000 values"],
  },
  rss: { wanted: ["Version 4.60", "https://example.com/releases/4.60", "Release notes"] },
  webpack: { wanted: ["ERROR in ./src/part33.js", "Can't resolve './absent.js'"] },
  "stylelint-json": { wanted: ["block-no-empty", "all.css", "severity=error"] },
  "cargo-lock": { wanted: ["[[package]]", 'name = "part-0"', 'name = "part-149"'], unwanted: ["values"] },

  "man-struck": {
    wanted: [/^NAME$/m, "jq - Command-line JSON processor", "INVOKING JQ"],
    unwanted: ["\b"],
  },
  "jq-parse-error": {
    wanted: [/250 values/, "parse error: Expected another key-value pair at line 1, column 12"],
  },
  "json-lines-unlike": {
    wanted: ["900 values", /id=m411 .*revoked/, "lag=98123", "error_max_turns", "total_cost_usd=1.25"],
  },
  "console-dir": { wanted: ["tide gate 4 stuck", /job 61.*timed out/, /status=failed/] },
  mail: {
    wanted: ["Subject: Berth contract", "the contract ends on 30 June.", "contract.pdf"],
    unwanted: [/^[A-Za-z0-9+/]{60}/m],
  },
  "git-merge": {
    wanted: ["CONFLICT (content): Merge conflict in f1.txt", "Automatic merge failed", /f1\.txt \+5 -0/],
  },
  "kubectl-yaml": {
    wanted: ["kind: Deployment", "name: part1", "image: quay.example/part1:1.1"],
    more: ["image: quay.example/part30:1.30"],
  },
  "node-page": {
    wanted: [
      /^Class: StringDecoder/m,
      /^stringDecoder\.write\(buffer\)/m,
      /^new StringDecoder\(\[encoding\]\)/m,
    ],
  },

  helgrind: {
    wanted: ["Possible data race during read", "add (r.c:3)", /ERROR SUMMARY: \d+ errors/],
  },
  "git-format-patch": {
    wanted: ["6 commits; 18 files, +18 -18", "Change the numbers for the 35. time", "for the 40. time"],
  },
  "diff-folders": {
    wanted: ["29 files, +29 -29", "Only in a: f17.txt", "Only in b: fresh.txt", /f30\.txt \+1/],
  },
  "xmllint-schema": {
    wanted: ["a.xml:190: element tonnes", "'heavy' is not a valid value", "a.xml fails to validate"],
  },
  tidy: {
    wanted: ["Tidy found 720 warnings and 90 errors!", "<quay> is not recognized!"],
    unwanted: ["web-search"],
  },
  "several-commands": {
    wanted: ["$ git status --short", "$ find .git", "$ ls -la", "$ git log --oneline", "$ wc -l", /94 total/],
  },
  "apt-show": {
    wanted: ["Package: bash", "Package: git", "Package: curl", "Package: python3", "Package: coreutils"],
  },
  "apt-simulate": { wanted: [/\d+ newly installed/, "gnome-shell"], unwanted: [/\d+ errors?;/] },
  "notebook-torn": {
    wanted: ["load(0)", 'plot("tide 199")', "199 rows"],
    more: ["characters truncated"],
    unwanted: ["cell_type"],
  },
  "csv-json-cells": { wanted: ["400 rows, 3 columns", '""S190"",""moored"":false'] },
  "dot-svg": { wanted: ["Quay 0", "n0->n1"], more: ["Quay 1", "Quay 59"] },

  mypy: {
    wanted: ["Found 120 errors in 40 files", "part0.py:3: error: Incompatible return value type"],
    unwanted: ["matches"],
  },
  flake8: { wanted: ["F401 'os' imported but unused", /F821 undefined name 'absent_\d+'/] },
  yamllint: { wanted: ["part0.yaml", "part41.yaml", "syntax error"], unwanted: ["declarations"] },
  shellcheck: { wanted: ["In part0.sh line 2:", "SC2045 (error)", "SC2164 (warning)"] },
  gdb: { wanted: ["SIGSEGV", "in deep (n=0) at all.c:1", "in main () at all.c:2"] },
  linker: { wanted: ["undefined reference to `absent_0'", "collect2: error: ld returned 1 exit status"] },
  ansible: { wanted: ["TASK [start the berth service]", "fatal: [localhost]: FAILED!", "failed=1"] },
  "shell-trace": { wanted: ["ls: cannot access './absent-folder'", "+ ls ./absent-folder"] },

  tsc: { wanted: ["; 1080 errors;", "src/part-0.ts(1,31): error TS2304: Cannot find name 'missing0'."] },
  eslint: {
    wanted: ["; 800 errors;", "✖ 1600 problems (800 errors, 800 warnings)", "'absent0' is not defined"],
    unwanted: ["failing"],
  },
  "cargo-build": {
    wanted: ["; 120 errors;", "cannot find value `absent_0` in this scope", "due to 120 previous errors"],
  },
  gcc: { wanted: ["; 1 error;", "part7.c:14:42: error: ‘absent’ undeclared"] },
  make: {
    wanted: [
      "; 1 error;",
      "part23.c:1:40: error: ‘absent’ undeclared",
      "make: *** [Makefile:3: part23.o] Error 1",
    ],
  },
  javac: { wanted: ["; 80 errors;", "Part0.java:2: error: cannot find symbol", "80 errors"] },
  "go-vet": {
    wanted: ['main.go:4:2: fmt.Printf format %d has arg "text" of wrong type string'],
    unwanted: ["matches"],
  },
  "python-traceback": { wanted: ["KeyError: 'south'", "in f40", "Traceback (most recent call last):"] },
  "node-crash": {
    wanted: ["Error: ENOENT: no such file or directory, open 'settings/absent.json'", "crash.mjs:3:1"],
  },
  cmake: {
    wanted: [
      "CMake Error at CMakeLists.txt:6 (find_package):",
      '"AbsentLibrary"',
      "Configuring incomplete, errors occurred!",
    ],
  },

  find: { wanted: [/^\/usr\/share$/m, "2500 lines"], unwanted: ["warnings;", "error"] },
  "ls-recursive": { wanted: ["/usr/share/perl:"], unwanted: ["error lines"] },
  tree: { wanted: [/^\/usr\/share$/m] },
  du: { wanted: [/\t\/usr\/share\/perl$/m] },
  "apt-cache": { wanted: ["1200 lines"], unwanted: ["error lines", /exceptions? handling/] },
  dpkg: { wanted: ["||/ Name"], unwanted: ["error lines"] },
  man: {
    wanted: ["NAME", "find - search for files in a directory hierarchy", "SYNOPSIS", "EXPRESSION"],
    more: ["EXIT STATUS", "EXAMPLES", "BUGS"],
    unwanted: ["error lines"],
  },
  strings: { wanted: ["2500 lines"], unwanted: ["error lines"] },
  strace: {
    wanted: [/connect\(.*= -1 (?:EINPROGRESS|ECONNREFUSED)/, /exit_group\(7\)/, "+++ exited with 7 +++"],
  },
  readelf: { wanted: [/Num: +Value/] },
  objdump: { wanted: ["file format elf64", "Disassembly of section .init:"] },
  ps: { wanted: ["STAT COMMAND"] },
  tar: { wanted: [/^drwx.*usr\/share\/perl\/$/m] },
  sha256sum: { wanted: [/^[0-9a-f]{64} {2}\/usr/m, "250 lines"] },
  wc: { wanted: [/\d+ total$/m] },

  "git-log-patch": {
    wanted: ["40 commits; 120 files, +210 -117", /[0-9a-f]{10} Change the numbers for the 40\. time$/m],
    more: [/^commit [0-9a-f]{40} Change the numbers for the 1\. time$/m, "+70"],
  },
  "git-log": { wanted: ["40 commits", /[0-9a-f]{10} Change the numbers for the 39\. time$/m] },
  "git-log-stat": { wanted: ["40 commits", /[0-9a-f]{10} Change the numbers for the 39\. time$/m] },
  "git-diff": { wanted: ["8 files", /a\.txt \+/, /h\.txt \+/, "@@ -"] },
  "git-status": { wanted: ["modified:   b.txt", "Untracked files:", "no changes added to commit"] },
  "git-blame": { wanted: [/^[0-9a-f]{8} \(Ada Example/m] },
  diff: { wanted: ["1 files, +0 -450", "@@ -"] },

  "access-log": {
    wanted: [
      '"GET /items/411 HTTP/1.1" 500',
      '"GET /items/977 HTTP/1.1" 500',
      '"GET /items/1502 HTTP/1.1" 500',
      "[500: 3 of 2000 lines]",
    ],
  },
  "exit-codes": {
    wanted: ["job 1077 of queue 1 finished with rc 137", "job 1500 of queue 0 finished with rc 0"],
  },
  "curl-progress": { wanted: [/^100 57\.2M/m, "unpacked part 150"] },
  "dd-progress": { wanted: ["checked block 100", "records out", /bytes .* copied/] },
  "css-data-uri": {
    wanted: [".icon-0 {", ".icon-11 {", "encoded characters]"],
    unwanted: [/[A-Za-z0-9+/]{100}/],
  },
  "base64-in-log": {
    wanted: ["received part 40", "stored attachment 17 as report.pdf"],
    unwanted: [/[A-Za-z0-9+/]{60}/],
  },
  openssl: {
    wanted: ["Issuer: CN = shop-1.example.com", "-----BEGIN CERTIFICATE-----"],
    unwanted: [/^[A-Za-z0-9+/]{60}/m],
  },

  "csv-times": {
    wanted: [
      "3000 rows, 5 columns",
      "id,measured,station,level,state",
      "801,2026-01-01T13:21:00Z,station-3,4.4,faulty",
      "2222,",
      "2999,",
    ],
    unwanted: ["matches"],
  },
  "sqlite-columns": {
    wanted: [/id +measured +station +level +state/, /801 .*faulty/, /2222 .*faulty/, /2999 /],
  },
  "sqlite-box": { wanted: ["measured", /801 .*faulty/] },
  tsv: {
    wanted: ["3000 rows, 5 columns", "faulty", "id\tmeasured\tstation\tlevel\tstate"],
    unwanted: ["matches"],
  },

  grep: { wanted: ["matches in", /^\.\/\S+\.pm$/m, /^\d+: sub new/m] },
  ripgrep: { wanted: ["matches in", /^\d+: ?sub new/m] },
  "grep-context": { wanted: ["matches in", /^\d+: .*sub new/m] },
};

const names = Object.keys(EXPECTATIONS);
const missing = (text: string, wanted: readonly Wanted[]): readonly Wanted[] =>
  wanted.filter((want) => (typeof want === "string" ? !text.includes(want) : !want.test(text)));

describe("evidence of what real programs print", () => {
  let count = (text: string): number => text.length;
  beforeAll(async () => {
    const estimator = await loadExactEstimator("o200k_base");
    count = (text) => estimator.count(text);
  });

  const evidenceOf = (name: string, maxTokens: number): string =>
    makeEvidence({ text: recorded(name) }, { maxTokens, count }).text;

  it("has an expectation for every sample, and a sample of at least 40 kinds with its origin", () => {
    const samples = readdirSync(FOLDER).filter((file) => file.endsWith(".gz"));
    expect(samples.map((file) => file.replace(".txt.gz", "")).sort()).toEqual(names.toSorted());
    const origins = JSON.parse(readFileSync(`${FOLDER}origins.json`, "utf8")) as Record<string, string>;
    expect(Object.keys(origins).sort()).toEqual(names.toSorted());
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  it.each(names)("has what an agent needs of %s at 500 tokens", (name) => {
    const text = evidenceOf(name, 500);
    expect(count(text)).toBeLessThanOrEqual(500);
    expect(missing(text, EXPECTATIONS[name]?.wanted ?? []), text).toEqual([]);
    for (const unwanted of EXPECTATIONS[name]?.unwanted ?? []) expect(text).not.toMatch(unwanted);
  });

  it.each(names)("has it of %s at 10,000 tokens, with more", (name) => {
    const text = evidenceOf(name, 10_000);
    expect(count(text)).toBeLessThanOrEqual(10_000);
    // An output that fits is shown as it is, without a line of ours.
    const isWhole = text === recorded(name);
    const { wanted = [], more = [] } = EXPECTATIONS[name] ?? {};
    const ours =
      /failing$|^exit code|^severity=|^code=|values$|^; .*;$|^\d+ (?:lines|rows|commits|files)|matches in|encoded characters|lines\]$/;
    const all = [...wanted, ...more].filter(
      (want) => !isWhole || (typeof want === "string" && !ours.test(want)),
    );
    expect(missing(text, all), text.slice(0, 3_000)).toEqual([]);
  });
});

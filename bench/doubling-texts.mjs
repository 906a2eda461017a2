// Texts of about a number of characters that make careless code quadratic. Every one grows in one way only.
import { seededRandom } from "plimsoll/testing";

/** `unit` again and again. */
const repeated = (unit) => (characters) => unit.repeat(Math.ceil(characters / unit.length));

/** `make(index)` for index 0, 1, 2… until there are enough characters, `between` between them. */
const listed =
  (make, between = "\n") =>
  (characters) => {
    const parts = [];
    for (let length = 0, index = 0; length < characters; index += 1) {
      const part = make(index);
      length += part.length + between.length;
      parts.push(part);
    }
    return parts.join(between);
  };

const around = (before, make, after) => (characters) => `${before}${make(characters)}${after}`;

const word = (index) => `w${((index * 2_654_435_761) >>> 0).toString(36)}`;

function randomCharacters(alphabet) {
  return (characters) => {
    const random = seededRandom(11);
    const block = Array.from({ length: 20_000 }, () => alphabet[random.integer(0, alphabet.length - 1)]);
    return repeated(block.join(""))(characters);
  };
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CJK = [..."在数据库迁移之前不要修改配置文件必须先运行测试我们决定使用新的接口错误"].join("");

/** Evidence kinds as `classifyOutput` names them, each with an ordinary output of that kind. */
export const KIND_TEXTS = {
  command: listed(
    (i) => `2026-11-15T10:00:${i % 60}Z INFO request ${i} served /api/${word(i)} in ${i % 900} ms`,
  ),
  "test-run": listed(
    (i) =>
      `FAIL src/${word(i)}.test.ts > case ${i}\nAssertionError: expected ${i} to be ${i + 1}\n    at run (src/${word(i)}.test.ts:${i % 90}:7)`,
  ),
  search: listed(
    (i) => `src/${word(i >> 2)}/file-${i >> 2}.ts:${i}:  const ${word(i)} = load("${word(i + 7)}");`,
  ),
  "web-page": around(
    "<!doctype html><html><body>",
    listed((i) => `<h2>Part ${i}</h2><p>Text <a href="/p/${i}">${word(i)}</a> of it.</p>`),
    "</body></html>",
  ),
  code: listed(
    (i) => `export function ${word(i)}(input) {\n  const value = input + ${i};\n  return value;\n}\n`,
  ),
  diff: listed(
    (i) =>
      `diff --git a/src/${word(i)}.ts b/src/${word(i)}.ts\n--- a/src/${word(i)}.ts\n+++ b/src/${word(i)}.ts\n@@ -1,2 +1,2 @@\n-old ${i}\n+new ${i}\n context`,
  ),
  json: around(
    "[",
    listed((i) => `{"id":${i},"name":"${word(i)}","tags":["a","b"],"price":${i / 7}}`, ","),
    "]",
  ),
  "test-report": around(
    '{"tests":[',
    listed(
      (i) =>
        `{"name":"${word(i)} ${i}","status":"${i % 3 === 0 ? "failed" : "passed"}","message":"${word(i + 1)} is not ${i}"}`,
      ",",
    ),
    "]}",
  ),
  xml: around(
    '<?xml version="1.0"?><feed>',
    listed((i) => `<entry id="${i}"><title>${word(i)}</title><link>https://example.com/${i}</link></entry>`),
    "</feed>",
  ),
  table: around(
    "id,name,price,city\n",
    listed((i) => `${i},${word(i)},${i / 8},Berlin`),
    "",
  ),
  binary: listed((i) => `\0\u0001${word(i)}\u0002`, "\0"),
  opaque: listed((i) => `${word(i)} ${word(i * 3)}`, " "),
};

/** What users, tools and models may send, on purpose or not. */
export const HOSTILE_TEXTS = {
  "newlines only": repeated("\n"),
  "carriage returns and newlines only": repeated("\r\n"),
  "spaces only": repeated(" "),
  "tabs only": repeated("\t"),
  "blank lines of spaces": repeated("   \n"),
  "paragraphs between blank lines": listed((i) => `Paragraph ${i} says ${word(i)}.\n`),
  "many blank lines between words": listed((i) => `word ${i}\n\n\n\n\n\n\n\n`),
  rules: listed((i) => `- Never push ${word(i)} to the branch ${word(i + 1)}.`),
  "rules with one long ending": listed(
    (i) =>
      `- Never push ${word(i)} to main, ${"because the release train is run by other people, ".repeat(5)}ever.`,
  ),
  "rules within rules": listed((i) => `- Never use ${"x ".repeat(i % 200)}here.`),
  "rules in one paragraph": listed((i) => `You must always keep ${word(i)} below ${i}.`, " "),
  "rules alike": repeated("Do not push to main. "),
  decisions: listed((i) => `We decided to use ${word(i)} instead of ${word(i + 1)} because it is faster.`),
  corrections: listed((i) => `Actually, use port ${i} instead of ${i + 1} for ${word(i)}.`),
  "short sentences": repeated("Do it. "),
  "short sentences, all different": listed((i) => `See ${word(i)}.`, " "),
  questions: repeated("Why? "),
  "one line of letters": repeated("x"),
  "one line of quotes": repeated('"'),
  "one line of apostrophes": repeated("'"),
  "one line of opening brackets": repeated("["),
  "one line of opening parentheses": repeated("("),
  "one line of opening braces": repeated("{"),
  "one line of opening angles": repeated("<"),
  "one line of opening tags": repeated("<testcase>"),
  "test cases that are not closed": around(
    "<?xml version='1.0'?><testsuite>",
    repeated("<testcase name='a'><failure>"),
    "",
  ),
  "records of tests within records": around(
    '{"tests":[{"status":"failed","name":"a"',
    repeated(',"tests":[{"name":"b"'),
    "",
  ),
  "blank lines before a record": around("", repeated("\n"), '\n{"tests":[{"status":"failed","name":"a"}]}'),
  "results of tests with a line before each": listed((i) => `${word(i)} was ${i}\n✖ ${word(i + 1)} ${i}`),
  "one line of closing brackets": repeated("]"),
  "one line of backslashes": repeated("\\"),
  "one line of dotted letters": repeated("a."),
  "one line of slashes": repeated("/a"),
  "one line of dashes": repeated("-"),
  "one line of dashed letters": repeated("a-"),
  "one line of underscores": repeated("a_"),
  "one line of schemes": repeated("://"),
  "one line of addresses": repeated("http://a"),
  "one line of at signs": repeated("a@"),
  "one line of colons": repeated("a:"),
  "one line of equals": repeated("a="),
  "one line of commas": repeated("a,"),
  "one line of digits": randomCharacters("0123456789"),
  "one line of zeros": repeated("0"),
  "one line of hexadecimal digits": randomCharacters("0123456789abcdef"),
  "one line of numbers": repeated("4111 1111 1111 1111 "),
  "one line of dotted numbers": repeated("1.2.3."),
  "number signs": repeated("#"),
  "number signs in lines": repeated("# \n"),
  backticks: repeated("`"),
  "unclosed fences": repeated("```\n"),
  fences: listed((i) => `\`\`\`ts\nconst ${word(i)} = ${i};\n\`\`\``),
  "tilde fences of growing length": listed((i) => "`".repeat(3 + (i % 50))),
  "unclosed tags": repeated("<a "),
  "unclosed tags in a page": around("<!doctype html><html><body>", repeated("<div><p>x"), ""),
  "deep elements": around("<!doctype html><html><body>", repeated("<div>"), "text"),
  attributes: around(
    "<!doctype html><html><body><a ",
    listed((i) => `${word(i)}="${i}"`, " "),
    ">x</a></body></html>",
  ),
  comments: around("<!doctype html><html><body>", repeated("<!--"), ""),
  "unclosed tags of our own": repeated("<COMPACT-SUMMARY v1>"),
  entities: repeated("&amp;"),
  ampersands: repeated("&"),
  "list of tags": around(
    "<!doctype html><html><body><ul>",
    listed((i) => `<li>${i}`),
    "",
  ),
  "table of cells": around(
    "<!doctype html><html><body><table>",
    listed((i) => `<tr><td>${i}<td>${word(i)}`),
    "",
  ),
  "nested JSON": (n) => '{"a":'.repeat(n / 6) + "1" + "}".repeat(n / 6),
  "nested JSON, unclosed": repeated('{"a":['),
  "JSON of one string": around(
    '{"text":"',
    listed((i) => `line ${i}\\n`, ""),
    '"}',
  ),
  "JSON of escapes": around('{"text":"', repeated("\\u0041\\\\"), '"}'),
  "JSON of many keys": around(
    "{",
    listed((i) => `"${word(i)}":${i}`, ","),
    "}",
  ),
  "JSON of small objects": around("[", repeated("{},"), "{}]"),
  "JSON of objects all different": around(
    "[",
    listed((i) => `{"${word(i)}":${i}}`, ","),
    "]",
  ),
  "JSON lines": listed((i) => `{"level":"info","id":${i},"message":"${word(i)}"}`),
  "JSON in JSON": around(
    '{"output":',
    (n) => JSON.stringify(JSON.stringify({ a: listed((i) => `${word(i)} "${i}"`)(n * 0.7) })),
    "}",
  ),
  "pretty JSON": (n) =>
    JSON.stringify(
      Array.from({ length: n / 60 }, (_, i) => ({ id: i, name: word(i) })),
      null,
      2,
    ),
  "CSV of many columns": (n) => {
    const row = Array.from({ length: n / 60 }, (_, i) => `c${i}`).join(",");
    return `${row}\n`.repeat(8);
  },
  "TSV of empty cells": repeated("\t\t\t\t\n"),
  "quoted cells, unclosed": repeated('a,"b\n'),
  identifiers: listed((i) => `ORD-${100_000 + i} ${word(i)}_id PROJ-${i}`, " "),
  UUIDs: listed(
    (i) => `${((i * 2_654_435_761) >>> 0).toString(16).padStart(8, "0")}-aaaa-4bbb-8ccc-dddddddddddd`,
  ),
  "commit ids": listed(
    (i) => `commit ${((i * 2_654_435_761) >>> 0).toString(16).padStart(8, "0").repeat(5)}`,
  ),
  paths: listed((i) => `src/${word(i)}/${word(i + 1)}.ts`),
  "paths in one line": listed((i) => `/srv/work/${word(i)}/${word(i + 1)}.ts`, " "),
  "paths below one folder": listed((i) => `/a/b/c/d/e/f/${word(i)}`, ", "),
  "addresses of pages": listed((i) => `https://example.com/${word(i)}?q=${i}#top`),
  "commit-like ports": listed((i) => `server ${word(i)} listens on http://localhost:${1000 + (i % 60_000)}`),
  "hunks in one diff": around(
    "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n",
    listed((i) => `@@ -${i * 5},2 +${i * 5},2 @@ f\n-old ${i}\n+new ${i}`),
    "",
  ),
  "a diff of additions": around(
    "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,9 @@\n",
    repeated("+\n"),
    "",
  ),
  "plus signs only": repeated("+\n"),
  "a diff without newlines": around("diff --git a/a.ts b/a.ts ", repeated("@@ -1 +1 @@ +x"), ""),
  "diffs of one file": listed(
    (i) => `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -${i} +${i} @@\n-a\n+b${i}`,
  ),
  "log lines alike": repeated("ERROR the same failure again\n"),
  "log lines all different": listed((i) => `ERROR ${word(i)} failed with ${word(i * 5)} ${word(i * 7)}`),
  "matches in one file": listed((i) => `src/a.ts:${i}:const x = ${i};`),
  "matches in many files": listed((i) => `${word(i)}.ts:1:x`),
  "ripgrep headings": listed((i) => `${word(i)}.ts\n1:x\n2-y\n--`),
  "failing tests": listed((i) => `not ok ${i} - ${word(i)}\n  ---\n  error: expected ${i}\n  ...`),
  "pytest failures": around(
    "============ test session starts ============\n",
    listed((i) => `FAILED tests/test_${word(i)}.py::test_${i} - AssertionError: ${i}`),
    "\n=== 9 failed ===",
  ),
  "stack traces": listed(
    (i) => `Error: ${word(i)}\n    at f${i} (/srv/app/${word(i)}.js:${i}:3)\n    at g (node:internal/x:1:2)`,
  ),
  "Python stack traces": listed(
    (i) =>
      `Traceback (most recent call last):\n  File "${word(i)}.py", line ${i}, in f\n    g()\nValueError: ${i}`,
  ),
  "one stack trace": around(
    "Error: x\n",
    listed((i) => `    at f${i} (/srv/${word(i)}.js:${i}:3)`),
    "",
  ),
  "ANSI colours": listed((i) => `\u001b[31m${word(i)}\u001b[0m`, " "),
  "unfinished ANSI escapes": repeated("\u001b["),
  "unfinished OSC escapes": repeated("\u001b]8;;"),
  "progress bars": listed((i) => `\r[${"#".repeat(i % 40)}] ${i % 100}%`, ""),
  "CJK without spaces": repeated(CJK),
  "CJK sentences": listed((i) => `必须保持第${i}个配置不变。`, ""),
  "full stops of CJK": repeated("。"),
  emoji: repeated("👩‍👩‍👧‍👦"),
  "combining marks": repeated("e\u0301\u0302"),
  "combining marks only": repeated("\u0301"),
  "lone surrogates": repeated("\ud800"),
  base64: randomCharacters(BASE64),
  "base64 in lines": (n) => randomCharacters(BASE64)(n).replace(/.{76}/g, "$&\n"),
  "data URIs": listed((i) => `data:image/png;base64,${"iVBORw0KGgo".repeat(9)}${i}`, " "),
  "Markdown table": around(
    "| a | b |\n|---|---|\n",
    listed((i) => `| ${word(i)} | ${i} |`),
    "",
  ),
  "Markdown list": listed((i) => `- [ ] step ${i}: ${word(i)}`),
  "numbered list": listed((i) => `${i}. Change ${word(i)}`),
  "Markdown headings": listed((i) => `## Part ${i}\n`),
  "nested quotes": (n) => `${">".repeat(n / 2)} x\n${"> ".repeat(n / 4)}x`,
  "quoted lines": listed((i) => `> ${word(i)} said ${i}`),
  "quoted words": listed((i) => `"${word(i)}"`, " "),
  "nested indentation": (n) => {
    const depth = Math.floor(Math.sqrt(n));
    return Array.from({ length: depth }, (_, i) => `${" ".repeat(i)}- x${i}`).join("\n");
  },
  speakers: listed((i) => `User: please do ${word(i)}\nAssistant: done ${i}`),
  "chat stamps": listed((i) => `[10:${i % 60} ops-lead] Don't push ${word(i)}.`),
  mentions: repeated("@bot "),
  secrets: listed((i) => `API_KEY_${i}=${word(i)}${word(i * 3)}${word(i * 5)}`),
  "secret words": repeated("password "),
  "secret words with colons": repeated("password:"),
  "private key starts": repeated("-----BEGIN RSA PRIVATE KEY-----\n"),
  bearers: repeated("Authorization: Bearer "),
  "marks of redaction": repeated("[REDACTED:pattern]"),
  "evidence marks": repeated("[evidence: command, "),
  "shell words": listed((i) => `--option-${i} ${word(i)}`, " "),
  "shell commands": listed((i) => `cat src/${word(i)}.ts && git commit -m "${word(i)}"`, " && "),
  "shell heredoc": around(
    "cat > file.txt <<'EOF'\n",
    listed((i) => `line ${i} ${word(i)}`),
    "\nEOF\n",
  ),
  "shell heredocs": listed((i) => `cat > ${word(i)}.txt <<EOF\n${i}\nEOF`),
  "unclosed heredocs": repeated("cat <<A\n"),
  "shell quotes, unclosed": repeated("echo 'a \"b "),
  "shell substitutions": repeated("$(echo `"),
  "shell pipes": repeated("cat a | "),
  patch: around(
    "*** Begin Patch\n",
    listed((i) => `*** Update File: src/${word(i)}.ts\n@@\n-a\n+b${i}`),
    "\n*** End Patch",
  ),
  "patch of one file": around(
    "*** Begin Patch\n*** Update File: a.ts\n@@\n",
    listed((i) => `-a${i}\n+b${i}`),
    "\n*** End Patch",
  ),
  YAML: listed((i) => `key_${i}:\n  - name: ${word(i)}\n    value: ${i}`),
  INI: listed((i) => `[section ${i}]\nkey = ${word(i)}`),
  "line numbers": listed((i) => `${String(i).padStart(6)}\t${word(i)} = ${i}`),
  "line separators": repeated("\u2028"),
  "no-break spaces": repeated("\u00a0"),
  dots: repeated("."),
  "ellipses of words": repeated("a... "),
  "exclamation marks": repeated("!"),
  asterisks: repeated("*"),
  "bold words": repeated("**a** "),
  "stars unclosed": repeated("**a "),
  links: listed((i) => `[${word(i)}](https://example.com/${i})`, " "),
  "links unclosed": repeated("[a]("),
  pipes: repeated("|"),
  semicolons: repeated(";"),
  tildes: repeated("~"),
  "percent signs": repeated("%41"),
  "dollar signs": repeated("$a"),
  "colon pairs": repeated("::"),
  versions: listed((i) => `package-${word(i)}@${i % 9}.${i % 7}.${i}`),
  "lock file": listed(
    (i) =>
      `    "node_modules/${word(i)}": {\n      "version": "1.0.${i}",\n      "integrity": "sha512-${word(i).repeat(10)}=="\n    },`,
  ),
  environment: listed((i) => `${word(i).toUpperCase()}=/usr/lib/${word(i)}`),
  "process list": listed((i) => `root ${i} 0.0 0.1 1234 567 ? Ss 10:00 0:00 /usr/bin/${word(i)} --port ${i}`),
  "file listing": listed((i) => `-rw-r--r-- 1 root root ${i} Nov 15 10:00 ${word(i)}.ts`),
};

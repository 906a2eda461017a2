const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("\n");

/** A large output of each kind, small enough to read. */
export const SAMPLE_OUTPUTS = {
  command: `${lines(300, (index) => `cc -c part${index}.c -o part${index}.o`)}\npart7.c:12:5: error: unknown name 'foo'\nmake: *** [all] Error 1`,
  "test-run": `${lines(300, (index) => `test_ok_${index} (suite.Case) ... ok`)}
test_bad (suite.Case) ... FAIL

======================================================================
FAIL: test_bad (suite.Case)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/src/suite.py", line 3, in test_bad
    self.assertEqual(total, 4)
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 301 tests in 0.2s

FAILED (failures=1)`,
  search: lines(
    200,
    (index) => `src/part-${index % 20}.ts:${index + 1}:  const needle${index} = make(${index});`,
  ),
  "web-page": `<!doctype html><html><head><title>Manual</title><style>p{}</style></head><body><nav><a href="/">Home</a></nav>
<h1>Manual</h1><dl>${lines(60, (index) => `<dt class="sig">lib.call${index}(first, second=&quot;x&quot;)</dt><dd><p>Does the ${index}th thing &amp; more.</p></dd>`)}</dl>
<script>var hidden = 1;</script></body></html>`,
  code: `import { a } from "./a.js";\n${lines(120, (index) => `export function part${index}(value: number): number {\n  const twice = value * 2;\n  return twice + ${index};\n}\n`)}`,
  diff: lines(
    20,
    (index) =>
      `diff --git a/src/f${index}.ts b/src/f${index}.ts\nindex 1..2 100644\n--- a/src/f${index}.ts\n+++ b/src/f${index}.ts\n@@ -1,3 +1,4 @@ function f${index}()\n const kept = 1;\n-const old${index} = 1;\n+const fresh${index} = 2;\n+const more${index} = 3;`,
  ),
  json: JSON.stringify(
    Array.from({ length: 150 }, (_, index) => ({
      id: index + 1000,
      name: `item ${index}`,
      status: index === 97 ? "failed" : "done",
      parent: null,
      html_url: `https://example.com/items/${index + 1000}`,
      events_url: `https://api.example.com/items/${index + 1000}/events{/id}`,
    })),
    null,
    1,
  ),
  table: `id,name,price\n${lines(300, (index) => `${index},thing ${index % 5},${(index * 37) % 101}.5`)}`,
  binary: lines(
    80,
    (index) => `iVBORw0KGgoAAAANSUhEUgAAB9AAAAPoCAYAAACGXmWqAAAgAElEQVR4Xuy9B5gcxZk3ngQ${index % 10}`,
  ),
  opaque: "lorem ipsum dolor sit amet ".repeat(400),
} as const;

// Outputs in records and listings, of checkers that draw, in other encodings, and with the cause near the end.
const range = (length, make) => Array.from({ length }, (_, index) => make(index));

const ORDERS =
  "with recursive s(n) as (select 1 union all select n + 1 from s where n < 500) select n as id, datetime(1700000000 + n * 60, 'unixepoch') as placed, case when n = 311 then 'refunded' else 'paid' end as state, n * 1.5 as total from s";

const LEAKS = `#include <stdlib.h>
#include <string.h>
int copy(int flag) { char *p = malloc(10); if (flag) free(p); strcpy(p, "x"); free(p); return 0; }
int main(int count, char **words) { int unset; int *q = malloc(40); q[10] = count; copy(count); if (unset) return q[3]; return 0; }
`;

const CHAIN = `import json
def load(path):
    try:
        return json.loads('{"a": }')
    except ValueError as error:
        raise RuntimeError("cannot read settings " + path) from error
def start():
    try: load("settings/prod.json")
    except RuntimeError:
        raise KeyError("tenant-77")
for shard in range(200): print("warmed up shard", shard, "in", shard * 3 % 17, "ms")
try:
    raise ExceptionGroup("many", [ValueError("bad port 99999"), TypeError("not a host")])
except* ValueError:
    start()
`;

export const recordListings = [
  { name: "sqlite-line", needs: ["sqlite3"], command: `sqlite3 -line :memory: "${ORDERS}"` },
  { name: "sqlite-markdown", needs: ["sqlite3"], command: `sqlite3 -markdown :memory: "${ORDERS}"` },
  { name: "sqlite-json", needs: ["sqlite3"], command: `sqlite3 -json :memory: "${ORDERS}"` },
  {
    name: "gcc-analyzer",
    needs: ["gcc"],
    files: Object.fromEntries(range(6, (index) => [`part${index}.c`, LEAKS])),
    command: "gcc -fanalyzer -Wall -c *.c",
  },
  {
    name: "valgrind",
    needs: ["gcc", "valgrind"],
    files: { "all.c": LEAKS },
    command: "gcc -g all.c -o all 2>/dev/null && valgrind --leak-check=full --track-origins=yes ./all",
  },
  {
    name: "python-group",
    needs: ["python3"],
    files: { "chain.py": CHAIN },
    command: "python3 chain.py",
  },
  {
    name: "git-oneline",
    needs: ["git"],
    command:
      'git init -q .; export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z; for i in $(seq 300); do git commit -q --allow-empty -m "$([ $((i % 5)) = 0 ] && echo Find failing tests by their ids, part $i || echo Write part $i of the guide)"; done; git log --oneline',
  },
  {
    name: "biome",
    needs: ["biome"],
    files: Object.fromEntries(
      range(12, (index) => [`part${index}.ts`, "var x = 1;\nif (x == 2) { debugger }\nlet y = [1];\n"]),
    ),
    command: "biome lint --max-diagnostics=none .",
  },
  { name: "xxd", needs: ["xxd"], command: "seq 3000 | gzip -n > all.gz; xxd all.gz" },
  {
    name: "utf-16",
    needs: ["iconv"],
    command:
      "(seq -f 'row %g of the stock list is ok' 900; echo 'row 901: NEGATIVE STOCK') | iconv -f utf-8 -t utf-16le",
  },
  {
    name: "latin-1",
    needs: ["iconv"],
    command:
      "(seq -f 'Bestätigung Nr. %g für Müller, Größe ähnlich' 900; echo 'FEHLER: Übertragung abgebrochen bei Nr. 901') | iconv -f utf-8 -t latin1",
  },
  {
    name: "strace-late",
    needs: ["strace", "perl"],
    command:
      'strace perl -MPOSIX -e \'for (1 .. 60) { stat("/etc/absent-$_") } open(F, "/etc/settings.conf") or do { for (1 .. 20) { mkdir("d$_") } exit 3 }\'',
  },
  { name: "dpkg-libraries", needs: ["dpkg"], command: "dpkg -l 'lib[a-l]*'" },
];

// What programs print that compare, simulate and check, and outputs of several commands.
const lines = (length, make) => `${Array.from({ length }, (_, index) => make(index)).join("\n")}\n`;

const RACE = `#include <pthread.h>
int berth[20]; int total;
void* add(void*p){long k=(long)p;for(int i=0;i<20;i++){berth[i]+=k;total+=berth[i];}return 0;}
int main(){pthread_t t[4];for(long i=0;i<4;i++)pthread_create(&t[i],0,add,(void*)i);for(int i=0;i<4;i++)pthread_join(t[i],0);return total>0?3:0;}
`;
const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="ships"><xs:complexType><xs:sequence>
<xs:element name="ship" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="tonnes" type="xs:integer"/></xs:sequence>
<xs:attribute name="id" type="xs:integer"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>
`;
const NOTEBOOK = `const cell = (at) => ({ cell_type: "code", execution_count: at, metadata: {}, outputs: [{ name: "stdout", output_type: "stream", text: [at + " rows\\n"] }], source: ["load(" + at + ")\\n", 'plot("tide ' + at + '")'] });
const text = JSON.stringify({ cells: Array.from({ length: 200 }, (_, at) => cell(at)), metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
console.log(text.slice(0, 20000) + "\\n… " + (text.length - 40000) + " characters truncated …\\n" + text.slice(-20000));
`;
const GIT =
  'git init -q .; for i in $(seq 40); do for f in a b c; do seq $i $((i + 30)) > $f.txt; done; git add -A; git commit -qm "Change the numbers for the $i. time"; done 2>/dev/null';

export const reportOutputs = [
  {
    name: "helgrind",
    needs: ["gcc", "valgrind"],
    files: { "r.c": RACE },
    command: "gcc -g r.c -o r -lpthread && valgrind --tool=helgrind ./r",
  },
  { name: "git-format-patch", needs: ["git"], command: `${GIT}; git format-patch --stdout -6` },
  {
    name: "diff-folders",
    needs: ["diff"],
    command:
      "mkdir a b; for i in $(seq 30); do seq 80 > a/f$i.txt; seq 80 | sed 40s/.*/forty/ > b/f$i.txt; done; rm b/f17.txt; echo new > b/fresh.txt; diff -ru a b",
  },
  {
    name: "xmllint-schema",
    needs: ["xmllint"],
    files: {
      "a.xsd": SCHEMA,
      "a.xml": `<ships>\n${lines(300, (at) => `<ship id="${at}"><tonnes>${at === 188 ? "heavy" : at * 7}</tonnes></ship>`)}</ships>\n`,
    },
    command: "xmllint --schema a.xsd a.xml",
  },
  {
    name: "tidy",
    needs: ["tidy"],
    files: {
      "a.html": `<html><body>\n${lines(90, (at) => `<p><b>row ${at}<p><img src=a${at}.png><quay>x</quay><table><tr><td>y</table>`)}`,
    },
    command: "tidy -e a.html",
  },
  {
    name: "several-commands",
    needs: ["git", "find"],
    command: `${GIT}; echo x >> a.txt; for c in 'git status --short' 'find .git -type f' 'ls -la .git/objects' 'git log --oneline' 'wc -l a.txt b.txt c.txt'; do echo "$ $c"; eval "$c"; done`,
  },
  {
    name: "apt-show",
    needs: ["apt-cache"],
    command:
      "apt-cache show bash git curl python3 coreutils | sed 's/^Maintainer: .*/Maintainer: Ada Example <ada@example.com>/'",
  },
  { name: "apt-simulate", needs: ["apt-get"], command: "apt-get -s install gnome-shell" },
  {
    name: "notebook-torn",
    needs: ["node"],
    files: { "make.mjs": NOTEBOOK },
    command: "node make.mjs",
  },
  {
    name: "csv-json-cells",
    needs: ["sqlite3"],
    command:
      "sqlite3 -csv -header :memory: \"with recursive n(i) as (select 1 union all select i+1 from n where i<400) select i as id, json_object('ship', 'S'||i, 'moored', json(iif(i=190,'false','true'))) as payload, date('2026-01-01','+'||(i%28)||' days') as day from n\"",
  },
  {
    name: "dot-svg",
    needs: ["dot"],
    files: {
      "g.dot": `digraph g {\n${lines(60, (at) => `n${at} [label="Quay ${at}"]; n${at} -> n${(at * 7 + 1) % 60};`)}}\n`,
    },
    command: "dot -Tsvg g.dot",
  },
];

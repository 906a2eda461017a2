// What checkers of sources, debuggers and linkers print.
const range = (length, make) => Array.from({ length }, (_, index) => make(index));
const lines = (length, make) => `${range(length, make).join("\n")}\n`;
const files = (length, name, text) =>
  Object.fromEntries(range(length, (index) => [name(index), text(index)]));

const PYTHON = files(
  40,
  (part) => `part${part}.py`,
  (part) => `import os\ndef f${part}(x: int) -> str:\n    return x\nprint(f${part}("a"), absent_${part})\n`,
);
const DEEP =
  "int deep(int n) { if (n == 0) { int *p = 0; return *p; } return deep(n - 1) + 1; }\nint main(void) { return deep(90); }\n";
const PLAY = `- hosts: localhost
  gather_facts: no
  tasks:
    - { name: make folders, command: "echo {{ item }}", loop: "{{ range(0, 60) | list }}" }
    - { name: start the berth service, command: /bin/false }
`;

export const checkerOutputs = [
  { name: "mypy", needs: ["mypy"], files: PYTHON, command: "mypy *.py" },
  { name: "flake8", needs: ["flake8"], files: PYTHON, command: "flake8 ." },
  {
    name: "yamllint",
    needs: ["yamllint"],
    files: files(
      60,
      (part) => `part${part}.yaml`,
      (part) => (part === 41 ? "a: [1\nb: 2\n" : "a:   1\nb: [1,2 ,3]\n"),
    ),
    command: "yamllint *.yaml",
  },
  {
    name: "shellcheck",
    needs: ["shellcheck"],
    files: files(
      30,
      (part) => `part${part}.sh`,
      (part) => `#!/bin/bash\nfor f in $(ls *.mp3); do rm $f; done\ncd $${part === 7 ? "" : 1}\n`,
    ),
    command: "shellcheck *.sh",
  },
  {
    name: "gdb",
    needs: ["gcc", "gdb"],
    files: { "all.c": DEEP },
    command: "gcc -g all.c -o all && gdb -batch -ex run -ex bt ./all",
  },
  {
    name: "linker",
    needs: ["gcc"],
    files: {
      "all.c": `${lines(60, (part) => `int absent_${part}(void); int f${part}(void) { return absent_${part}(); }`)}int main(void) { return 0; }\n`,
    },
    command: "gcc all.c -o all",
  },
  {
    name: "ansible",
    needs: ["ansible-playbook"],
    files: { "play.yml": PLAY },
    command: "ansible-playbook play.yml -v",
  },
  {
    name: "shell-trace",
    needs: ["bash"],
    command: "bash -x -c 'for i in $(seq 1 300); do [ $i -eq 250 ] && ls ./absent-folder; true; done'",
  },
];

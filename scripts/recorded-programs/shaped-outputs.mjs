// Outputs whose shape once hid what they say: struck letters, errors behind values, what is unlike many others.
const EVENTS = `for (let i = 0; i < 900; i += 1) console.log(JSON.stringify({ id: "m" + i, type: i === 899 ? "result" : "step", revoked: i === 411, lag: i === 633 ? 98123 : i % 40, ...(i === 899 ? { subtype: "error_max_turns", total_cost_usd: 1.25 } : {}) }));
`;

const CONSOLE = `const jobs = Array.from({ length: 90 }, (_, id) => ({ id, name: "job " + id, state: id === 61 ? "timed out" : "done", at: new Date(1767225600000) }));
console.dir({ status: "failed", reason: new Error("tide gate 4 stuck"), jobs, seen: new Map([["a", 1]]) }, { depth: 5, maxArrayLength: null });
`;

const MESSAGE = `from email.message import EmailMessage
mail = EmailMessage()
mail["Subject"] = "Berth contract"
mail["From"] = "ada@example.com"
mail.set_content("Dear all,\\nthe contract ends on 30 June.\\n")
mail.add_attachment(bytes((k * k * 31) % 251 for k in range(12000)), maintype="application", subtype="pdf", filename="contract.pdf")
print(mail.as_string().replace(mail.get_boundary(), "b1"))
`;

export const shapedOutputs = [
  { name: "man-struck", needs: ["man", "jq"], command: "MAN_KEEP_FORMATTING=1 man jq | head -700" },
  {
    name: "jq-parse-error",
    needs: ["jq"],
    command: 'for i in $(seq 250); do echo "{\\"berth\\":$i}"; done | jq -c .; echo \'{"berth":1,}\' | jq .',
  },
  { name: "json-lines-unlike", needs: ["node"], files: { "events.mjs": EVENTS }, command: "node events.mjs" },
  { name: "console-dir", needs: ["node"], files: { "jobs.mjs": CONSOLE }, command: "node jobs.mjs" },
  { name: "mail", needs: ["python3"], files: { "mail.py": MESSAGE }, command: "python3 mail.py" },
  {
    name: "git-merge",
    needs: ["git"],
    command:
      'git init -q -b main .; export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z; for i in $(seq 60); do seq 40 > f$i.txt; done; git add -A; git commit -qm base; git checkout -qb other; sed -i "20s/.*/other/" f*.txt; git commit -qam other; git checkout -q main; sed -i "20s/.*/ours/" f*.txt; git commit -qam ours; git merge other; git diff',
  },
  {
    name: "kubectl-yaml",
    needs: ["kubectl"],
    command:
      "for i in $(seq 30); do kubectl create deployment part$i --image=quay.example/part$i:1.$i --dry-run=client -o yaml; echo ---; done",
  },
  {
    name: "node-page",
    needs: ["node"],
    command: "cat /usr/share/doc/nodejs/api/string_decoder.html",
  },
];

// Draws docs/demo.svg: what `npm run demo` prints, as a terminal shows it. Run it on a built clone.
// node scripts/draw-demo.mjs          runs the demo and writes the picture
// node scripts/draw-demo.mjs --check  fails if the picture no longer shows what the demo prints
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const picture = `${root}docs/demo.svg`;

const CHARACTER_WIDTH = 7.8;
const LINE_HEIGHT = 19;
const MARGIN = 18;
const TITLE_BAR = 30;

/** What a terminal colours, and the class of the style sheet below. A pipe gets no colours, so they are put back here. */
const PAINTED = [
  [/^A synthetic agent session/, "bold"],
  [/█{34,}/, "red"],
  [/█{20,33}/, "yellow"],
  [/█+/, "green"],
  [/→ [\d,]+/, "cyan"],
  [/^No request was larger than the window\.$/, "bold green"],
  [/^A request was larger than the window\.$/, "bold red"],
];

const STYLE_SHEET = `
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d0d7de; white-space: pre; }
    .bold { font-weight: 700; }
    .red { fill: #ff7b72; }
    .green { fill: #56d364; }
    .yellow { fill: #e3b341; }
    .cyan { fill: #56d4dd; }
    .title { fill: #8b949e; }`;

function demoOutput() {
  const run = spawnSync(process.execPath, [`${root}packages/cli/bin/compactctl.js`, "demo"], {
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`The demo failed (exit code ${run.status}):\n${run.stderr}`);
  return run.stdout.trimEnd().split("\n");
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The runs of a line that share a style, each with the column it starts at. */
function styledRuns(line, column = 0) {
  if (line === "") return [];
  for (const [pattern, style] of PAINTED) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const end = match.index + match[0].length;
    return [
      ...styledRuns(line.slice(0, match.index), column),
      { text: match[0], style, column: column + match.index },
      ...styledRuns(line.slice(end), column + end),
    ];
  }
  return [{ text: line, style: "", column }];
}

const position = (column) => (MARGIN + column * CHARACTER_WIDTH).toFixed(1);

function drawnLine(line, index) {
  const y = TITLE_BAR + MARGIN + (index + 0.8) * LINE_HEIGHT;
  const spans = styledRuns(line).map(({ text, style, column }) => {
    const name = style === "" ? "" : ` class="${style}"`;
    const length = (text.length * CHARACTER_WIDTH).toFixed(1);
    return `<tspan x="${position(column)}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${name}>${escaped(text)}</tspan>`;
  });
  return spans.length === 0
    ? ""
    : `  <text xml:space="preserve" y="${y.toFixed(1)}">${spans.join("")}</text>\n`;
}

function draw(lines) {
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * CHARACTER_WIDTH + 2 * MARGIN);
  const height = Math.ceil(TITLE_BAR + lines.length * LINE_HEIGHT + 2 * MARGIN);
  const lights = ["#ff5f57", "#febc2e", "#28c840"]
    .map((colour, index) => `<circle cx="${18 + index * 18}" cy="16" r="5.5" fill="${colour}"/>`)
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What the demo prints: a long agent session, compacted whenever its window fills up">
  <style>${STYLE_SHEET}
  </style>
  <rect width="${width}" height="${height}" rx="9" fill="#0d1117"/>
  ${lights}
  <text class="title" x="${width / 2}" y="20" text-anchor="middle">npm run demo</text>
${lines.map(drawnLine).join("")}</svg>
`;
}

const drawn = draw(demoOutput());
if (!process.argv.includes("--check")) writeFileSync(picture, drawn);
else if (readFileSync(picture, "utf8") !== drawn) {
  console.error("docs/demo.svg shows another run. Draw it again: node scripts/draw-demo.mjs");
  process.exitCode = 1;
}

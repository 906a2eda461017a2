import { describe, expect, it } from "vitest";
import { makeEvidence } from "./make-evidence.js";
import { notebookText } from "./notebook-text.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const code = (number: number | null, source: string, outputs: object[]): object => ({
  cell_type: "code",
  execution_count: number,
  metadata: {},
  source: source.split(/(?<=\n)/),
  outputs,
});
const notebook = (cells: readonly object[]): string =>
  JSON.stringify(
    { cells, metadata: { kernelspec: { name: "python3" } }, nbformat: 4, nbformat_minor: 5 },
    null,
    1,
  );

describe("notebookText", () => {
  it("has the cells with what they printed, and names what is no text", () => {
    const text = notebook([
      { cell_type: "markdown", metadata: {}, source: ["# Tides\n", "of the harbour"] },
      code(3, "load()\nplot()", [
        { output_type: "stream", name: "stdout", text: ["7 rows\n"] },
        { output_type: "display_data", data: { "image/png": "iVBORw0KGgo", "text/plain": ["<Figure>"] } },
      ]),
      code(null, "later()", []),
    ]);
    expect(notebookText(text)).toBe(
      "# Tides\nof the harbour\n\nIn [3]: # cell 1\nload()\nplot()\n7 rows\n<Figure>\n(image/png)\n\nIn [ ]: # cell 2\nlater()",
    );
  });

  it("keeps what went wrong, with the cell, among many cells with pictures", () => {
    const picture = { output_type: "display_data", data: { "image/png": "iVBORw0KGgo".repeat(300) } };
    const failure = {
      output_type: "error",
      ename: "ValueError",
      evalue: "Input contains NaN in column level_17",
      traceback: [
        "\u001b[0;31mValueError\u001b[0m Traceback",
        "ValueError: Input contains NaN in column level_17",
      ],
    };
    const cells = [...Array(30).keys()].map((at) =>
      code(at, `model${at}.fit(tides${at})`, at === 17 ? [failure] : [picture]),
    );
    const { text } = makeEvidence({ text: notebook(cells) }, { maxTokens: 300, count });
    expect(text).toContain("ValueError: Input contains NaN in column level_17");
    expect(text).toContain("model0.fit(tides0)");
    expect(text).not.toContain("iVBOR");
  });

  it.each([
    ["in lines", 1],
    ["in one line", undefined],
  ])("has all cells that are whole of a notebook %s that was cut in the middle", (_, indent) => {
    const said = (at: number): object => ({ output_type: "stream", name: "stdout", text: [`row ${at}\n`] });
    const cells = [...Array(40).keys()].map((at) => code(at, `load(${at})\nplot("tide ${at}")`, [said(at)]));
    const whole = JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, indent);
    const middle = whole.indexOf("tide 20");
    const text = `${whole.slice(0, middle)}\n… 4000 characters truncated …\n${whole.slice(middle + 1_400)}`;
    const shown = notebookText(text) ?? "";
    for (const at of [0, 7, 19, 39]) expect(shown).toContain(`load(${at})\nplot("tide ${at}")\nrow ${at}`);
    expect(shown).toContain("4000 characters truncated");
    expect(notebookText(whole.slice(0, middle))).toContain('load(19)\nplot("tide 19")');
  });

  it("reads tens of thousands of marks of cells that there are not", () => {
    const [without, opened] = ['"cell_type": "x",', '{"cell_type": {'].map((mark) => mark.repeat(40_000));
    expect(notebookText(`{"cells":[${without}`)).toContain("cell_type");
    expect(notebookText(`{"cells": "cell_type": "x", ${opened}`)).toContain("cell_type");
  });

  it.each(['{"cells": 3}', '{"cells": [{"source": "cell_type"', '{"metadata": {}}', "cells"])(
    "leaves %s alone",
    (text) => expect(notebookText(text)).toBeUndefined(),
  );

  it("reads cells of any shape", () => {
    expect(
      notebookText('{"cells": [null, {"cell_type": "code", "source": 3, "outputs": [1, {"data": 2}]}]}'),
    ).toBe("\n\nIn [ ]: # cell 1");
  });
});

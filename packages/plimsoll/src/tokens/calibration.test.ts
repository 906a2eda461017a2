import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyCalibration, calibrate, createCalibration } from "./calibration.js";

describe("calibrate", () => {
  it("starts without a correction", () => {
    expect(createCalibration()).toEqual({ factor: 1, observations: 0 });
  });

  it("takes the first report as it is", () => {
    const state = calibrate(createCalibration(), { estimated: 1000, reported: 1300 });
    expect(state).toEqual({ factor: 1.3, observations: 1 });
  });

  it("moves a fifth of the way on later reports", () => {
    const first = calibrate(createCalibration(), { estimated: 1000, reported: 1000 });
    expect(calibrate(first, { estimated: 1000, reported: 1500 }).factor).toBeCloseTo(1.1, 10);
  });

  it("limits a single step", () => {
    const first = calibrate(createCalibration(), { estimated: 1000, reported: 500 });
    expect(calibrate(first, { estimated: 1000, reported: 9000 }).factor).toBeCloseTo(0.65, 10);
  });

  it("leaves the state that it is given unchanged", () => {
    const first = Object.freeze(calibrate(createCalibration(), { estimated: 1000, reported: 1200 }));
    calibrate(first, { estimated: 1000, reported: 900 });
    expect(first).toEqual({ factor: 1.2, observations: 1 });
  });

  it.each([
    ["no estimate", 0, 1000],
    ["a negative estimate", -10, 1000],
    ["an estimate that is no number", Number.NaN, 1000],
    ["no reported tokens", 1000, 0],
    ["negative reported tokens", 1000, -1000],
    ["reported tokens that are no number", 1000, Number.NaN],
    ["endless reported tokens", 1000, Number.POSITIVE_INFINITY],
    ["a report too small to say anything", 100, 49],
  ])("ignores %s", (_, estimated, reported) => {
    const state = createCalibration();
    expect(calibrate(state, { estimated, reported })).toBe(state);
  });

  it("stays between 0.5 and 2 whatever is reported, and settles on a steady ratio", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double(), fc.double())),
        fc.double({ min: 0.6, max: 1.9, noNaN: true }),
        (reports, ratio) => {
          let state = createCalibration();
          for (const [estimated, reported] of reports) {
            state = calibrate(state, { estimated, reported });
            expect(state.factor).toBeGreaterThanOrEqual(0.5);
            expect(state.factor).toBeLessThanOrEqual(2);
          }
          for (let turn = 0; turn < 60; turn++)
            state = calibrate(state, { estimated: 1000, reported: 1000 * ratio });
          expect(state.factor).toBeCloseTo(ratio, 3);
        },
      ),
    );
  });
});

describe("applyCalibration", () => {
  it("scales an estimate and rounds it up", () => {
    expect(applyCalibration(1.25, 101)).toBe(127);
    expect(applyCalibration(1, 101)).toBe(101);
  });
});

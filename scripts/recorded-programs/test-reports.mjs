// Runs of the small shop whose reports are written for programs, or in forms of their own.
import {
  batsTests,
  catchTests,
  checkTests,
  cmakeTests,
  cramTests,
  cucumberTests,
  describedTests,
  elixirTests,
  goTests,
  listedTests,
  luaTests,
  mesonTests,
  pythonTests,
  rspecTests,
  testthatTests,
} from "./test-projects.mjs";

const LINK = (program) => `ln -s "$(dirname "$(dirname "$(command -v ${program})")")" node_modules;`;
const STEPS = {
  "features/step_definitions/steps.rb":
    "Given('a shop') {}\nThen('it works') {}\nThen(/^it breaks with \"(.*)\"$/) { |message| raise message }\n",
};

export const testReports = [
  {
    name: "rspec-json",
    needs: ["rspec"],
    files: rspecTests(),
    command: "rspec -f json",
  },
  {
    name: "mocha-json",
    needs: ["mocha"],
    files: describedTests(".spec.cjs", ""),
    command: "mocha --reporter json '*.spec.cjs'",
  },
  {
    name: "jest-json",
    needs: ["jest"],
    files: { "package.json": "{}", ...describedTests(".test.js", "") },
    command: "jest --json",
  },
  {
    name: "playwright-json",
    needs: ["playwright"],
    files: listedTests(".spec.cjs", {
      head: "const { test } = require('@playwright/test');",
      write: (title, body) => `test(${title}, async () => { ${body} });`,
    }),
    command: `${LINK("playwright")} playwright test --workers=1 --reporter=json`,
  },
  {
    name: "pytest-junit",
    needs: ["python3", "pytest"],
    files: pythonTests(""),
    command:
      "python3 -m pytest -p no:cacheprovider -q --tb=no --junitxml=report.xml > /dev/null; cat report.xml",
  },
  {
    name: "go-test-json",
    needs: ["go"],
    files: goTests(),
    command: "GOFLAGS=-mod=mod GOCACHE=$PWD/.cache go test -json ./...",
  },
  { name: "bats-junit", needs: ["bats"], files: batsTests(), command: "bats -F junit *.bats" },
  { name: "cucumber", needs: ["cucumber"], files: { ...cucumberTests(), ...STEPS }, command: "cucumber" },
  {
    name: "cucumber-json",
    needs: ["cucumber"],
    files: { ...cucumberTests(), ...STEPS },
    command: "cucumber -f json",
  },
  {
    name: "catch2-xml",
    needs: ["g++"],
    files: catchTests(),
    command: "g++ -O0 all.cpp -o run && ./run -r xml",
  },
  {
    name: "check",
    needs: ["gcc", "pkg-config"],
    files: checkTests(),
    command: "gcc all.c $(pkg-config --cflags --libs check) -o run && CK_VERBOSITY=verbose ./run",
  },
  {
    name: "ctest-verbose",
    needs: ["cmake", "ctest"],
    files: cmakeTests(),
    command: "cmake -B build . > /dev/null; cd build; ctest -V",
  },
  {
    name: "meson",
    needs: ["meson", "ninja"],
    files: mesonTests(),
    command: "meson setup build > /dev/null; meson test -C build --print-errorlogs",
  },
  { name: "cram", needs: ["python3"], files: cramTests(), command: "/usr/bin/python3 -m cram *.t" },
  { name: "busted", needs: ["busted"], files: luaTests(), command: "busted -o gtest" },
  { name: "exunit", needs: ["mix"], files: elixirTests(), command: "mix test" },
  {
    name: "testthat",
    needs: ["Rscript"],
    files: testthatTests(),
    command: `Rscript -e 'library(testthat); try(test_dir("tests", reporter = "check"))'`,
  },
];

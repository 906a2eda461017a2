// A small shop with 72 tests in three files, 24 of which fail with eight different messages, written for one runner.
const FILES = ["orders", "billing", "shipping"];
const SUITES = ["Cart", "Ledger"];
const TITLES = [
  "adds tax once",
  "rounds half up",
  "keeps currency",
  "rejects negatives",
  "merges lines",
  "drops zero lines",
  "sorts by date",
  "splits parcels",
  "prints totals",
  "caps discount",
  "reads legacy rows",
  "retries twice",
];
const FAILING = new Set([1, 4, 7, 10]);
const MESSAGES = [
  "total mismatch for customer 17",
  "missing rate table for zone EU-4",
  "ledger is locked by session 9f3a",
  "cannot parse 2024-13-01 as a date",
  "negative weight -3.5 in parcel B",
  "duplicate invoice number 20417",
  "rounding drift above 0.01",
  "unknown currency code XQZ",
];
/** What failing tests print: it looks like a failure and is none. */
const QUOTED = "FAILED test_quoted_inner - AssertionError: quoted only";

let failures = 0;
const TESTS = FILES.flatMap((file) =>
  SUITES.flatMap((suite) =>
    TITLES.map((title, index) => {
      const message = FAILING.has(index) ? MESSAGES[failures++ % MESSAGES.length] : undefined;
      return { file, suite, title, message };
    }),
  ),
);

const snake = (title) => title.replaceAll(" ", "_");
const pascal = (text) => text.replace(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase());
const quote = (text) => JSON.stringify(text);
const whole = ({ file, suite, title }) => `${suite} ${file} ${title}`;
const bySuite = (file, write) =>
  SUITES.map((suite) =>
    write(
      suite,
      TESTS.filter((test) => test.file === file && test.suite === suite),
    ),
  ).join("\n");
const perFile = (name, write) =>
  Object.fromEntries(
    FILES.map((file) => [
      name(file),
      write(
        file,
        TESTS.filter((test) => test.file === file),
      ),
    ]),
  );

const throws = ({ message }) =>
  message === undefined ? "" : `console.log('${QUOTED}'); throw new Error(${quote(message)});`;

/** Runners with describe and it. */
export const describedTests = (ending, imports) =>
  perFile(
    (file) => `${file}${ending}`,
    (file) =>
      `${imports}\n${bySuite(
        file,
        (suite, tests) =>
          `describe('${file} ${suite}',()=>{\n${tests.map((test) => `  it('${file} ${test.title}',()=>{ ${throws(test)} });`).join("\n")}\n});`,
      )}`,
  );

/** Runners with a list of tests; `write` makes one of a title and its body. */
export const listedTests = (ending, { head, write, tail = "" }) =>
  perFile(
    (file) => `${file}${ending}`,
    (_, tests) =>
      `${head}\n${tests.map((test) => write(`'${whole(test)}'`, throws(test), test)).join("\n")}\n${tail}\n`,
  );

export const pythonTests = (base) =>
  perFile(
    (file) => `test_${file}.py`,
    (file) =>
      `import unittest\n\n${bySuite(
        file,
        (suite, tests) =>
          `class Test${suite}${base}:\n${tests.map(({ title, message }) => `    def test_${file}_${snake(title)}(self):\n        ${message === undefined ? "pass" : `print('${QUOTED}'); raise ValueError(${quote(message)})`}`).join("\n")}\n`,
      )}`,
  );

export const goTests = () => ({
  "go.mod": "module example.test/shop\n\ngo 1.19\n",
  ...perFile(
    (file) => `${file}/${file}_test.go`,
    (file, tests) =>
      `package ${file}\nimport ("testing"; "fmt")\n${tests
        .map(
          ({ suite, title, message }) =>
            `func Test${suite}${pascal(file)}${pascal(title)}(t *testing.T) { ${message === undefined ? "" : `fmt.Println(${quote(QUOTED)}); t.Fatalf(${quote(message)})`}; _ = fmt.Sprint() }`,
        )
        .join("\n")}\n`,
  ),
});

export const rustTests = () => ({
  "Cargo.toml": '[package]\nname="shop"\nversion="0.1.0"\nedition="2021"\n',
  "src/lib.rs": FILES.map((file) =>
    bySuite(
      file,
      (suite, tests) =>
        `#[cfg(test)] mod ${file}_${suite.toLowerCase()} {\n${tests.map(({ title, message }) => `  #[test] fn ${snake(title)}() { ${message === undefined ? "" : `println!(${quote(QUOTED)}); panic!(${quote(message)});`} }`).join("\n")}\n}`,
    ),
  ).join("\n"),
});

const rubyBody = ({ message }) =>
  message === undefined ? "" : `puts ${quote(QUOTED)}; raise ArgumentError, ${quote(message)}`;

export const rspecTests = () =>
  perFile(
    (file) => `spec/${file}_spec.rb`,
    (file) =>
      bySuite(
        file,
        (suite, tests) =>
          `RSpec.describe '${file} ${suite}' do\n${tests.map((test) => `  it '${file} ${test.title}' do\n    ${rubyBody(test)}\n  end`).join("\n")}\nend`,
      ),
  );

export const rubyTests = (library, base) =>
  perFile(
    (file) => `test_${file}.rb`,
    (file) =>
      `require '${library}'\n${bySuite(
        file,
        (suite, tests) =>
          `class Test${pascal(file)}${suite} < ${base}\n${tests.map((test) => `  def test_${file}_${snake(test.title)}\n    ${rubyBody(test) || "assert true"}\n  end`).join("\n")}\nend`,
      )}`,
  );

export const phpTests = () =>
  Object.fromEntries(
    FILES.flatMap((file) =>
      SUITES.map((suite) => {
        const tests = TESTS.filter((test) => test.file === file && test.suite === suite);
        const name = `${pascal(file)}${suite}Test`;
        const methods = tests.map(
          ({ title, message }) =>
            `  public function test${pascal(title)}() { ${message === undefined ? "$this->assertTrue(true);" : `throw new RuntimeException(${quote(message)});`} }`,
        );
        return [
          `${name}.php`,
          `<?php\nuse PHPUnit\\Framework\\TestCase;\nclass ${name} extends TestCase {\n${methods.join("\n")}\n}\n`,
        ];
      }),
    ),
  );

export const perlTests = () =>
  perFile(
    (file) => `t/${file}.t`,
    (_, tests) =>
      `use Test::More;\n${tests.map((test) => `ok(${test.message === undefined ? 1 : 0}, '${whole(test)}')${test.message === undefined ? ";" : ` or diag(${quote(test.message)});`}`).join("\n")}\ndone_testing();\n`,
  );

export const batsTests = () =>
  perFile(
    (file) => `${file}.bats`,
    (_, tests) =>
      `${tests.map((test) => `@test "${whole(test)}" {\n  ${test.message === undefined ? "true" : `echo "${test.message}"; false`}\n}`).join("\n")}\n`,
  );

export const googleTests = () =>
  perFile(
    (file) => `${file}.cpp`,
    (file, tests) =>
      `#include <gtest/gtest.h>\n${tests.map(({ suite, title, message }) => `TEST(${suite}${pascal(file)}, ${pascal(title)}) { ${message === undefined ? "" : `FAIL() << ${quote(message)};`} }`).join("\n")}\n`,
  );

export const cucumberTests = () =>
  perFile(
    (file) => `features/${file}.feature`,
    (file, tests) =>
      `Feature: ${file}\n\n${tests.map((test) => `  Scenario: ${whole(test)}\n    Given a shop\n    Then it ${test.message === undefined ? "works" : `breaks with "${test.message}"`}\n`).join("\n")}`,
  );

export const catchTests = () => ({
  "all.cpp": `#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#include <stdexcept>\n${TESTS.map((test) => `TEST_CASE("${whole(test)}") { ${test.message === undefined ? "REQUIRE(1 == 1);" : `throw std::runtime_error(${quote(test.message)});`} }`).join("\n")}\n`,
});

const identifier = (test) => snake(whole(test));

export const checkTests = () => ({
  "all.c": `#include <check.h>\n${TESTS.map((test) => `START_TEST(${identifier(test)}) { ${test.message === undefined ? "" : `ck_abort_msg(${quote(test.message)});`} } END_TEST`).join("\n")}
int main(void) { Suite *s = suite_create("shop"); TCase *c = tcase_create("core"); ${TESTS.map((test) => `tcase_add_test(c, ${identifier(test)});`).join(" ")} suite_add_tcase(s, c); SRunner *r = srunner_create(s); srunner_run_all(r, CK_ENV); return srunner_ntests_failed(r); }\n`,
});

const shellTest = () =>
  `case "$1" in\n${TESTS.filter(({ message }) => message !== undefined)
    .map((test) => `${identifier(test)}) echo "Error: ${test.message}"; exit 1;;`)
    .join("\n")}\nesac\necho fine\n`;

export const cmakeTests = () => ({
  "test.sh": shellTest(),
  "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)\nproject(shop NONE)\nenable_testing()\n${TESTS.map((test) => `add_test(NAME ${identifier(test)} COMMAND sh \${CMAKE_SOURCE_DIR}/test.sh ${identifier(test)})`).join("\n")}\n`,
});

export const mesonTests = () => ({
  "test.sh": shellTest(),
  "meson.build": `project('shop')\n${TESTS.map((test) => `test('${whole(test)}', find_program('sh'), args: [files('test.sh'), '${identifier(test)}'])`).join("\n")}\n`,
});

export const cramTests = () =>
  Object.fromEntries(
    TESTS.map((test) => [`${identifier(test)}.t`, `  $ echo "${test.message ?? "fine"}"\n  fine\n`]),
  );

export const luaTests = () =>
  perFile(
    (file) => `spec/${file}_spec.lua`,
    (file, tests) =>
      `describe('${file}', function()\n${tests.map((test) => `  it('${whole(test)}', function() ${test.message === undefined ? "" : `error(${quote(test.message)})`} end)`).join("\n")}\nend)\n`,
  );

export const elixirTests = () => ({
  "mix.exs":
    'defmodule Shop.MixProject do\n  use Mix.Project\n  def project, do: [app: :shop, version: "0.1.0"]\nend\n',
  "test/test_helper.exs": "ExUnit.start(colors: [enabled: false], seed: 1)\n",
  ...perFile(
    (file) => `test/${file}_test.exs`,
    (file, tests) =>
      `defmodule ${pascal(file)}Test do\n  use ExUnit.Case\n${tests.map((test) => `  test "${whole(test)}" do\n    ${test.message === undefined ? "assert true" : `raise ${quote(test.message)}`}\n  end`).join("\n")}\nend\n`,
  ),
});

export const testthatTests = () =>
  perFile(
    (file) => `tests/test-${file}.R`,
    (_, tests) =>
      `${tests.map((test) => `test_that("${whole(test)}", { ${test.message === undefined ? "expect_true(TRUE)" : `stop(${quote(test.message)})`} })`).join("\n")}\n`,
  );

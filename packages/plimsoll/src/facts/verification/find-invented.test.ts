import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import { findInvented } from "./find-invented.js";
import { viewTexts } from "./view-texts.js";

const SOURCE = [
  "User: please refund order #W8492013 and email anna.k@example.com. The deadline is 2031-04-17.",
  "请修改 src/config/parse-settings.ts，端口从 8080 改为 9090，提交 72a7e58f00d1c2b3。",
  "Error in packages/app/src/loadUser.ts:214, request id req_9fK3x77Q, took 1,204,551 ms, see https://example.com/t/4711?x=1",
  "SHA256 of build-20310417.tar.gz; total_count = 5; parse_config() failed in v1.24.3; account 00481516234200",
];

const invented = (summary: string): string[] => findInvented(summary, SOURCE).map(({ value }) => value);

describe("findInvented", () => {
  it("finds ids, hashes, paths, addresses, numbers, versions and names that the source does not have", () => {
    expect(invented("Order #W8492018 was refunded; commit 72a7e58f01.")).toEqual(["W8492018", "72a7e58f01"]);
    expect(invented("改了 src/config/parse-setting.ts，端口 9091。")).toEqual([
      "src/config/parse-setting.ts",
      "9091",
    ]);
    expect(invented("See https://example.com/t/4712?x=1, now v1.24.4, mail anna.k@example.org.")).toEqual([
      "https://example.com/t/4712?x=1",
      "v1.24.4",
      "anna.k@example.org",
    ]);
    expect(invented("Call parse_confg() in loadUsers, due 2031-04-18.")).toEqual([
      "parse_confg",
      "loadUsers",
      "2031-04-18",
    ]);
  });

  it("leaves alone what a summary may write by itself", () => {
    const own =
      "1. Read and/or write: 24-hour limit, 3rd step, phase2, 300ms, 1.5GB, 85%, 12/40 passed, CI/CD on GitHub with Node.js.\n" +
      "2. In JavaScript (e.g. step-2) lines 100-200. Sha-256, sha256, Parse_config, 1204551ms\n" +
      "[… 123456 of 987654 characters left out …]\n[covers 4312 archived items, item_0123456789abcdef0123456789abcdef to item_fedcba9876543210fedcba9876543210]\n" +
      "[9876 earlier items left the window without a summary; they are archived.]";
    expect(invented(own)).toEqual([]);
  });

  it("knows parts of what the source has, but no number cut out of a longer one", () => {
    expect(invented("parse-settings.ts, config/parse-settings.ts, commit 72a7e58, W8492013")).toEqual([]);
    expect(invented("The account is 1516 in all.")).toEqual(["1516"]);
    expect(invented("Account no. 1516")).toEqual(["1516"]);
    expect(invented("account 0048")).toEqual([]);
  });

  it("sees through the escapes of JSON in arguments and results", () => {
    const view = {
      ...EMPTY_VIEW,
      calls: [
        {
          callId: "c1",
          name: "edit",
          arguments: String.raw`{"file":"C:\\code\\app_main.ts","text":"a\norder_77123\tb"}`,
        },
      ],
    };
    const found = findInvented(
      String.raw`C:\code\app_main.ts holds order_77123; C:\code\app_name.ts`,
      viewTexts([view]),
    );
    expect(found.map(({ value }) => value)).toEqual([String.raw`C:\code\app_name.ts`.replace("C:\\", "")]);
  });

  it("names the end of an unknown path that the source has", () => {
    const [found] = findInvented("changed /srv/other/src/config/parse-settings.ts", SOURCE);
    expect(found).toMatchObject({ knownEnd: "src/config/parse-settings.ts", start: 9 });
  });

  it("takes hostile texts in its stride", () => {
    const hostile = [
      `a${".".repeat(200_000)}a`,
      "1".repeat(200_000),
      "a/".repeat(100_000),
      "x_".repeat(100_000),
      Array.from({ length: 20_000 }, (_, index) => `${index + 10_000} id-${index}x7`).join(" "),
      "[… ".repeat(50_000),
    ];
    for (const summary of hostile) expect(findInvented(summary, [summary])).toEqual([]);
    expect(findInvented(hostile.join("\n"), SOURCE).length).toBeGreaterThan(20_000);
  });

  it("never calls anything invented that stands in an excerpt of the source", () => {
    const word = fc.oneof(
      fc.stringMatching(/^[A-Z]{2,4}-?\d{3,9}$/),
      fc.stringMatching(/^[0-9a-f]{7,20}$/),
      fc.stringMatching(/^(?:[a-z]{2,6}\/){1,3}[a-z]{2,6}[A-Z]?\d{0,3}\.[a-z]{2,3}$/),
      fc.stringMatching(/^[a-z]{2,5}_[a-z0-9]{2,8}$/),
      fc.stringMatching(/^\d{1,12}(?:\.\d{1,4})?$/),
      fc.stringMatching(/^https:\/\/[a-z]{3,8}\.com\/[a-z0-9/=&?]{0,12}$/),
      fc.constantFrom("端口", "the", "order，", "(see", "\n", "\n- ", ":", "…", "=", "don't", "\\n", "\t"),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(2_000), { minLength: 4, maxLength: 8 }),
        (words, cuts) => {
          const source = words.join(" ");
          const excerpts = cuts.slice(1).map((cut, index) => {
            const [from, to] = [cut % source.length, (cuts[index] ?? 0) % source.length].sort(
              (a, b) => a - b,
            );
            return source.slice(from, to);
          });
          expect(findInvented(excerpts.join("\n"), [source])).toEqual([]);
        },
      ),
      { numRuns: scaled(400) },
    );
  });

  it("finds a real id of which one digit is changed", () => {
    const id = fc.oneof(
      fc.stringMatching(/^[A-Z]{2,4}-\d{4,9}$/),
      fc.stringMatching(/^\d{6,12}$/),
      fc.stringMatching(/^[a-z]{3}_[0-9a-f]{8,16}[0-9]$/),
      fc.stringMatching(/^[a-z]{3,6}\/[a-z]{3,6}\d{2,4}\.ts$/),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        (ids, pick, change) => {
          const real = ids[pick % ids.length] as string;
          const places = [...real.matchAll(/\d/g)].map(({ index }) => index);
          const at = places[change % places.length] as number;
          const wrong = real.slice(0, at) + ((Number(real[at]) + 1 + (change % 9)) % 10) + real.slice(at + 1);
          const source = ids.map((value) => `item ${value} is here`).join("\n");
          fc.pre(!source.includes(wrong));
          const summary = `We saw ${ids[0]} and then ${wrong} once.`;
          expect(findInvented(summary, [source]).map(({ value }) => value)).toEqual([wrong]);
        },
      ),
      { numRuns: scaled(300) },
    );
  });
});

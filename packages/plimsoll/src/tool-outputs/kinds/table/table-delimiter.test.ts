import { describe, expect, it } from "vitest";
import { tableDelimiter } from "./table-delimiter.js";

describe("tableDelimiter", () => {
  it("finds commas, tabs and semicolons, and ignores those in quotes", () => {
    expect(tableDelimiter('a,b,c\n1,"x,y",3\n4,5,6\n7,8,9\n')).toBe(",");
    expect(tableDelimiter("a\tb\n1\t2\n3\t4\n5\t6\n")).toBe("\t");
    expect(tableDelimiter("编号,船名,状态\n1,海星,正常\n2,海燕,扣押\n3,海鸥,正常\n")).toBe(",");
    expect(tableDelimiter("a;b;c\n1;2;3\n3;4;5\n5;6;7\n")).toBe(";");
  });

  it("finds none in prose and code", () => {
    expect(tableDelimiter("one, two\nthree\nfour, five, six\nseven\neight\n")).toBeUndefined();
    expect(tableDelimiter("f(a, b, c);\nf(a, b, c);\nf(a, b, c);\nf(a, b, c);\n")).toBeUndefined();
  });
});

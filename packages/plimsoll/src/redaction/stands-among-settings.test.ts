import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";

const redactor = createRedactor();

describe("a password that is a word", () => {
  it.each([
    ["YAML", "db:\n  password: correcthorse\n  user: app\n"],
    ["the last line of YAML", "db:\n  user: app\n  password: correcthorse"],
    ["YAML in a call's arguments", JSON.stringify({ text: "db:\n  password: correcthorse\n  user: app\n" })],
    ["an INI file", "[db]\npassword = correcthorse\nuser = app\n"],
    ["a properties file", "spring.datasource.url=db\nspring.datasource.password=correcthorse\n"],
    ["a flag", "tool --password=correcthorse --host db"],
    ["a list of arguments", JSON.stringify({ command: ["tool", "--password", "correcthorse"] })],
    ["a connection string", "Server=db;User Id=sa;Password=correcthorse;Database=x"],
    ["a build file", "FROM base\nENV DB_PASSWORD correcthorse\n"],
    ["a container's variables", "env:\n  - name: DB_PASSWORD\n    value: correcthorse\n"],
  ])("is found in %s", (_place, text) => {
    expect(redactor.text(text)).toBe(text.replace("correcthorse", "[REDACTED:password]"));
  });

  it.each([
    ["an object", "const user = {\n  name: given,\n  password: hashed\n};"],
    ["a call", "connect(\n  host=server,\n  password=chosen,\n)"],
    ["a type", "interface User {\n  name: string;\n  password: string;\n}"],
    ["prose", "The password: always different. Forgot your password: write to us."],
    ["a sentence on a line", "Login\npassword: forgotten, so ask for another\n"],
    ["a list of flags", "opts='--no-ask-password --scope --unit'"],
    ["a list of names", 'complete "username= message= passphrase= password= version="'],
    ["a type with parameters", "function derive(\n  password: TArg<KDFInput>,\n  salt: TArg<KDFInput>,\n)"],
    ["a copy", "if (found)\n\tpassword = xstrdup(v);\n"],
    ["a private field", "connect({ url: this.#url, apiKey: this.#apiKey });"],
    ["a comparison of codes", "if (lastToken === 46/*.*/ && more) return;"],
    ["an elided value", "export ANTHROPIC_API_KEY=sk-ant-...\nexport OPENAI_API_KEY=sk-..."],
  ])("is not taken for one in %s", (_place, text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("a name that says little", () => {
  it("gives a value away that is no word, on a line of its own", () => {
    expect(redactor.text("[db]\nuser = app\npass = jYhv4kPmXwVBnQFf\n")).toBe(
      "[db]\nuser = app\npass = [REDACTED:password]\n",
    );
    expect(redactor.text("tests\npass = 12 of 12\n")).toBe("tests\npass = 12 of 12\n");
  });
});

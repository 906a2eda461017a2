import { describe, expect, it } from "vitest";
import { callLabel } from "./call-label.js";

describe("callLabel", () => {
  it("names the tool and the file that was read, without ranges", () => {
    expect(callLabel("read_file", ["src/pay.ts", "302", "82"])).toBe("read_file src/pay.ts");
    expect(callLabel("view", ["10", "/srv/app/main.py", "true"])).toBe("view /srv/app/main.py");
  });

  it("names a long path by its end", () => {
    expect(callLabel("Read", ["/srv/builds/workspace/shop/packages/pay/test/pay.test.ts"])).toBe(
      "Read …/test/pay.test.ts",
    );
  });

  it("prefers an address or a path to what was asked of it", () => {
    expect(callLabel("fetch", ["List the prices", "https://shop.example/prices"])).toBe(
      "fetch https://shop.example/prices",
    );
    expect(callLabel("Grep", ["TODO", "setup.cfg", "content"])).toBe("Grep setup.cfg");
  });

  it("names the command or the query where there is no place", () => {
    expect(callLabel("bash", ["cd packages/pay && npm run build 2>&1 | tail -20", "30"])).toBe(
      "bash npm run build 2>&1 | tail -20",
    );
    expect(callLabel("search", ["medium", "refund rules"])).toBe("search refund rules");
  });

  it("is the tool's name alone where nothing names what it was called with", () => {
    expect(callLabel("status", ["302", "82", "true", ""])).toBe("status");
    expect(callLabel("status", [])).toBe("status");
  });
});

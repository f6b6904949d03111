import { describe, expect, it } from "vitest";
import { readAddress } from "@/components/markdown/link-dialog";

describe("an address for a person's eyes", () => {
  it("is whole, with its host apart and what it hands over in words", () => {
    const parts = readAddress("https://evil.example:8443/a%20b?d=peanut%20allergy&n=Ann#end");
    expect(parts).toEqual({
      before: "https://",
      host: "evil.example:8443",
      after: "/a%20b?d=peanut%20allergy&n=Ann#end",
      isEncoded: false,
      told: [
        { name: "d", value: "peanut allergy" },
        { name: "n", value: "Ann" },
      ],
    });
  });

  it("shows who is really reached behind a name that only looks like one", () => {
    expect(readAddress("https://paypal.com@evil.example/")).toMatchObject({
      before: "https://paypal.com@",
      host: "evil.example",
    });
    expect(readAddress("https://аpple.com/")).toMatchObject({ host: "xn--pple-43d.com", isEncoded: true });
  });

  it("shows marks that would turn or hide text", () => {
    expect(readAddress("https://a.example/?x=%E2%80%AEgnp.exe%E2%80%8B")?.told).toEqual([
      { name: "x", value: "\u{fffd}gnp.exe\u{fffd}" },
    ]);
  });

  it("takes mail apart, too, and nothing that is none", () => {
    expect(readAddress("mailto:a@b.example?body=peanuts")).toMatchObject({
      before: "mailto:",
      host: "a@b.example",
      told: [{ name: "body", value: "peanuts" }],
    });
    expect(readAddress("no address")).toBeNull();
  });
});

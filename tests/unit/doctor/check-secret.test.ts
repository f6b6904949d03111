import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSecret } from "@/lib/features/doctor/check-secret";

describe("checkSecret", () => {
  it.each(["base64url", "hex"] as const)("takes what chance made, written as %s", (form) => {
    const found = Array.from({ length: 200 }, () =>
      checkSecret({ AUTH_SECRET: randomBytes(form === "hex" ? 16 : 24).toString(form), STORE: "firestore" }),
    );
    expect(new Set(found.flat().map(({ status }) => status))).toEqual(new Set(["ok"]));
  });

  it.each([
    "a".repeat(64),
    "Zx9Kq2Lm7RtV4pWs".repeat(2),
    "please-change-me-before-going-live-7",
    "this is my very own passWord number 7",
    "aabbaabababbbabababaabbabababbbaabab",
  ])("refuses %j, which can be guessed, and does not repeat it", (AUTH_SECRET) => {
    const [found] = checkSecret({ AUTH_SECRET, STORE: "firestore" });
    expect(found).toMatchObject({ status: "failed", text: expect.not.stringContaining(AUTH_SECRET) });
  });

  it("does without one only where the disk is kept", () => {
    expect(checkSecret({ AUTH_SECRET: undefined, STORE: "embedded" })).toMatchObject([{ status: "missing" }]);
    expect(checkSecret({ AUTH_SECRET: undefined, STORE: "firestore" })).toMatchObject([{ status: "failed" }]);
  });
});

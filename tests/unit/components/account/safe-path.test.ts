import { describe, expect, it } from "vitest";
import { toAddress, toSafePath } from "@/components/account/safe-path";

describe("toSafePath", () => {
  it.each(["/c/abc", "/admin#models", "/account?x=1", "/c/a%2Fb"])(
    "keeps %s, a page of this site",
    (path) => {
      expect(toSafePath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    "",
    "c/abc",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/%0d/..//evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    " //evil.example",
    `/c/${"x".repeat(600)}`,
  ])("leads to the start page instead of %j", (value) => {
    const path = toSafePath(value);
    expect(path).toBe("/");
  });

  it.each([
    "/api/account/export",
    "/sign-in",
    "/sign-in?next=/sign-in",
    "/sign-up",
    "/reset-password?token=x",
  ])("leads to the start page instead of %s, which is none to go to after signing in", (value) => {
    expect(toSafePath(value)).toBe("/");
  });
});

describe("toAddress", () => {
  it("writes what is given and leaves out what is not", () => {
    expect(toAddress("/sign-up", { next: "/c/a?b", invitation: undefined })).toBe(
      "/sign-up?next=%2Fc%2Fa%3Fb",
    );
    expect(toAddress("/sign-up", { next: undefined })).toBe("/sign-up");
  });
});

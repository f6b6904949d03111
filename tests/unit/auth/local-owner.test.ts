import { describe, expect, it } from "vitest";
import { checkOrigin, isLoopbackHost } from "@/lib/features/accounts/auth/local-owner";

describe("checkOrigin", () => {
  it("lets pages of this server and programs without an origin change things", () => {
    expect(() =>
      checkOrigin(new Headers({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })),
    ).not.toThrow();
    expect(() => checkOrigin(new Headers({ host: "127.0.0.1:3000" }))).not.toThrow();
  });

  it.each([
    { host: "127.0.0.1:3000", origin: "https://evil.example" },
    { host: "127.0.0.1:3000", origin: "http://127.0.0.1:4000" },
    { host: "127.0.0.1:3000", origin: "null" },
    { host: "127.0.0.1:3000", "sec-fetch-site": "cross-site" },
  ])("refuses %j", (headers) => {
    expect(() => checkOrigin(new Headers(headers))).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describe("isLoopbackHost", () => {
  it("knows the addresses that only this machine reaches", () => {
    expect(["127.0.0.1", "localhost", "::1", "127.8.8.8"].every(isLoopbackHost)).toBe(true);
    expect(["0.0.0.0", "::", "192.168.1.2", "example.com"].some(isLoopbackHost)).toBe(false);
  });
});

import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { answerPage, openSite } from "@/lib/http/answer-page";

const ask = (host: string, url: string | null) =>
  answerPage(
    new NextRequest("http://127.0.0.1:3000/c/a?x=1", { headers: { host, "x-sextant-path": "/forged" } }),
    openSite({
      url,
      host: "127.0.0.1",
      port: 3000,
      logLevel: "silent",
      client: { isVercel: false },
      isDevelopment: false,
    }),
  );

describe("a page of a server without sign-in", () => {
  it.each(["127.0.0.1:3000", "localhost:3000", "[::1]:3000"])(
    "passes when asked for as %s, with a policy for its scripts",
    (host) => {
      const response = ask(host, null);
      expect(response.headers.get("x-middleware-next")).toBe("1");
      const policy = response.headers.get("content-security-policy");
      expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
      expect(response.headers.has("strict-transport-security")).toBe(false);
    },
  );

  it.each(["evil.example", "127.0.0.1.evil.example:3000", ""])(
    "is refused when asked for as %j, in one plain sentence",
    async (host) => {
      const response = ask(host, null);
      expect(response.status).toBe(403);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(response.headers.has("x-middleware-next")).toBe(false);
      expect(await response.text()).toBe(
        "This server answers to its own machine only. Open http://127.0.0.1:3000.",
      );
    },
  );
});

describe("a page of a server with accounts", () => {
  it("passes under the site's own name, is told its address and asks for https from then on", () => {
    const response = ask("chat.example", "https://chat.example");
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.get("x-middleware-request-x-sextant-path")).toBe("/c/a?x=1");
    expect(response.headers.get("strict-transport-security")).toMatch(/max-age=\d+/);
  });

  it.each([
    "127.0.0.1:3000",
    "chat.example.evil.example",
    "chat-git-main.vercel.app",
    "chat.example:8080",
    "",
  ])("is refused when asked for as %j", (host) => {
    expect(ask(host, "https://chat.example").status).toBe(403);
  });
});

describe("S9: a shared page", () => {
  const good = "g".repeat(43);
  const https = "https://chat.example";
  /** A site behind a proxy that names its clients in a header, and one whose header nobody named. */
  function open(client: { CLIENT_ADDRESS_HEADER?: string; isVercel: boolean }, url: string) {
    const address = { url, host: "0.0.0.0", port: 3000, logLevel: "silent", isDevelopment: false } as const;
    const site = openSite({ ...address, client });
    return (token: string, headers: Record<string, string>) =>
      answerPage(
        new NextRequest(`${url}/s/${token}`, { headers: { host: new URL(url).host, ...headers } }),
        site,
      );
  }
  const guess = (n: number) => String(n).padStart(43, "a");
  const times = (count: number, act: (n: number) => { status: number }) =>
    Array.from({ length: count }, (_, n) => act(n).status);

  it.each([
    ["of others", { CLIENT_ADDRESS_HEADER: "x-real-ip", isVercel: false }, https, "203.0.113.8"],
    ["of the same client", { CLIENT_ADDRESS_HEADER: "x-real-ip", isVercel: false }, https, "203.0.113.7"],
    ["where nobody is told apart", { isVercel: false }, https, "203.0.113.8"],
    ["on a site without https", { isVercel: false }, "http://chat.example", "203.0.113.8"],
  ])("is not barred by 600 wrong addresses, %s", (_whose, client, url, other) => {
    const visit = open(client, url);
    expect(new Set(times(600, (n) => visit(guess(n), { "x-real-ip": "203.0.113.7" })))).toEqual(
      new Set([200]),
    );
    expect(visit(good, { "x-real-ip": other }).status).toBe(200);
  });

  it("is asked for too often by one client, which is told to wait, and nobody else", () => {
    const visit = open({ isVercel: true }, https);
    const [one, other] = [{ "x-real-ip": "203.0.113.7" }, { "x-real-ip": "203.0.113.8" }];
    expect(times(130, () => visit(good, one))).toContain(429);
    expect(visit(`%67${good.slice(1)}`, one).status).toBe(429);
    expect(visit(`${good}?page=2`, one).headers.get("retry-after")).toBe("1");
    expect([visit(good, other).status, visit(guess(1), one).status]).toEqual([200, 200]);
    expect(visit("%", one).status).toBe(200);
    expect(new Set(times(130, () => visit(good, {})))).toEqual(new Set([200]));
  });
});

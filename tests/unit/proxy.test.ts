import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { unstable_doesMiddlewareMatch as isMatched } from "next/experimental/testing/server";
import { answerPage, openSite } from "@/lib/http/answer-page";
import { config } from "@/proxy";

const ask = (host: string, url: string | null) =>
  answerPage(
    new NextRequest("http://127.0.0.1:3000/c/a?x=1", { headers: { host, "x-sextant-path": "/forged" } }),
    openSite({ url, host: "127.0.0.1", port: 3000, logLevel: "silent", isDevelopment: false }),
  );

describe("a page of a server without sign-in", () => {
  it.each(["127.0.0.1:3000", "localhost:3000", "[::1]:3000"])(
    "passes when asked for as %s, with a policy for its scripts",
    (host) => {
      const response = ask(host, null);
      expect(response.headers.get("x-middleware-next")).toBe("1");
      expect(response.headers.get("content-security-policy")).toMatch(/script-src [^;]*'nonce-[^']+'/);
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

describe("the proxy", () => {
  const judges = (url: string) => isMatched({ config, nextConfig: {}, url });

  it.each([
    "/",
    "/c/a",
    "/admin/people",
    "/nothing.html",
    "/account.rsc",
    "/iconic",
    "/manifesto",
    "/icon.svg/x",
    "/apiary",
  ])("judges who asks for %s, be it a page or none", (url) => {
    expect(judges(url)).toBe(true);
  });

  it.each([
    "/api/chat",
    "/_next/static/chunks/a.js",
    "/icon.svg",
    "/icon-512.png",
    "/apple-icon.png",
    "/manifest.webmanifest",
  ])("leaves %s alone", (url) => {
    expect(judges(url)).toBe(false);
  });
});

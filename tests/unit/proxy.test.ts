import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { proxy } from "@/proxy";

const askAs = (host: string) => proxy(new NextRequest("http://127.0.0.1:3000/", { headers: { host } }));

describe("the proxy", () => {
  it.each(["127.0.0.1:3000", "localhost:3000", "[::1]:3000"])("lets a page asked for as %s pass, with a policy for its scripts", (host) => {
    const response = askAs(host);
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.get("content-security-policy")).toMatch(/script-src [^;]*'nonce-[^']+'/);
  });

  it.each(["evil.example", "127.0.0.1.evil.example:3000", ""])("refuses a page asked for as %j, in one plain sentence", async (host) => {
    const response = askAs(host);
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.has("x-middleware-next")).toBe(false);
    expect(await response.text()).toMatch(/^This server answers to its own machine only\. [^\n<]+$/);
  });
});

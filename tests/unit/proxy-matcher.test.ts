import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { config } from "@/proxy";

const judged = [
  "/",
  "/c/a",
  "/admin/people",
  "/nothing.html",
  "/account.rsc",
  "/iconic",
  "/manifesto",
  "/icon.svg/x",
  "/apiary",
];
const left = [
  "/api/chat",
  "/_next/static/chunks/a.js",
  "/icon.svg",
  "/icon-512.png",
  "/apple-icon.png",
  "/manifest.webmanifest",
];

/**
 * Next's own matcher, in a process of its own: it replaces Node's `require`, and what a worker loads of Next
 * afterwards no longer shares its contexts with what was loaded before.
 */
const match = `
  globalThis.AsyncLocalStorage = require("node:async_hooks").AsyncLocalStorage;
  const { unstable_doesMiddlewareMatch } = require("next/experimental/testing/server");
  const { config, urls } = JSON.parse(process.argv[1]);
  console.log(JSON.stringify(urls.filter((url) => unstable_doesMiddlewareMatch({ config, nextConfig: {}, url }))));
`;

it("the proxy judges pages, be there one or none, and leaves routes and files alone", () => {
  const asked = JSON.stringify({ config, urls: [...judged, ...left] });
  const printed = execFileSync(process.execPath, ["-e", match, asked], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual(judged);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSources } from "@/tests/support/list-sources";
import {
  bodyRoutes,
  getSite,
  measure,
  mostAnswerBytes,
  mostCpuBesideMs,
  openSite,
  root,
  send,
  tryBodies,
} from "./hostile-bodies";

openSite();

describe("a hostile body", () => {
  it.each(bodyRoutes)("to %s costs little and gets a short refusal", (route, row) =>
    tryBodies(route, row, false),
  );
});

describe("a form with nothing but borders", () => {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n1\r\n';
  it.each([
    ["borders alone", "--x\r\n".repeat(500_000)],
    ["60,000 fields", `${part("a").repeat(60_000)}--x--\r\n`],
    ["50,000 files", `${file.repeat(50_000)}--x--\r\n`],
    ["one long name", `${part("a".repeat(3_800_000))}--x--\r\n`],
    ["one long head", `--x\r\n${"A: b\r\n".repeat(600_000)}\r\n1\r\n--x--\r\n`],
  ])("costs little where it is %s", async (_name, text) => {
    const body = new TextEncoder().encode(text);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const tried = await measure(() => send("POST /api/files", "member", { body, headers }));
    expect(tried.status).toBe(400);
    expect(tried.bytes).toBeLessThan(mostAnswerBytes);
    expect(tried.cpuMs).toBeLessThan(mostCpuBesideMs);
  });
});

describe("a body", () => {
  it("is read by the bounded readers alone", () => {
    const reading = /\brequest\.(?:json|text|formData|arrayBuffer|blob|bytes|body)\b/;
    const files = listSources(root, ["app", "lib/http", "lib/features/accounts/auth"]);
    expect(files.filter((path) => reading.test(readFileSync(join(root, path), "utf8")))).toEqual([
      "lib/http/read-pieces.ts",
    ]);
  });

  it("fills the bucket of requests by its bytes", async () => {
    const body = new TextEncoder().encode(JSON.stringify({ instructions: "a".repeat(15_000) }));
    const put = () => getSite().call("PUT /api/preferences", "other member", { prepare: () => ({ body }) });
    getSite().site.clock.now += 60_000;
    const statuses = new Set<number>();
    for (let count = 0; count < 4_000 && !statuses.has(429); count += 1) statuses.add((await put()).status);
    expect([...statuses]).toEqual([400, 429]);
    getSite().site.clock.now += 1_000;
    expect((await put()).status).toBe(400);
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkSearch, checkServices } from "@/lib/features/doctor/check-web";
import { parseEnv } from "@/lib/env";

const signal = new AbortController().signal;

async function serve(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Every variable that names a service which is reached by its address alone. */
const variables = [
  ["READER_BASE_URL", "reader"],
  ["ARCHIVE_BASE_URL", "archive"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "telemetry"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "telemetry"],
  ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "telemetry"],
  ["ALERT_WEBHOOK_URL", "alerts"],
] as const;

describe.each(variables)("the doctor's line on %s", (variable, check) => {
  const toEnv = (url: string) =>
    parseEnv({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: "kX9v2kX9v2kX9v2k", [variable]: url });
  const find = async (url: string, isAsking: boolean) => {
    const findings = await checkServices(toEnv(url), { isAsking, signal });
    return findings.find((finding) => finding.text.includes(variable));
  };

  it("says that it was not asked, and asks nobody", async () => {
    const { url, asked } = await serve();
    expect(await find(url, false)).toEqual({ check, status: "not asked", text: variable });
    expect(asked).toEqual([]);
  });

  it("is ok where somebody answers, and fails where nobody does, without the address", async () => {
    const { url, asked } = await serve();
    const text = `a server answers at ${variable}`;
    expect(await find(`${url}/a?token=hunter2`, true)).toEqual({ check, status: "ok", text });
    expect(asked).toContain("HEAD /a?token=hunter2");
    const failed = `no server answers at ${variable}. Check the address`;
    expect(await find("http://127.0.0.1:9/?token=hunter2", true)).toEqual({
      check,
      status: "failed",
      text: failed,
    });
  });
});

describe("the doctor's lines on search engines", () => {
  const env = parseEnv({ SEARXNG_URL: "http://127.0.0.1:9", MEDIAWIKI_URL: "http://127.0.0.1:9" });

  it("name those that are set up, as not asked", async () => {
    expect(await checkSearch(env, { isAsking: false, signal })).toEqual([
      { check: "search", status: "not asked", text: "SearXNG" },
      { check: "search", status: "not asked", text: "MediaWiki" },
    ]);
  });

  it("fail for those that do not answer", async () => {
    const findings = await checkSearch(env, { isAsking: true, signal });
    expect(findings.map(({ status }) => status)).toEqual(["failed", "failed"]);
  });
});

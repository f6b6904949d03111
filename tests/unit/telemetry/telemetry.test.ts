import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { GET } from "@/app/api/metrics/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { AppError } from "@/lib/errors";
import { outcomes } from "@/lib/protocol/chat-message";
import type { Platform } from "@/lib/server/core-services";
import { openStore } from "@/lib/store/open";
import { openOtlpReceiver, readAttribute, type ReceivedSpan } from "@/tests/support/otlp-receiver";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
const token = "a-token-for-the-tests";
const secretWord = "zugzwang";
let opened: TestServices | null = null;

async function open(env: Record<string, string>, outside: Partial<Platform> = {}): Promise<TestServices> {
  opened = await openTestServices(env, undefined, outside);
  Object.assign(globalThis, { [slot]: Promise.resolve(opened) });
  return opened;
}
afterEach(async () => {
  await opened?.dispose();
  opened = null;
});

async function askAbout({ runs, settleBackground }: TestServices, question: string, conversation = "c1") {
  const { reply } = await runs.start(localOwner.id, toQuestion(question, { conversation }));
  const message = await reply;
  await settleBackground();
  return message;
}

const scrape = (authorization?: string) =>
  GET(
    new Request("http://127.0.0.1:3000/api/metrics", {
      headers: { host: "127.0.0.1:3000", ...(authorization && { authorization }) },
    }),
  );

describe("the measurements for Prometheus", () => {
  it("are not there without a token, and only for who has it", async () => {
    await open({});
    expect((await scrape(`Bearer ${token}`)).status).toBe(404);
    await opened?.dispose();
    await open({ METRICS_TOKEN: token });
    expect((await scrape()).status).toBe(401);
    expect((await scrape(`Bearer ${token}x`)).status).toBe(401);
    expect((await scrape(token)).status).toBe(401);
    expect((await scrape(`Bearer ${token}`)).status).toBe(200);
  });

  it("count replies, calls of models and tools, in the text format, without anybody's words", async () => {
    const services = await open({ METRICS_TOKEN: token });
    await askAbout(services, "What is 15 * 3?");
    await askAbout(services, `What is a ${secretWord}?`, "c2");
    const response = await scrape(`Bearer ${token}`);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(text).toContain("# TYPE sextant_replies_total counter\n");
    expect(text).toMatch(
      /^sextant_replies_total\{[^}]*model="offline:guide"[^}]*outcome="completed"[^}]*\} \d+$/m,
    );
    expect(text).toContain("# TYPE sextant_reply_duration_seconds histogram\n");
    expect(text).toMatch(/^sextant_reply_duration_seconds_bucket\{model="offline:guide",le="\+Inf"\} \d+$/m);
    expect(text).toMatch(/^sextant_tool_calls_total\{tool="calculate",status="success"\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    // Every line is a comment or a sample: a name, labels in quotes, a number.
    const sample =
      /^[a-zA-Z_][a-zA-Z0-9_]*(\{([a-zA-Z_][a-zA-Z0-9_]*="(\\.|[^"\\\n])*",?)*\})? -?[0-9.e+-]+$/;
    const odd = text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("# ") && !sample.test(line));
    expect(odd).toEqual([]);
    expect(text).not.toContain(secretWord);
  });
});

/** The number of a series, `null` where there is none. */
const find = (text: string, series: string): number | null => {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.split(" ").at(-1));
};

describe("the measurements of a process", () => {
  it("begin at 0, so that an alert can be written before anything has failed", async () => {
    await open({ METRICS_TOKEN: token });
    const text = await (await scrape(`Bearer ${token}`)).text();
    const labels = 'model="offline:guide",style="balanced",mode="balanced",agent="built_in"';
    for (const outcome of outcomes)
      expect(find(text, `sextant_replies_total{${labels},outcome="${outcome}"}`), outcome).toBe(0);
    for (const series of [
      'sextant_tool_calls_total{tool="web_fetch",status="error"}',
      'sextant_engine_requests_total{engine="mediawiki",status="error"}',
      'sextant_tokens_total{model="offline:guide",kind="output"}',
      'sextant_cost_dollars_total{source="offline:guide"}',
      'sextant_ratings_total{value="down"}',
      'sextant_store_errors_total{code="store_unavailable"}',
      'sextant_replies_running{kind="reply"}',
    ])
      expect(find(text, series), series).toBe(0);
    expect(text).toContain(
      `sextant_build_info{version="0.1.0",node="${process.versions.node}",store="embedded"} 1`,
    );
  });

  it("count the store's own failures, and not that a document is absent", async () => {
    const away = () => Promise.reject(new AppError("store_unavailable", "It is away."));
    const services = await open(
      { METRICS_TOKEN: token },
      { openStore: async (config) => ({ ...(await openStore(config)), check: away }) },
    );
    const count = async () =>
      find(
        await (await scrape(`Bearer ${token}`)).text(),
        'sextant_store_errors_total{code="store_unavailable"}',
      );
    await expect(services.runs.getRecord(localOwner.id, "nothing")).rejects.toThrow();
    expect(await count()).toBe(0);
    await expect(services.checkHealth()).rejects.toThrow();
    expect(await count()).toBe(1);
  });

  it("count replies while they are made, and what HTTP requests were answered", async () => {
    const services = await open({ METRICS_TOKEN: token });
    const series = 'sextant_http_responses_total{status="4xx"}';
    const read = async () => (await scrape(`Bearer ${token}`)).text();
    const server = createServer((_request, response) => void response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const before = find(await read(), series);
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await new Promise((resolve) => void server.close(resolve).closeAllConnections());
    const { reply } = await services.runs.start(localOwner.id, toQuestion("What is 15 * 3?"));
    const during = await read();
    await reply;
    expect(find(during, series)).toBe((before ?? 0) + 1);
    expect(find(during, 'sextant_replies_running{kind="reply"}')).toBe(1);
    await expect.poll(async () => find(await read(), 'sextant_replies_running{kind="reply"}')).toBe(0);
  });

  it("show that the event loop was held up, until somebody reads it", async () => {
    await open({ METRICS_TOKEN: token });
    const read = async () =>
      find(await (await scrape(`Bearer ${token}`)).text(), "nodejs_eventloop_lag_max_seconds") ?? -1;
    const holdUp = async () => {
      const until = Date.now() + 1_000;
      while (Date.now() < until);
      await setImmediate();
      await setImmediate();
      return read();
    };
    // The measuring begins with the next turn of the loop.
    await expect.poll(holdUp, { interval: 100 }).toBeGreaterThan(0.5);
    await expect.poll(read, { interval: 100 }).toBeLessThan(0.5);
  });

  it("are those that the documentation lists", async () => {
    const services = await open({ METRICS_TOKEN: token });
    await askAbout(services, "When was the lighthouse of Bell Rock built?");
    const served = await (await scrape(`Bearer ${token}`)).text();
    const names = [...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
    const documented = readFileSync("docs/operations.md", "utf8").matchAll(
      /`((?:sextant|nodejs|process)_[a-z0-9_]+)`/g,
    );
    expect([...new Set(names)].toSorted()).toEqual(
      [...new Set([...documented].map(([, name = ""]) => name))].toSorted(),
    );
  });
});

describe("the counter of ratings", () => {
  it("counts each change of mind once, and what is taken back", async () => {
    const services = await open({ METRICS_TOKEN: token });
    const { id: messageId } = await askAbout(services, "What is 15 * 3?");
    const place = { userId: localOwner.id, conversationId: "c1", messageId };
    await services.ratings.rate(place, { value: "down", reasons: ["not_true"] });
    await services.ratings.rate(place, { value: "down", text: secretWord });
    await services.ratings.rate(place, { value: "up" });
    await services.ratings.rate(place, null);
    await services.ratings.rate(place, null);
    const text = await (await scrape(`Bearer ${token}`)).text();
    expect(text.match(/^sextant_ratings_total.*$/gm)?.sort()).toEqual([
      'sextant_ratings_total{value="down"} 1',
      'sextant_ratings_total{value="taken_back"} 1',
      'sextant_ratings_total{value="up"} 1',
    ]);
    expect(text).not.toContain(secretWord);
  });
});

describe("what goes out by OpenTelemetry's protocol", () => {
  const toId = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const toMs = (nano: { toString(): string }) => Number(BigInt(nano.toString()) / 1_000_000n);

  it("is a span for the run, below it its calls of models, below those their calls of tools", async () => {
    const receiver = await openOtlpReceiver();
    const services = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const message = await askAbout(services, "What is 15 * 3?");
    await askAbout(services, `What is a ${secretWord}?`, "c2");
    const record = await services.runs.getRecord(localOwner.id, message.metadata?.runId ?? "");
    await services.close();
    await receiver.close();
    const run = receiver.spans.find((span) => readAttribute(span, "sextant.run.id") === record.id);
    if (run === undefined) throw new Error("There is no span of the run.");
    const ofRun = receiver.spans.filter(({ traceId }) => toId(traceId) === toId(run.traceId));
    const find = (name: string): ReceivedSpan[] => ofRun.filter((span) => span.name.startsWith(name));
    expect(run.name).toBe("invoke_agent built_in");
    expect([toMs(run.startTimeUnixNano), toMs(run.endTimeUnixNano)]).toEqual([
      record.startedAt,
      record.endedAt,
    ]);
    expect(readAttribute(run, "gen_ai.conversation.id")).toBe("c1");
    expect(readAttribute(run, "sextant.run.id")).toBe(record.id);
    const calls = find("chat guide");
    expect(calls).toHaveLength(record.steps.length);
    expect(calls.map(({ parentSpanId }) => toId(parentSpanId))).toEqual(calls.map(() => toId(run.spanId)));
    expect(readAttribute(calls[0] ?? run, "gen_ai.provider.name")).toBe("offline");
    const [tool] = find("execute_tool calculate");
    expect(tool && toId(tool.parentSpanId)).toBe(calls[0] && toId(calls[0].spanId));
    expect(tool && readAttribute(tool, "gen_ai.tool.name")).toBe("calculate");
    expect(receiver.metrics.map(({ name }) => name)).toContain("sextant_replies");
    expect(Buffer.concat(receiver.bodies).includes(secretWord)).toBe(false);
  });

  it("has the calls of models where nothing of runs is kept", async () => {
    const receiver = await openOtlpReceiver();
    const services = await open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces` });
    const { version } = await services.readSettings();
    await services.saveSettings({ traceDays: 0 }, version, localOwner);
    await askAbout(services, "What is 15 * 3?");
    await services.close();
    await receiver.close();
    const names = receiver.spans.map(({ name }) => name);
    expect(names).toContain("invoke_agent built_in");
    expect(names).toContain("chat guide");
    expect(names.some((name) => name.startsWith("execute_tool"))).toBe(false);
    expect(receiver.metrics).toEqual([]);
  });

  it("is nothing where the standard variables switch it off", async () => {
    const receiver = await openOtlpReceiver();
    const services = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: "true" });
    await askAbout(services, "What is 15 * 3?");
    await services.close();
    await receiver.close();
    expect(receiver.bodies).toEqual([]);
  });

  it("holds no reply and no closing where nobody answers", async () => {
    const services = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    const message = await askAbout(services, "What is 15 * 3?");
    expect(message.metadata?.outcome).toBe("completed");
    await services.close();
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { GET } from "@/app/api/metrics/route";
import { localOwner } from "@/lib/auth/local-owner";
import { openOtlpReceiver, readAttribute, type ReceivedSpan } from "@/tests/support/otlp-receiver";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
const token = "a-token-for-the-tests";
const secretWord = "zugzwang";
let opened: TestServices | null = null;

async function open(env: Record<string, string>): Promise<TestServices> {
  opened = await openTestServices(env);
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

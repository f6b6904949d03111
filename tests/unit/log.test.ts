import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { createLog, type LogFields, toReason } from "@/lib/log";

function write(
  fields: LogFields,
  minimum: Parameters<typeof createLog>[0] = "debug",
): Record<string, unknown>[] {
  const lines: string[] = [];
  createLog(minimum, (line) => lines.push(line)).warn("tested", fields);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log", () => {
  it("writes one JSON object a line, with its time, level and event", () => {
    expect(write({ runId: "r1", count: 3n })).toEqual([
      { time: expect.any(String), level: "warn", event: "tested", runId: "r1", count: "3" },
    ]);
  });

  it("leaves out what is below its level", () => {
    expect(write({}, "error")).toEqual([]);
    expect(write({}, "silent")).toEqual([]);
  });

  it("writes errors with their codes and causes, and where they arose", () => {
    const error = new AppError("model_key", "The key was refused.", { cause: new TypeError("inner") });
    expect(write({ error })[0]?.["error"]).toMatchObject({
      name: "AppError",
      code: "model_key",
      message: "The key was refused.",
      cause: { name: "TypeError", message: "inner" },
      stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
    });
  });

  it("leaves out the bodies and headers that vendors attach to an error", () => {
    const error = Object.assign(new Error("refused"), {
      requestBodyValues: { prompt: "private words" },
      responseHeaders: { "x-id": "1" },
    });
    expect(JSON.stringify(write({ error }))).not.toMatch(/private words|x-id/);
  });

  it.each([
    "sk-abcdefghij1234567890",
    "AIzaSyA1234567890abcdef",
    "gsk_abcdefgh12345678",
    "Authorization: Bearer abcdefghijklmnop",
    "https://x.example/v1?key=AIzaSyA1234567890abcdef",
    "https://x.example/v1?api_key=opensesame",
    '{"password":"opensesame"}',
  ])("takes the secret out of %j, wherever it stands", (secret) => {
    const error = new Error(`first line\nsecond line with ${secret}`, { cause: { detail: secret } });
    const written = JSON.stringify(write({ error, note: secret }));
    expect(written).not.toMatch(/abcdefgh|1234567890|opensesame/);
    expect(written).toContain("…");
  });

  it("never throws: what cannot be written is left out", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const error = new Error("round");
    error.cause = error;
    expect(write({ circle })[0]).toMatchObject({ event: "tested", note: expect.any(String) });
    expect(write({ error })[0]).toMatchObject({ event: "tested" });
  });
});

/** Every event that the product logs, by whichever name of the log. */
const events = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => [
    ...readFileSync(`lib/${name}`, "utf8").matchAll(
      /(?:\.(?:debug|info|warn|error)|\]|[rR]eport|giveUp|[iI]nBackground)\(\s*"([a-z]+(?:_[a-z]+)+)"/g,
    ),
  ])
  .map(([, event = ""]) => event);
const unique = [...new Set(events)].toSorted();

const place = "\n    at call (/app/.next/server/chunks/1.js:1:2)\n    at async next (node:internal/x:3:4)";
const whole = "x".repeat(50);
const deep = new AppError("model_unavailable", "It is away.", {
  cause: new TypeError(`fetch failed ${whole.repeat(100)}`, { cause: new Error(`inner${place}`) }),
});
const withJson = Object.assign(new Error("own form"), {
  toJSON: () => ({ body: "private words", stack: place }),
});
const shapes: LogFields[] = [
  { error: deep },
  { error: withJson, code: "internal" },
  { error: new AggregateError([deep], "several") },
  { problems: [deep], nested: { reason: deep } },
  { message: `printed by a package${place}`, text: String(deep.stack) },
];

describe("where an error arose", () => {
  it("is asked of every event that the product logs", () => {
    expect(unique.length).toBeGreaterThan(60);
    expect(unique).toEqual(expect.arrayContaining(["request_failed", "small_model_failed", "mail_failed"]));
  });

  it.each(shapes)("stands in no line of any event, which is short, where it is %o", (fields) => {
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    for (const event of unique) log.error(event, fields);
    expect(lines.filter((line) => /\bat .*:\d+:\d+|"stack"|private words/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.length > 900)).toEqual([]);
    expect(lines).toHaveLength(unique.length);
  });

  it("stands in the lines of the level debug", () => {
    const lines: string[] = [];
    createLog("debug", (line) => lines.push(line)).warn("tested", { error: deep, text: place });
    expect(lines[0]).toMatch(/"stack":\["at /);
    expect(lines[0]).toContain("1.js:1:2");
  });

  it("is no part of a reason, which is one line of the messages, without secrets", () => {
    expect(toReason(deep)).toMatch(/^It is away\.: fetch failed x+$/);
    expect(toReason(deep).length).toBe(200);
    expect(toReason(new Error(`first\nsecond sk-abcdefghij1234567890${place}`))).toBe("first second sk-…");
    expect(toReason("no error")).toBe("");
  });
});

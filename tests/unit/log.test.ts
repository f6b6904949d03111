import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { createLog, type LogFields } from "@/lib/log";

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

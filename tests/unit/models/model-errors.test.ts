import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { toModelError, toModelFailure } from "@/lib/models/model-errors";

type CallFacts = {
  statusCode?: number;
  message?: string;
  responseBody?: string;
  responseHeaders?: Record<string, string>;
};

function buildError({ message = "failed", ...facts }: CallFacts): APICallError {
  return new APICallError({ message, url: "http://127.0.0.1", requestBodyValues: {}, ...facts });
}

const toCode = (facts: CallFacts) => toModelError(buildError(facts), "openai:gpt-5").code;

describe("a vendor's error", () => {
  it.each([
    [401, "model_key"],
    [403, "model_key"],
    [402, "model_quota"],
    [429, "model_quota"],
    [404, "model_rejected"],
    [400, "model_rejected"],
    [413, "model_overflow"],
    [408, "model_unavailable"],
    [500, "model_unavailable"],
    [529, "model_unavailable"],
  ])("with status %i is %s", (statusCode, code) => {
    expect(toCode({ statusCode })).toBe(code);
  });

  it.each([
    [503, "", "busy"],
    [529, "", "busy"],
    [402, "", "no_money"],
    [429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota."}}', "no_money"],
    [429, "", undefined],
    [404, '{"error":{"message":"The model `gpt-5` does not exist","code":"model_not_found"}}', "model_gone"],
    [
      404,
      '{"error":{"message":"models/gpt-5 is not found for API version v1beta","code":404}}',
      "model_gone",
    ],
    [404, "404 page not found", undefined],
  ])("with status %i that says “%s” is told as %s", (statusCode, responseBody, detail) => {
    expect(toModelError(buildError({ statusCode, responseBody }), "openai:gpt-5").detail).toBe(detail);
  });

  it.each([
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "Your input exceeds the context window of this model.",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size",
    "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
    "Request payload size exceeds the limit: 20971520 bytes.",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "The decoder prompt (length 9999) is longer than the maximum model length of 8192.",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 512 `max_new_tokens`",
    "Invalid request: Your request exceeded model token limit: 8192",
    "Prompt exceeds max length",
    "Range of input length should be [1, 30720]",
    "Please reduce the length of the messages or completion.",
  ])("that says “%s” is an overflow", (message) => {
    expect(toCode({ statusCode: 400, message })).toBe("model_overflow");
  });

  it.each([
    "Invalid value for 'tool_choice'.",
    "max_tokens: 70000 > 64000, which is the maximum allowed number of output tokens",
    "Invalid 'tools[0].function.name': the name exceeds the maximum length of 64.",
  ])("that says “%s” is none", (message) => {
    expect(toCode({ statusCode: 400, message })).toBe("model_rejected");
  });

  it("of Google with status 400 for a wrong key is about the key", () => {
    const body =
      '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","details":[{"reason":"API_KEY_INVALID"}]}}';
    expect(toCode({ statusCode: 400, responseBody: body })).toBe("model_key");
  });

  it("says where the key is set", () => {
    expect(toModelError(buildError({ statusCode: 401 }), "my-host:m").message).toContain("MY_HOST_API_KEY");
    expect(toModelError(buildError({ statusCode: 401 }), "local:m").message).toContain("LOCAL_API_KEY");
  });

  it("inside a stream is read from its plain object", () => {
    expect(toModelError({ message: "Overloaded", type: "overloaded_error" }, "anthropic:x").code).toBe(
      "model_unavailable",
    );
    expect(toModelError({ statusCode: 429, message: "slow down" }, "openai:x").code).toBe("model_quota");
  });

  it("of ours passes unchanged", () => {
    const ours = new AppError("model_key", "No key.");
    expect(toModelError(ours, "openai:x")).toBe(ours);
  });
});

describe("trying again", () => {
  const wait = (responseHeaders: Record<string, string>, responseBody = "") =>
    toModelFailure(buildError({ statusCode: 429, responseHeaders, responseBody }), "google:x", {
      now: Date.parse("2026-11-20T10:00:00Z"),
    }).error.retryAfter;

  it("waits for the seconds that the vendor names", () => {
    expect(wait({ "retry-after": "12" })).toBe(12);
    expect(wait({ "retry-after-ms": "1500" })).toBe(1.5);
  });

  it("waits for the date that the vendor names", () => {
    expect(wait({ "retry-after": "Fri, 20 Nov 2026 10:00:20 GMT" })).toBe(20);
  });

  it("waits for the delay in Gemini's body", () => {
    expect(wait({}, '{"details":[{"retryDelay": "17s"}]}')).toBe(17);
  });

  it("makes no sense when money is missing", () => {
    const spent = buildError({ statusCode: 429, responseBody: '{"error":{"code":"insufficient_quota"}}' });
    expect(toModelFailure(spent, "openai:x")).toMatchObject({
      isTransient: false,
      error: { code: "model_quota" },
    });
  });
});

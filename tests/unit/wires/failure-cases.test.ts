import { describe, it } from "vitest";
import { openProduct } from "@/tests/support/wire/product";
import type { Script } from "@/tests/support/wire/reply";
import { anthropic, compatible, gemini, openai, type Vendor } from "@/tests/support/wire/vendors";

type Named = { reason: string; detail?: string; says?: string };
type FailureRow = Named & { name: string; vendor?: Vendor; status: number; body: unknown; hasPicture?: true };

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const noMoney = { reason: "model_quota", detail: "no_money" };
const moderated = { reason: "filtered", detail: "moderated" };
const noPictures = { reason: "model_rejected", detail: "no_pictures", hasPicture: true as const };
/** The question is one short line: it is what goes with it that is too long. */
const tooLong = { reason: "model_overflow", detail: "small_window" };

/** In the form and the words of the vendors' error references and the servers' sources, November 2026. */
const failures: FailureRow[] = [
  {
    ...{ name: "Moonshot, no money", status: 429, ...noMoney },
    body: {
      error: {
        message: "Your account is suspended, please check your plan and billing details",
        type: "exceeded_current_quota_error",
      },
    },
  },
  {
    name: "Zhipu, no money",
    status: 429,
    ...noMoney,
    body: { error: { code: "1113", message: "您的账户已欠费，请充值后重试。" } },
  },
  {
    ...{ name: "DashScope, no money", status: 400, ...noMoney },
    body: {
      error: {
        code: "Arrearage",
        type: "Arrearage",
        message: "Access denied, please make sure your account is in good standing.",
      },
    },
  },
  {
    name: "Volcengine Ark, no money",
    status: 403,
    ...noMoney,
    body: {
      error: {
        code: "AccountOverdueError",
        message: "The request failed because your account has an overdue balance.",
        type: "Forbidden",
      },
    },
  },
  {
    name: "SiliconFlow, no money",
    status: 403,
    ...noMoney,
    body: { code: 30001, message: "Sorry, your account balance is insufficient", data: null },
  },
  {
    name: "OpenRouter, no money",
    status: 402,
    ...noMoney,
    body: {
      error: { code: 402, message: "Insufficient credits. Add more using https://openrouter.ai/credits" },
    },
  },
  {
    name: "Hugging Face, no money",
    status: 402,
    ...noMoney,
    body: { error: "You have exceeded your monthly included credits for Inference Providers." },
  },
  {
    name: "Fireworks, no money",
    status: 412,
    ...noMoney,
    body: {
      error: {
        message: "Account x is suspended, possibly due to reaching the monthly spending limit",
        type: "error",
      },
    },
  },
  {
    name: "xAI, no money",
    status: 403,
    ...noMoney,
    body: {
      code: "The caller does not have permission to execute the specified operation",
      error: "Your newly created teams doesn't have any credits yet.",
    },
  },
  {
    name: "Anthropic, no money",
    vendor: anthropic,
    status: 402,
    ...noMoney,
    body: {
      type: "error",
      error: { type: "billing_error", message: "There is an issue with your billing." },
    },
  },
  {
    ...{ name: "Azure, content filter", status: 400, ...moderated, says: "content management policy" },
    body: {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: "prompt",
        code: "content_filter",
        status: 400,
        innererror: {
          code: "ResponsibleAIPolicyViolation",
          content_filter_result: { hate: { filtered: true, severity: "high" } },
        },
      },
    },
  },
  {
    name: "DashScope, content filter",
    status: 400,
    ...moderated,
    body: {
      error: {
        code: "data_inspection_failed",
        message:
          "<400> InternalError.Algo.DataInspectionFailed: Input data may contain inappropriate content.",
        type: "data_inspection_failed",
      },
    },
  },
  {
    name: "Zhipu, content filter",
    status: 400,
    ...moderated,
    body: {
      contentFilter: [{ level: 1, role: "user" }],
      error: { code: "1301", message: "系统检测到输入或生成内容可能包含不安全或敏感内容" },
    },
  },
  {
    name: "Moonshot, content filter",
    status: 400,
    ...moderated,
    body: {
      error: {
        message: "The request was rejected because it was considered high risk",
        type: "content_filter",
      },
    },
  },
  {
    name: "DeepSeek, content filter",
    status: 400,
    ...moderated,
    body: {
      error: {
        message: "Content Exists Risk",
        type: "invalid_request_error",
        param: null,
        code: "invalid_request_error",
      },
    },
  },
  {
    ...{ name: "OpenRouter, moderation", status: 403, ...moderated, says: "flagged" },
    body: {
      error: {
        code: 403,
        message: 'openai/gpt-4o requires moderation. Your input was flagged for "violence".',
        metadata: { reasons: ["violence"], flagged_input: "…", provider_name: "OpenAI" },
      },
    },
  },
  {
    name: "xAI, moderation",
    status: 403,
    ...moderated,
    body: {
      code: "The caller does not have permission",
      error: "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO",
    },
  },
  {
    name: "OpenAI, moderation",
    vendor: openai,
    status: 400,
    ...moderated,
    body: {
      error: {
        message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        type: "invalid_request_error",
        param: null,
        code: "invalid_prompt",
      },
    },
  },
  {
    name: "Anthropic, content filter",
    vendor: anthropic,
    status: 400,
    ...moderated,
    body: {
      type: "error",
      error: { type: "invalid_request_error", message: "Output blocked by content filtering policy" },
    },
  },
  {
    name: "OpenRouter, no pictures",
    status: 404,
    ...noPictures,
    body: { error: { message: "No endpoints found that support image input", code: 404 } },
  },
  {
    name: "DeepSeek, no pictures",
    status: 400,
    ...noPictures,
    body: {
      error: {
        message:
          "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 99",
        type: "invalid_request_error",
      },
    },
  },
  {
    name: "vLLM, no pictures",
    status: 400,
    ...noPictures,
    body: {
      object: "error",
      message: "qwen is not a multimodal model None",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  },
  {
    name: "OpenAI, no pictures",
    vendor: openai,
    status: 400,
    ...noPictures,
    body: {
      error: {
        message: "Invalid content type. image_url is only supported by certain models.",
        type: "invalid_request_error",
        param: "messages.[1].content.[1].type",
        code: null,
      },
    },
  },
  {
    name: "SiliconFlow, too long",
    status: 400,
    ...tooLong,
    body: {
      code: 20015,
      message: "length of prompt_tokens (40123) must be less than max_seq_len (32768).",
      data: null,
    },
  },
  {
    name: "GitHub Models, too long",
    status: 413,
    ...tooLong,
    body: {
      error: {
        code: "tokens_limit_reached",
        message: "Request body too large for gpt-4o model. Max size: 8000 tokens.",
        details: null,
      },
    },
  },
  {
    name: "LiteLLM, too long",
    status: 400,
    ...tooLong,
    body: {
      error: {
        message: "litellm.ContextWindowExceededError: AnthropicError",
        type: null,
        param: null,
        code: "ContextWindowExceededError",
      },
    },
  },
  {
    name: "Bedrock, too long",
    status: 400,
    ...tooLong,
    body: { message: "Input is too long for requested model." },
  },
  {
    name: "LM Studio, too long",
    status: 400,
    ...tooLong,
    body: {
      error:
        "Trying to keep the first 4500 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    },
  },
  {
    name: "Cohere, too long",
    status: 400,
    ...tooLong,
    body: { message: "too many tokens: total number of tokens in the prompt cannot exceed 4081" },
  },
  {
    name: "OpenRouter passing a server's words on, too long",
    status: 400,
    ...tooLong,
    body: {
      error: {
        code: 400,
        message: "Provider returned error",
        metadata: {
          raw: '{"error":{"message":"This model\'s maximum context length is 8192 tokens.","code":"context_length_exceeded"}}',
          provider_name: "X",
        },
      },
    },
  },
  {
    name: "Baidu Qianfan, too long",
    status: 400,
    ...tooLong,
    body: {
      error: { code: "336007", message: "the max input characters is 20000", type: "invalid_request_error" },
    },
  },
  {
    name: "llama-cpp-python, too long",
    status: 500,
    ...tooLong,
    body: {
      error: {
        message: "Requested tokens (2100) exceed context window of 2048",
        type: "internal_server_error",
      },
    },
  },
  {
    name: "TabbyAPI, too long",
    status: 400,
    ...tooLong,
    body: { detail: "Prompt length 5000 is greater than max_seq_len 4096" },
  },
  {
    name: "GitHub Copilot, too long by its code, in words of its account",
    status: 400,
    ...tooLong,
    body: {
      error: {
        message: "The prompt does not fit, check your plan and billing details",
        code: "model_max_prompt_tokens_exceeded",
      },
    },
  },
  {
    name: "OpenAI, too long a message",
    status: 400,
    ...tooLong,
    body: {
      error: {
        message:
          "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1500000 instead.",
        type: "invalid_request_error",
        param: "messages[1].content",
        code: "string_above_max_length",
      },
    },
  },
  {
    name: "OpenAI, too long an id",
    status: 400,
    reason: "model_rejected",
    says: "string too long",
    body: {
      error: {
        message:
          "Invalid 'messages[3].tool_call_id': string too long. Expected a string with maximum length 40, but got a string with length 51 instead.",
        type: "invalid_request_error",
        param: "messages[3].tool_call_id",
        code: "string_above_max_length",
      },
    },
  },
  {
    name: "LiteLLM, no money",
    status: 400,
    ...noMoney,
    body: {
      error: {
        message: "ExceededBudget: User=7 over budget. Spend=5.1, Budget=5.0",
        type: "budget_exceeded",
        code: "400",
      },
    },
  },
  {
    name: "MiniMax, no money under a status of success",
    status: 200,
    ...noMoney,
    says: "insufficient balance",
    body: { choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
  },
  {
    name: "MiniMax, a wrong key under a status of success",
    status: 200,
    reason: "model_key",
    body: { base_resp: { status_code: 1004, status_msg: "login fail: carry the API secret key" } },
  },
  {
    name: "OpenAI, another country",
    vendor: openai,
    status: 403,
    reason: "model_rejected",
    says: "Country",
    body: {
      error: {
        code: "unsupported_country_region_territory",
        message: "Country, region, or territory not supported",
        param: null,
        type: "request_forbidden",
      },
    },
  },
  {
    name: "FastAPI, another field",
    status: 422,
    reason: "model_rejected",
    says: "Field required",
    body: { detail: [{ loc: ["body", "session"], msg: "Field required", type: "missing" }] },
  },
  {
    name: "a page of a gateway",
    status: 400,
    reason: "model_rejected",
    body: "<html><body><h1>Bad Request</h1></body></html>",
  },
  {
    name: "secrets in the words",
    status: 400,
    reason: "model_rejected",
    says: "see https://user:…@host/x",
    body: { error: { message: "Not good: key-c, sk-abcdefghijklmnop, see https://user:pass@host/x" } },
  },
];

describe.concurrent("a failure in a server's own words", () => {
  it.for(failures)("has its right name and is asked once: $name", async (row, { expect, onTestFinished }) => {
    const { vendor = compatible, status, body, reason, detail, says = "", hasPicture } = row;
    const { ask, calls, change } = await openProduct(vendor, () => ({ status, body }), onTestFinished);
    await change({ followUpsEnabled: false });
    const { reply } = await ask("Are you there?", hasPicture && { picture: png });
    const { error = "", ...metadata } = reply.metadata ?? {};
    expect(metadata).toMatchObject({ outcome: "failed", reason });
    expect(metadata.detail).toBe(detail);
    expect(error).toContain(says);
    expect(error.length).toBeLessThan(700);
    expect(error).not.toMatch(/<html|key-c|sk-abc|user:pass/);
    // What is too long is sent once more with less.
    expect(calls().length).toBe(reason === "model_overflow" ? 2 : 1);
  });
});

describe.concurrent("a limit that a vendor tells", () => {
  const details = (quotaId: string) => [
    { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId }] },
    { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" },
  ];
  const message = "You exceeded your current quota, please check your plan and billing details.";

  it.for([
    {
      name: "of one model rests that model alone",
      quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
      others: 1,
    },
    { name: "of a key rests all behind it", quotaId: "GenerateRequestsPerMinutePerProject", others: 0 },
  ])("$name", async ({ quotaId, others }, { expect, onTestFinished }) => {
    const next = "gemini-2.5-flash";
    const body = { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details: details(quotaId) } };
    const script: Script = ({ model }) =>
      model === next ? { parts: [{ type: "text", chunks: ["Here."] }] } : { status: 429, body };
    const { ask, calls } = await openProduct(gemini, script, onTestFinished, {
      MODEL_MAIN: `${gemini.ref},google:${next}`,
    });
    const { reply } = await ask("Are you there?");
    expect(calls().filter(({ model }) => model === next)).toHaveLength(others);
    expect(reply.metadata).toMatchObject(
      others > 0 ? { outcome: "completed" } : { outcome: "failed", reason: "model_quota" },
    );
  });
});

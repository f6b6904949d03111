import { describe, it } from "vitest";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { openProduct } from "@/tests/support/wire/product";
import type { Reply, Script } from "@/tests/support/wire/reply";
import { compatible, gemini, openai, type Vendor } from "@/tests/support/wire/vendors";

type Body = Record<string, unknown>;
type RefusalRow = {
  name: string;
  status?: number;
  refuses: (body: Body) => boolean;
  body: unknown;
  vendor?: Vendor;
};

const messagesOf = ({ messages }: Body): Body[] => (Array.isArray(messages) ? (messages as Body[]) : []);
const has = (field: string) => (body: Body) => body[field] !== undefined;
const hasTools = ({ tools }: Body) => Array.isArray(tools) && tools.length > 0;
const hasRole = (body: Body) => messagesOf(body).some(({ role }) => role === "system");
const hasNeighbours = (body: Body) =>
  messagesOf(body).some(({ role }, index, all) => role !== "tool" && role === all[index + 1]?.role) ||
  hasRole(body);
const hasSeveral = (body: Body) =>
  messagesOf(body).some(({ tool_calls: calls }) => Array.isArray(calls) && calls.length > 1);
const hasThoughts = (body: Body) => messagesOf(body).some((message) => "reasoning_content" in message);
const hasNull = (body: Body) => messagesOf(body).some(({ content }) => content === null);
const said = (message: string) => ({ error: { message, type: "invalid_request_error" } });

const refusals: RefusalRow[] = [
  {
    name: "Ollama, tools",
    refuses: hasTools,
    body: {
      error: {
        message: "registry.ollama.ai/library/gemma3:4b does not support tools",
        type: "api_error",
        param: null,
        code: null,
      },
    },
  },
  {
    name: "OpenRouter, tools",
    status: 404,
    refuses: hasTools,
    body: {
      error: { message: 'No endpoints found that support tool use. Try disabling "calculate".', code: 404 },
    },
  },
  { name: "Groq, tools", refuses: hasTools, body: said("`tool calling` is not supported with this model") },
  {
    name: "DeepSeek, tools",
    refuses: hasTools,
    body: said("deepseek-reasoner does not support Function Calling"),
  },
  {
    name: "SiliconFlow, tools",
    refuses: hasTools,
    body: { code: 20037, message: "Function call is not supported for this model.", data: null },
  },
  {
    name: "DeepInfra, tools",
    status: 405,
    refuses: hasTools,
    body: { detail: { error: "Function calling is not supported for this model" } },
  },
  {
    name: "LMDeploy, tools",
    refuses: hasTools,
    body: { message: "Please launch the api_server with --tool-call-parser if you want to use tool." },
  },
  {
    name: "Bedrock, the system's words",
    refuses: hasRole,
    body: { message: "This model doesn't support system messages. Try again without a system message." },
  },
  {
    name: "llama.cpp without templates, tools",
    status: 500,
    refuses: hasTools,
    body: { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } },
  },
  {
    name: "FastAPI, tools",
    status: 422,
    refuses: hasTools,
    body: {
      detail: [{ type: "extra_forbidden", loc: ["body", "tools"], msg: "Extra inputs are not permitted" }],
    },
  },
  {
    name: "vLLM, tools",
    refuses: hasTools,
    body: {
      object: "error",
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: "BadRequestError",
      code: 400,
    },
  },
  {
    name: "Gemini API, tools",
    vendor: gemini,
    refuses: hasTools,
    body: {
      error: {
        code: 400,
        message: "Function calling is not enabled for models/gemma-3-27b-it",
        status: "INVALID_ARGUMENT",
      },
    },
  },
  {
    name: "vLLM, the system's role",
    refuses: hasRole,
    body: { object: "error", message: "System role not supported", code: 400 },
  },
  {
    name: "OpenAI o1-mini, the system's role",
    refuses: hasRole,
    body: {
      error: {
        message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        type: "invalid_request_error",
        param: "messages[0].role",
        code: "unsupported_value",
      },
    },
  },
  {
    name: "Mistral's template, roles in turns",
    refuses: hasNeighbours,
    body: {
      object: "error",
      message: "Conversation roles must alternate user/assistant/user/assistant/...",
      code: 400,
    },
  },
  {
    name: "OpenAI, temperature",
    refuses: has("temperature"),
    body: {
      error: {
        message:
          "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
        type: "invalid_request_error",
        param: "temperature",
        code: "unsupported_value",
      },
    },
  },
  {
    name: "words alone, temperature",
    refuses: has("temperature"),
    body: { message: "temperature is deprecated for this model" },
  },
  {
    name: "Responses, temperature",
    vendor: { ...openai, ref: openai.sampling },
    refuses: has("temperature"),
    body: {
      error: {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        type: "invalid_request_error",
        param: "temperature",
        code: null,
      },
    },
  },
  {
    name: "OpenAI's form, stream options",
    refuses: has("stream_options"),
    body: said("Unrecognized request argument supplied: stream_options"),
  },
  {
    name: "FastAPI, stream options",
    status: 422,
    refuses: has("stream_options"),
    body: {
      detail: [
        { loc: ["body", "stream_options"], msg: "extra fields not permitted", type: "value_error.extra" },
      ],
    },
  },
  {
    name: "a null, in words",
    refuses: hasNull,
    body: { error: { message: "expected a string, got null" } },
  },
  { name: "Ollama, a null", refuses: hasNull, body: said("invalid message content type: <nil>") },
  {
    name: "llama.cpp, a null",
    status: 500,
    refuses: hasNull,
    body: said("[json.exception.type_error.302] type must be string, but is null"),
  },
  {
    name: "vLLM's template, the system's role",
    refuses: hasRole,
    body: said(
      "Only user, assistant and tool roles are supported, with the exception of an initial optional system message!",
    ),
  },
  {
    name: "Pydantic, a null",
    status: 422,
    refuses: hasNull,
    body: {
      detail: [
        {
          loc: ["body", "messages", 2, "content"],
          msg: "none is not an allowed value",
          type: "type_error.none.not_allowed",
        },
      ],
    },
  },
  {
    name: "Llama's template, several calls",
    refuses: hasSeveral,
    body: said("This model only supports single tool-calls at once!"),
  },
  {
    name: "Groq, thoughts",
    refuses: hasThoughts,
    body: said(
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    ),
  },
  {
    name: "Cerebras, thoughts",
    refuses: hasThoughts,
    body: {
      message:
        "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
      type: "invalid_request_error",
      param: "validation_error",
      code: "wrong_api_format",
    },
  },
];

/** Three steps: two calls at once, one more, the answer; calls are written as text where no tools are offered. */
const answer = ({ turn, body }: { turn: number; body: Body }): Reply => {
  const call = { type: "tool" as const, name: "calculate", input: { expression: "6*7" } };
  if (!hasTools(body)) {
    const isAsked = JSON.stringify(body).includes("6*7 = 42");
    const text = isAsked
      ? "It is 42."
      : `\`\`\`json\n{"action":"tool","tool_calls":[{"tool":"calculate","parameters":{"expression":"6*7"}}]}\n\`\`\``;
    return { parts: [{ type: "text", chunks: [text] }] };
  }
  if (turn === 0)
    return {
      parts: [
        { type: "reasoning", chunks: ["Hm."] },
        { ...call, id: "a" },
        { ...call, id: "b", input: { expression: "7*6" } },
      ],
    };
  if (turn === 1) return { parts: [{ ...call, id: "c", input: { expression: "6*7+0" } }] };
  return { parts: [{ type: "text", chunks: ["It is 42."] }] };
};

describe.concurrent("a server that refuses a part of the request", () => {
  it.for(refusals)(
    "is asked once more without it, and then never with it: $name",
    async (row, { expect, onTestFinished }) => {
      const { refuses, body, status = 400, vendor = compatible } = row;
      const script: Script = (request) => (refuses(request.body) ? { status, body } : answer(request));
      const { ask, calls, change, services } = await openProduct(vendor, script, onTestFinished);
      await change({ followUpsEnabled: false });
      const { reply } = await ask("What is 6*7?");
      expect(reply.metadata).toMatchObject({ outcome: "completed" });
      expect(textOf(reply)).toContain("It is 42.");
      expect(toolParts(reply).every((part) => "state" in part && part.state === "output-available")).toBe(
        true,
      );
      expect(toolParts(reply).length).toBeGreaterThan(0);
      expect(calls().filter((call) => refuses(call.body))).toHaveLength(1);
      const before = calls().length;
      const again = await ask("And once more, 6*7?", { message: "m2" });
      expect(again.reply.metadata).toMatchObject({ outcome: "completed" });
      expect(
        calls()
          .slice(before)
          .filter((call) => refuses(call.body)),
      ).toEqual([]);
      const { modelNotes } = await services.readSettings();
      expect(modelNotes?.[vendor.ref]?.refused).toHaveLength(1);
    },
  );

  it.for([
    'tool call validation failed: attempted to call tool "x" which was not in request.tools',
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    "Tool choice is required, but model did not call a tool",
  ])(
    "is asked once more as before where the model wrote a wrong call: %s",
    async (message, { expect, onTestFinished }) => {
      const slip = { error: { message, type: "invalid_request_error", code: "tool_use_failed" } };
      let asked = 0;
      const script: Script = (request) => {
        if (!hasTools(request.body)) return { parts: [{ type: "text", chunks: ["Without tools."] }] };
        return (asked += 1) === 1 ? { status: 400, body: slip } : answer(request);
      };
      const { ask, services, change } = await openProduct(compatible, script, onTestFinished);
      await change({ followUpsEnabled: false });
      const { reply } = await ask("What is 6*7?");
      expect(textOf(reply)).toContain("It is 42.");
      expect((await services.readSettings()).modelNotes?.[compatible.ref]?.refused ?? []).toEqual([]);
    },
  );

  it("is asked once more by each of two who learn it at the same moment", async ({
    expect,
    onTestFinished,
  }) => {
    const bothAsked = Promise.withResolvers<void>();
    let refused = 0;
    const script: Script = async (request) => {
      if (!hasTools(request.body)) return answer(request);
      if ((refused += 1) === 2) bothAsked.resolve();
      await bothAsked.promise;
      return { status: 400, body: said("registry.ollama.ai/library/gemma3:4b does not support tools") };
    };
    const { services, change } = await openProduct(compatible, script, onTestFinished);
    await change({ followUpsEnabled: false });
    const replies = await Promise.all(
      ["c1", "c2"].map(async (conversation) =>
        services.runs
          .start("owner", toQuestion("What is 6*7?", { conversation, message: `m-${conversation}` }))
          .then(({ reply }) => reply),
      ),
    );
    expect(replies.map(textOf)).toEqual([expect.stringContaining("42."), expect.stringContaining("42.")]);
    expect(refused).toBe(2);
  });
});

import { createBreakers } from "@/lib/breakers/breakers";
import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import { createMemory } from "@/lib/features/memory/memory";
import { agentSettingsSchema, defaultSettings } from "@/lib/protocol/settings";
import { toolNames } from "@/lib/engine/tools/catalog";
import { AppError } from "@/lib/errors";
import type { EngineChoice } from "@/lib/protocol/tool-traits";
import type { ToolCatalog, CatalogHooks, ToolSettings } from "@/lib/engine/tools/catalog";
import { createCurrentTime } from "@/lib/features/basics/tools/current-time/current-time";
import { createToolRegistry } from "@/lib/engine/tools/registry";
import type { WebSearch } from "@/lib/features/web/tools/web-search/web-search";
import { createEmptyLibrary } from "@/tests/support/array-library";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { askNobody, readNow } from "@/tests/support/told-reader";
import { createTestTools, type TestToolsDeps } from "@/tests/support/test-tools";
import { openToolContext } from "@/tests/support/tool-context";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { isStepCount, streamText } from "ai";
import { describe, expect, it } from "vitest";

const emptySearch: WebSearch = {
  search: async () => ({ engine: "Told", results: [], served: [], failed: [], notes: [], costMicroUsd: 0 }),
};

async function openCatalog(search: WebSearch = emptySearch, changes: Partial<TestToolsDeps> = {}) {
  return createTestTools({
    search,
    readPage: async (url) => ({ url, title: "", site: "", markdown: "", truncated: false, ...readNow }),
    memory: createMemory({
      records: createMemoryRecords(await openTestStore()),
      now: () => 0,
      newId: createCountingIds(),
    }),
    findImageGenerator: () => null,
    saveImage: async () => "",
    breakers: createBreakers(() => 0),
    askSmall: async () => ({ answer: null, costMicroUsd: 0 }),
    compareMeaning: askNobody,
    rerank: () => null,
    ...createEmptyLibrary(),
    wait: async () => undefined,
    ...changes,
  });
}

/** By the settings; `answer_directly` is offered by a style. */
const offered = toolNames.filter((name) => name !== "answer_directly");
const settings = (changes: object) =>
  agentSettingsSchema.parse({ enabledTools: toolNames, codeEnabled: true, ...changes });
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes the given calls at once and then answers. */
function createCallingModel(calls: { toolName: string; input: string }[]) {
  const steps = [
    [
      ...calls.map((call, index) => ({ type: "tool-call" as const, toolCallId: `call${index}`, ...call })),
      { type: "finish" as const, finishReason: { unified: "tool-calls" as const, raw: undefined }, usage },
    ],
    [
      { type: "text-start" as const, id: "1" },
      { type: "text-delta" as const, id: "1", delta: "Done." },
      { type: "text-end" as const, id: "1" },
      { type: "finish" as const, finishReason: { unified: "stop" as const, raw: undefined }, usage },
    ],
  ];
  let step = 0;
  return new MockLanguageModelV4({
    doStream: async () => ({ stream: convertArrayToReadableStream([...(steps[step++] ?? [])]) }),
  });
}

describe("tool catalog", () => {
  it("defines every tool of the protocol once, with what a model needs to choose it", async () => {
    const definitions = (await openCatalog()).list();
    expect(definitions.map(({ name }) => name).sort()).toEqual([...toolNames].sort());
    expect(
      definitions.filter(
        ({ description }) => !/Use it/.test(description) || !/(Do not use it|Never)/.test(description),
      ),
    ).toEqual([]);
  });

  it("refuses two tools of one name, as models would", () => {
    const tools = ["no.pause", "no_pause"].map((name) => ({ ...createCurrentTime(), name }));
    expect(() => createToolRegistry([], tools)).toThrow("There is a tool named no.pause already.");
  });

  it("offers all tools by default and only the enabled ones otherwise", async () => {
    const catalog = await openCatalog();
    expect(catalog.listEnabled(settings({})).sort()).toEqual([...offered].sort());
    expect(catalog.listEnabled({ ...settings({}), codeEnabled: defaultSettings.codeEnabled })).not.toContain(
      "run_code",
    );
    expect(catalog.firstStepTools).toEqual(["answer_directly"]);
    expect(catalog.listEnabled(settings({ enabledTools: ["calculate", "web_search"] })).sort()).toEqual([
      "calculate",
      "web_search",
    ]);
  });

  it.each([
    ["webSearchEnabled", ["web_search", "web_fetch"]],
    [
      "memoryEnabled",
      ["memory_retrieve", "search_conversations", "memory_save", "memory_forget", "note_read", "note_write"],
    ],
    ["documentsEnabled", ["retrieve", "retrieve_more", "lookup", "summarize"]],
    ["imageGenerationEnabled", ["image_generate"]],
    ["codeEnabled", ["run_code"]],
  ])("takes away a whole capability with %s", async (name, gone) => {
    const enabled: string[] = (await openCatalog()).listEnabled(settings({ [name]: false }));
    expect(offered.filter((tool) => !enabled.includes(tool)).sort()).toEqual([...gone].sort());
  });

  it("names the capabilities that the settings take away, but not memory in a temporary conversation", async () => {
    const catalog = await openCatalog();
    const list = (changes: object, isTemporary = false) =>
      catalog.listSwitchedOff(settings(changes), isTemporary);
    expect(list({})).toEqual([]);
    expect(list({ webSearchEnabled: false, imageGenerationEnabled: false })).toEqual([
      "web search and page reading",
      "making images",
    ]);
    expect(list({ memoryEnabled: false })).toEqual(["memory"]);
    expect(list({ memoryEnabled: false }, true)).toEqual([]);
    const isKept = (tool: string) =>
      ![
        "memory_retrieve",
        "search_conversations",
        "memory_save",
        "memory_forget",
        "note_read",
        "note_write",
        "web_fetch",
      ].includes(tool);
    expect(list({ enabledTools: toolNames.filter(isKept) })).toEqual(["memory"]);
  });

  it("says for the admin panel which switch takes a tool away and what it asks for", async () => {
    const panel = new Map((await openCatalog()).listForPanel().map(({ name, ...rest }) => [name, rest]));
    expect([...panel.keys()]).toEqual(offered);
    expect(panel.get("web_fetch")).toEqual({ setting: "webSearchEnabled", asks: "address" });
    expect(panel.get("image_generate")).toEqual({ setting: "imageGenerationEnabled", asks: "effect" });
    expect(panel.get("calculate")).toEqual({ setting: null, asks: null });
  });

  it("assumes the worst of a tool that is not there", async () => {
    expect((await openCatalog()).describe("rm")).toMatchObject({
      isKnown: false,
      origin: "stranger",
      effect: "sends",
      isRepeatable: false,
    });
  });

  it("reads what a call asks for, and nothing of an input that the tool will refuse", async () => {
    const catalog = await openCatalog();
    const urls = ["https://a.example/"];
    expect(catalog.readRequest("web_fetch", { urls, query: "a" })).toEqual({
      reason: "address",
      urls,
      inside: [],
    });
    expect(catalog.readRequest("web_fetch", { urls: [] })).toBeNull();
    expect(catalog.readRequest("send_mail", {})).toEqual({ reason: "effect" });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("has the small model order passages where the settings say %s", async (rerankEnabled, expected) => {
    let asked = 0;
    const catalog = await openCatalog(emptySearch, {
      readPage: async (url) => ({
        ...{ url, title: "", site: "", truncated: false, ...readNow },
        markdown: "The lamp of the tower is green at night.\n\n".repeat(600),
      }),
      rerank: async () => {
        asked += 1;
        return { order: null, costMicroUsd: 0 };
      },
    });
    const input = '{"urls":["https://a.example/"],"query":"lamp of the tower"}';
    await callOnce(catalog, { toolName: "web_fetch", input }, {}, settings({ rerankEnabled }));
    expect(asked).toBe(expected);
  });

  it("makes each JSON schema once", async () => {
    const context = await openToolContext();
    const [first, second] = [await openCatalog(), await openCatalog()].map((catalog) =>
      catalog.toToolSet(() => context),
    );
    expect(first?.["calculate"]?.inputSchema).toBe(second?.["calculate"]?.inputSchema);
    expect(first?.["calculate"]?.inputSchema).toMatchObject({
      jsonSchema: {
        type: "object",
        required: ["expression"],
        properties: { expression: { type: "string", maxLength: 500 } },
      },
    });
  });

  it("runs calls of a real loop, hands the model plain text, and tells the hooks", async () => {
    const context = await openToolContext();
    const told: unknown[] = [];
    const tools = (await openCatalog()).toToolSet((callId, signal) => ({ ...context, callId, signal }), {
      onStart: (name, callId) => void told.push(["start", name, callId]),
      onEnd: (name, callId, _input, output) => void told.push(["end", name, callId, output.ok]),
    });
    const model = createCallingModel([
      { toolName: "calculate", input: '{"expression":"15*24"}' },
      { toolName: "calculate", input: '{"expression":5}' },
      { toolName: "recall_details", input: '{"resultId":"r_1"}' },
    ]);
    const result = streamText({ model, tools, prompt: "go", stopWhen: isStepCount(3) });
    expect(await result.text).toBe("Done.");
    const message = model.doStreamCalls[1]?.prompt.at(-1);
    const outputs =
      message?.role === "tool"
        ? message.content.map((part) => (part.type === "tool-result" ? part.output : null))
        : [];
    expect(outputs).toEqual([
      { type: "text", value: "15*24 = 360" },
      {
        type: "text",
        value: expect.stringMatching(
          /^ERROR\(invalid_input\): .*expression: expected string, got number 5\.\nTry: /,
        ),
      },
      { type: "text", value: expect.stringMatching(/^ERROR\(not_found\): .*\nTry: /) },
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ["start", "calculate", "call0"],
        ["end", "calculate", "call0", true],
        ["end", "calculate", "call1", false],
        ["end", "recall_details", "call2", false],
      ]),
    );
  });

  it("cuts a call off at the settings' time limit, and hands the search the engines of the settings", async () => {
    const chosen: (EngineChoice | undefined)[] = [];
    const catalog = await openCatalog({
      search: (_query, engines) => {
        chosen.push(engines);
        return new Promise(() => undefined);
      },
    });
    const limits = settings({
      toolLimits: { web_search: { timeLimitSeconds: 1 } },
      searchEngines: ["b", "a"],
      disabledEngines: ["c"],
      searchCacheMinutes: 7,
    });
    const outputs = await callOnce(
      catalog,
      { toolName: "web_search", input: '{"query":"moon"}' },
      {},
      limits,
    );
    expect(outputs).toEqual([
      {
        type: "text",
        value: expect.stringMatching(/^ERROR\(timeout\): web_search was cut off after 1 seconds/),
      },
    ]);
    expect(chosen).toEqual([{ order: ["b", "a"], disabled: ["c"], cacheMinutes: 7 }]);
  });

  it("lets a refusal before a call be read by the model, by tool and call", async () => {
    const asked: string[][] = [];
    const beforeCall = async (name: string, callId: string) => {
      asked.push([name, callId]);
      throw new AppError("quota_exhausted", "All 5 calculations of this hour are made.", { retryAfter: 60 });
    };
    const outputs = await callOnce(
      await openCatalog(),
      { toolName: "calculate", input: '{"expression":"1+1"}' },
      { beforeCall },
    );
    expect(outputs).toEqual([
      {
        type: "text",
        value: expect.stringMatching(
          /^ERROR\(unavailable\): All 5 calculations of this hour are made\.\nTry: Do not call calculate again before /,
        ),
      },
    ]);
    expect(asked).toEqual([["calculate", "call0"]]);
  });
});

/** What the model reads of one call in a real loop. */
async function callOnce(
  catalog: ToolCatalog,
  call: { toolName: string; input: string },
  hooks: CatalogHooks,
  limits?: ToolSettings,
) {
  const context = await openToolContext();
  const tools = catalog.toToolSet((callId, signal) => ({ ...context, callId, signal }), hooks, limits);
  const model = createCallingModel([call]);
  await streamText({ model, tools, prompt: "go", stopWhen: isStepCount(3) }).text;
  const message = model.doStreamCalls[1]?.prompt.at(-1);
  return message?.role === "tool"
    ? message.content.map((part) => (part.type === "tool-result" ? part.output : null))
    : [];
}

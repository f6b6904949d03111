import { describe, expect, it } from "vitest";
import { guideUnanswered } from "@/lib/protocol/chat-message";
import { createGuide } from "@/lib/models/offline/guide";
import { askGuide, searchFound, toOptions, toUser } from "./ask-guide";

describe("the guide as a language model", () => {
  it("streams its thought, then the call with its whole input, and says that it stops for tools", async () => {
    const { parts, reasoning, calls } = await askGuide("Who invented the telephone?");
    expect(reasoning).toBe("I search for “invented telephone”.");
    expect(calls).toEqual([{ tool: "web_search", input: { query: "invented telephone" } }]);
    expect(parts.map((part) => part.type).filter((type) => !type.endsWith("-delta"))).toEqual([
      ...["stream-start", "response-metadata", "reasoning-start", "reasoning-end"],
      ...["tool-input-start", "tool-input-end", "tool-call", "finish"],
    ]);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "tool-calls" } });
  });

  it("streams the answer in pieces of a word that join to the whole", async () => {
    const { parts, text } = await askGuide("Hello!");
    const pieces = parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.every((piece) => /^\S*\s*$/u.test(piece))).toBe(true);
    expect(text).toContain("I need a model for that.");
  });

  it("says the same twice to the same prompt", async () => {
    const asking = { done: [searchFound("invented telephone", "Telephone", "Bicycle")] };
    const [first, second] = await Promise.all([
      askGuide("Who invented the telephone?", asking),
      askGuide("Who invented the telephone?", asking),
    ]);
    expect(second.parts).toEqual(first.parts);
  });

  it("gives the same by doGenerate as by doStream", async () => {
    const { content, finishReason } = await createGuide().doGenerate(toOptions("Who are you?"));
    const { text } = await askGuide("Who are you?");
    expect(content).toEqual([
      { type: "text", text },
      { type: "custom", kind: guideUnanswered },
    ]);
    expect(finishReason.unified).toBe("stop");
  });

  it("estimates its tokens, of which pictures have none", async () => {
    const options = toOptions("Hello!");
    const data = { type: "data", data: new Uint8Array(1_000_000) } as const;
    const picture = { type: "file", mediaType: "image/png", data } as const;
    const content = [picture, { type: "text" as const, text: "What is this?" }];
    const prompt = [...options.prompt, { role: "user" as const, content }];
    const { usage } = await createGuide().doGenerate({ ...options, prompt });
    expect(usage.inputTokens.total).toBeGreaterThan(10);
    expect(usage.inputTokens.total).toBeLessThan(300);
  });

  it("stops with the signal's reason", async () => {
    const controller = new AbortController();
    const abortSignal = controller.signal;
    const { stream } = await createGuide().doStream({ ...toOptions("Hello!"), abortSignal });
    const reader = stream.getReader();
    await reader.read();
    controller.abort(new Error("stopped by a person"));
    await expect(readToEnd(reader)).rejects.toThrow("stopped by a person");
  });

  it("refuses a call that is stopped before it starts", async () => {
    const abortSignal = AbortSignal.abort(new Error("stopped"));
    await expect(createGuide().doGenerate({ ...toOptions("Hello!"), abortSignal })).rejects.toThrow(
      "stopped",
    );
  });

  it("makes a title out of the person's words when one is asked for", async () => {
    const system = { role: "system" as const, content: "Write a short title for the conversation." };
    const { content } = await createGuide().doGenerate({
      prompt: [system, toUser("Who built the tower?\nIn Paris.")],
    });
    expect(content).toEqual([{ type: "text", text: "Who built the tower?" }]);
  });

  it("does not take the loop's notes for the person's words", async () => {
    const note = "[Note from Sextant, not from the person] You made the same call before.";
    const { calls } = await askGuide(note, { history: [toUser("Who invented the telephone?")] });
    expect(calls).toEqual([{ tool: "web_search", input: { query: "invented telephone" } }]);
  });
});

describe("a message that asks for nothing that can be looked up", () => {
  it.each(["Hello!", "hi there", "Thanks a lot!", "Who are you?", "How are you?", "", "Iceland"])(
    "is answered in one line with what the guide can do, and that a model could: “%s”",
    async (said) => {
      const { text, calls, isUnanswered } = await askGuide(said);
      expect([calls, isUnanswered]).toEqual([[], true]);
      expect(text).toMatch(/^I need a model for that\. [^\n“”[]+\.$/u);
    },
  );

  it.each(["你好", "谢谢你", "太好了！"])("is answered in Chinese: “%s”", async (said) => {
    const { text, calls } = await askGuide(said);
    expect(calls).toEqual([]);
    expect(text).toMatch(/^这个问题要接入模型才能回答。[^\n“”[]+。$/u);
  });
});

describe("a call that has to be made", () => {
  it("is the free answer where that is offered, and is followed by the text", async () => {
    const tools = ["web_search", "answer_directly"];
    const first = await askGuide("Hello!", { tools, choice: "required" });
    expect(first.calls).toMatchObject([
      { tool: "answer_directly", input: { reason: expect.any(String) as string } },
    ]);
    const done = [{ tool: "answer_directly", input: {}, output: "ok" }];
    const second = await askGuide("Hello!", { tools, done });
    expect(second.calls).toEqual([]);
    expect(second.text).toContain("I need a model for that");
  });

  it("is another tool where there is no free answer", async () => {
    const { calls } = await askGuide("Hello!", { tools: ["web_search"], choice: "required" });
    expect(calls).toEqual([{ tool: "web_search", input: { query: "Hello!" } }]);
  });

  it("is the search for a question of fact", async () => {
    const tools = ["web_search", "answer_directly"];
    const { calls } = await askGuide("Who invented the telephone?", { tools, choice: "required" });
    expect(calls.map(({ tool }) => tool)).toEqual(["web_search"]);
  });
});

async function readToEnd(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  while (!(await reader.read()).done);
}

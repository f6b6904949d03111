import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asksFirst } from "@/components/admin/asks-first";
import { judgeCall } from "@/lib/agent/consent/judge-call";
import { toolNames } from "@/lib/protocol/tools";
import { openTestServices, type TestServices } from "@/tests/support/test-services";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const view = {
  strangers: ["A page, https://a.example/."],
  listed: [],
  fetched: [],
  pages: [],
  question: "Hello",
  earlier: [],
  summary: "",
  facts: ["Lives in Oslo"],
  isSaid: () => false,
  sent: [],
};
const inputs: Record<string, unknown> = {
  web_search: { query: "oslo" },
  web_fetch: { urls: ["https://a.example/"], query: "a" },
  memory_save: { facts: [{ content: "Is allergic to peanuts" }] },
};

describe("the words about a tool", () => {
  it.each(toolNames)("say when %s asks first, as it is judged", (tool) => {
    const hasEffects = services.tools.list().find(({ name }) => name === tool)?.hasSideEffects ?? false;
    const judged = judgeCall({ tool, input: inputs[tool] ?? {}, hasEffects }, view);
    expect(judged.kind === "ask" ? judged.reason : undefined).toBe(asksFirst[tool]);
  });
});

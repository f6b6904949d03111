import { afterEach, describe, expect, it } from "vitest";
import { ChoicePanel } from "@/components/chat/composer/choice-panel";
import { choicesStore, type Choices } from "@/lib/client/choices";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentCard } from "@/lib/protocol/agents";
import type { ClientSettings, UsualReply } from "@/lib/protocol/client-settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

const toLike = (model: string, mode: RunMode, ms: number, microUsd: number | null): UsualReply => ({
  ...{ model, mode, isPlanned: false, ms, microUsd },
});

const settings: ClientSettings = {
  offline: false,
  canConfigure: false,
  models: [
    {
      ref: "anthropic:a",
      label: "claude-a",
      contextWindow: 200_000,
      price: { inputPerMillion: 3, outputPerMillion: 15 },
    },
    { ref: "named:b", label: "b", contextWindow: null, price: null },
    { ref: "local:c", label: "c", contextWindow: 16_000, price: { inputPerMillion: 0, outputPerMillion: 0 } },
  ],
  defaultModel: "anthropic:a",
  usual: [
    toLike("anthropic:a", "fast", 4_300, 4_000),
    toLike("local:c", "fast", 9_000, 0),
    toLike("anthropic:a", "thinking", 90_000, 0),
    { ...toLike("anthropic:a", "thinking", 240_000, 90_000), isPlanned: true },
    toLike("local:c", "balanced", 5_000, null),
  ],
  focusEngines: { news: ["Brave Search", "Tavily"], academic: [], site: ["Tavily"] },
  style: "balanced",
  allowStyleOverride: true,
  allowPlans: true,
  allowModelChoice: true,
  reasoningVisible: true,
  agents: [],
};
const clerk: AgentCard = {
  ...{
    id: "clerk",
    name: "Clerk",
    picture: { icon: "calculator", color: "teal" },
    purpose: "",
    starters: [],
  },
  ...{ style: "direct", depth: "balanced", hasModels: true },
};

async function draw(
  changes: Partial<ClientSettings> = {},
  { agent = null, locale = "en" }: { agent?: AgentCard | null; locale?: "en" | "zh" } = {},
) {
  const html = await renderInLocale(
    locale,
    <ChoicePanel
      settings={{ ...settings, ...changes }}
      agent={{ cards: agent === null ? [] : [agent], chosen: agent, choose: () => undefined }}
      scopeKey="c1"
    />,
  );
  return { html, text: html.replace(/<\/p>/g, "\n").replace(/<[^>]*>/g, "") };
}

const nothing: Choices = {
  style: null,
  model: null,
  mode: "balanced",
  focus: null,
  isWebOff: false,
  plan: null,
  agent: null,
};
afterEach(() => choicesStore.setState(nothing));

describe("the choices of an answer", () => {
  it("tell what a mode usually takes here where that is known, and of cost only what was paid", async () => {
    const { text } = await draw();
    expect(text).toContain("QuickThe quickest answer, with little searching. Usually 4 s and 0.4 ¢ here.\n");
    expect(text).toContain("NormalSearches and reads as far as the question needs.\n");
    expect(text).toContain(
      "checks its own answer. Usually 1.5 min here. With a plan, usually 4 min and 9 ¢ here.\n",
    );
  });

  it("tell it of the model that answers", async () => {
    const { text } = await draw({ defaultModel: "local:c" });
    expect(text).toContain("with little searching. Usually 9 s here.\n");
    expect(text).toContain("as the question needs. Usually 5 s here.\n");
    expect(text).toContain("checks its own answer.\n");
    expect((await draw({}, { locale: "zh" })).text).toContain("有计划时通常 4 分钟，9 ¢。");
  });

  it("tell a model's window and price, and what nobody knows of it", async () => {
    const { text } = await draw();
    expect(text).toContain("Automaticclaude-a first; if it doesn’t answer, the next in line.\n");
    expect(text).toContain("claude-aContext window 200K tokens · $3 in, $15 out per million tokens\n");
    expect(text).toContain("bContext window unknown · price unknown\n");
    expect(text).toContain("cContext window 16K tokens · free\n");
    expect((await draw({}, { locale: "zh" })).text).toContain(
      "上下文 20万 Token · 每百万 Token 输入 $3、输出 $15\n",
    );
  });

  it("leave out what the settings or the agent decide", async () => {
    const fixed = await draw({ allowModelChoice: false, allowStyleOverride: false, focusEngines: null });
    expect(fixed.text).not.toMatch(/Automatic|Style|Web search|Agent/);
    const { text } = await draw({}, { agent: clerk });
    expect(text).toContain("Clerk");
    expect(text).not.toMatch(/Automatic|Style|Deep/);
  });

  it("offer a focus only where a search engine can keep to it, and say which cannot", async () => {
    const { html, text } = await draw();
    expect(html.match(/<input[^>]*disabled[^>]*>/g)).toHaveLength(1);
    expect(text).toContain("No search engine here can do these: Academic.");
    const none = await draw({ focusEngines: { news: [], academic: [], site: [] } });
    expect(none.text).toContain("can’t be limited to news, academic sources or one site.");
    expect(none.html).not.toContain("disabled");
  });

  it("have one name each", async () => {
    const { html } = await draw({}, { agent: { ...clerk, hasModels: false, style: null } });
    const names = [...html.matchAll(/<(?:legend|summary)[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual(["Mode", "Model", "Web search", "More"]);
  });
});

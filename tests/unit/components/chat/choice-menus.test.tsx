import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { DepthMenu } from "@/components/chat/composer/depth-menu";
import { ModelMenu } from "@/components/chat/composer/model-menu";
import { MoreMenu } from "@/components/chat/composer/more-menu";
import { WebMenu } from "@/components/chat/composer/web-menu";
import { Chips } from "@/components/chat/composer/chips";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import type { ClientSettings, FocusEngines, UsualReply } from "@/lib/protocol/client-settings";
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
      provider: "Anthropic",
      contextWindow: 200_000,
      price: { inputPerMillion: 3, outputPerMillion: 15 },
    },
    { ref: "named:b", label: "b", provider: "Harbour", contextWindow: null, price: null },
    {
      ref: "local:c",
      label: "c",
      provider: "local",
      contextWindow: 16_000,
      price: { inputPerMillion: 0, outputPerMillion: 0 },
    },
  ],
  defaultModel: "anthropic:a",
  budget: { microUsd: 200_000, planMicroUsd: 1_000_000 },
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
  ...{ style: "direct", depth: "balanced", hasModels: true, centsPerAnswer: null },
};

type Drawn = { changes?: Partial<ClientSettings>; agent?: AgentCard | null; locale?: "en" | "zh" };

const toProps = ({ changes = {}, agent = null }: Drawn) => ({
  settings: { ...settings, ...changes },
  agent: { cards: agent === null ? [] : [agent], chosen: agent, choose: () => undefined },
  ...{ scopeKey: "c1", isTemporary: false, onTemporary: undefined },
});

async function draw(element: ReactElement, locale: "en" | "zh" = "en") {
  const html = await renderInLocale(locale, element);
  return { html, text: html.replace(/<[^>]*>/g, "\n").replace(/\n+/g, "\n") };
}

const drawDepth = ({ locale, ...drawn }: Drawn = {}) => draw(<DepthMenu {...toProps(drawn)} />, locale);
const drawModels = (model: string | null, { locale, ...drawn }: Drawn = {}) =>
  draw(<ModelMenu {...toProps(drawn)} model={model} />, locale);
const drawChips = ({ locale, ...drawn }: Drawn & { isHome?: boolean } = {}) =>
  draw(
    <Chips
      {...toProps(drawn)}
      isHome={drawn.isHome ?? false}
      onFiles={async () => undefined}
      onSign={() => undefined}
      onLeave={() => undefined}
    />,
    locale,
  );
const readButtons = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = "", inside = ""]) =>
      /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inside.replace(/<[^>]*>/g, ""),
  );

describe("the depths", () => {
  it("tell what each usually takes here where that is known, and of cost only what was paid", async () => {
    const { text } = await drawDepth();
    expect(text).toContain(
      "\nQuick\nAnswers at once, looks up little.\n4 s\n0.4 ¢\nNormal\nLooks things up as needed.\nDeep\n",
    );
    expect(text).toContain("checks itself. With a plan, usually 4 min and 9 ¢.\n1.5 min\n");
  });

  it("tell it of the model that answers", async () => {
    const { text } = await drawDepth({ changes: { defaultModel: "local:c" } });
    expect(text).toContain("looks up little.\n9 s\nNormal\nLooks things up as needed.\n5 s\nDeep\n");
    expect((await drawDepth({ locale: "zh" })).text).toContain("有计划时通常 4 分钟，9 ¢。");
  });

  it("say what no answer costs more than, of plans only where there may be one", async () => {
    expect((await drawDepth()).text).toContain("No answer costs more than 20 ¢, or $1.00 with a plan.");
    const { text } = await drawDepth({ changes: { allowPlans: false } });
    expect(text).toContain("No answer costs more than 20 ¢.\n");
    expect((await drawDepth({ locale: "zh" })).text).toContain("每个回答最多花 20 ¢，有计划时最多 $1.00。");
  });

  it("are those that the agent allows", async () => {
    expect((await drawDepth({ agent: clerk })).text).not.toContain("Deep");
  });
});

describe("the models", () => {
  it("stand by who provides them, with window and price, and what nobody knows of them", async () => {
    const { html, text } = await drawModels(null);
    expect(text).toContain("\nAutomatic\nclaude-a first; if it doesn’t answer, the next in line.\n");
    expect(text).toContain("\nAnthropic\nin / out per million tokens\nclaude-a\n200K context\n$3 / $15\n");
    expect(text).toContain("\nHarbour\nb\nContext window unknown\nprice unknown\n");
    expect(text).toContain("\nLocal server\nc\n16K context\nfree\n");
    expect(html.match(/aria-checked="true"/g)).toHaveLength(1);
    expect((await drawModels("named:b", { locale: "zh" })).text).toContain("上下文 20万");
  });
});

describe("where to search", () => {
  const drawWeb = async (engines: FocusEngines) => draw(<WebMenu engines={engines} focus={null} />);

  it("is offered only where a search engine can keep to it, and the others are named", async () => {
    const { html, text } = await drawWeb({
      news: ["Brave Search", "Tavily"],
      academic: [],
      site: ["Tavily"],
    });
    expect(html.match(/disabled=""/g)).toHaveLength(1);
    expect(text).toContain("News\nOnly with Brave Search and Tavily.");
    expect(text).toContain("No search engine here can do these: Academic.");
    const none = await drawWeb({ news: [], academic: [], site: [] });
    expect(none.text).toContain("can’t be limited to news, academic sources or one site.");
    expect(none.html).not.toContain("<input");
  });
});

describe("the chips", () => {
  it("say what holds, and show what depth usually takes where a conversation begins", async () => {
    const { html, text } = await drawChips({ isHome: true });
    expect(readButtons(html)).toEqual([
      ...["Add", "Model: Automatic, claude-a", "Web", "Where to search", "Depth: Normal", "More"],
    ]);
    expect(text).not.toContain("5 s");
    expect(html).not.toContain("bg-tint");
    const changes = { defaultModel: "local:c" };
    expect((await drawChips({ changes, isHome: true })).text).toContain("Normal\n5 s\n");
    expect((await drawChips({ changes })).text).not.toContain("5 s");
  });

  it("leave out what the settings or the agent decide; the agent stands first and can be left", async () => {
    const fixed = await drawChips({ changes: { allowModelChoice: false, focusEngines: null } });
    expect(readButtons(fixed.html)).toEqual(["Add", "Depth: Normal", "More"]);
    const { html } = await drawChips({ agent: { ...clerk, name: "C".repeat(200) } });
    expect(readButtons(html).slice(0, 3)).toEqual([
      "Add",
      `Ask Sextant instead of ${"C".repeat(200)}`,
      "Web",
    ]);
  });
});

describe("what few people change", () => {
  it("is left out where the settings or the agent decide it", async () => {
    const { html } = await draw(<MoreMenu {...toProps({ agent: { ...clerk, style: null } })} />);
    expect([...html.matchAll(/<select aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      "Agent",
      "Style",
      "Plan",
    ]);
    const changes = { allowStyleOverride: false, allowPlans: false };
    expect((await draw(<MoreMenu {...toProps({ changes })} />)).html).not.toContain("<select");
  });

  it("offers a temporary chat only before the first message", async () => {
    const drawAs = (isTemporary: boolean) =>
      draw(<MoreMenu {...toProps({})} isTemporary={isTemporary} onTemporary={() => undefined} />);
    expect((await drawAs(false)).text).toContain("Make this chat temporary");
    expect((await drawAs(true)).text).toContain("Make this a normal chat");
    expect((await draw(<MoreMenu {...toProps({})} />)).text).not.toContain("Make this");
  });
});

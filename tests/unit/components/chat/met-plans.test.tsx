import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { HomeFrame } from "@/components/chat/home";
import type { ComposerHandle } from "@/components/chat/composer/use-composer";
import { PlanOffer } from "@/components/chat/plan/plan-offer";
import { toPlan } from "@/lib/engine/planning/propose";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { MessageMetadata } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";
import { openStore, openBrowser, draft } from "@/tests/unit/client/conversation/open-store";
import { sendProblem } from "@/tests/unit/client/chat-server";

const settings = {
  ...{ offline: false, canConfigure: false, models: [], defaultModel: "local:a", usual: [], agents: [] },
  budget: { microUsd: 100_000, planMicroUsd: 500_000 },
  ...{ focusEngines: null, style: "balanced", allowStyleOverride: true, allowModelChoice: true },
  ...{ allowPlans: true, reasoningVisible: true },
} satisfies ClientSettings;
const agent: AgentCard = {
  ...{ id: "clerk", name: "Clerk", picture: { icon: "calculator", color: "teal" }, purpose: "" },
  ...{ starters: ["Sum up my bills."], style: null, depth: null, hasModels: true, centsPerAnswer: null },
};

describe("the questions of an empty conversation", () => {
  const drawStarters = async (locale: "en" | "zh", changes: Partial<ClientSettings> = {}, by = agent) =>
    renderInLocale(
      locale,
      <HomeFrame
        isHome
        isTemporary={false}
        onTemporary={undefined}
        settings={{ ...settings, ...changes }}
        agent={{ cards: [], chosen: by === agent ? null : by, choose: () => undefined }}
        composer={createRef<ComposerHandle>()}
        onFocus={() => undefined}
        foot={null}
      >
        {null}
      </HomeFrame>,
    );

  it.each([
    ["en", "Plan three days in Lisbon"],
    ["zh", "三天的里斯本行程"],
  ] as const)("end with one that shows a plan, in %s", async (locale, words) => {
    expect(await drawStarters(locale)).toContain(words);
    expect(await drawStarters(locale, { allowPlans: false })).not.toContain(words);
    expect(await drawStarters(locale, { offline: true })).not.toContain(words);
    expect(await drawStarters(locale, {}, { ...agent })).not.toContain(words);
  });

  it("go with the choices that they need, which stand before the person's own", async () => {
    openBrowser();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [sendProblem(400, "validation", "Not now.")],
    });
    await store.getState().send({ ...draft, options: { plan: "always" } });
    await store.getState().send({ ...draft, id: "u2" });
    expect(chatServer.bodies.map(({ options }) => options)).toEqual([
      { mode: "fast", plan: "always" },
      { mode: "fast" },
    ]);
  });
});

describe("under an answer a plan", () => {
  const parts = ["What of gas?", "What of heat pumps?"].map((text) => ({ text, reason: "", needs: [] }));
  const drawOffer = (
    metadata: MessageMetadata | undefined,
    { plan = null, answer = "Both." }: Partial<Parameters<typeof PlanOffer>[0]["turn"]> = {},
    allowPlans = true,
  ) =>
    renderInLocale(
      "en",
      <PlanOffer
        turn={{ plan, answer }}
        metadata={metadata}
        settings={{ allowPlans }}
        onPlan={() => undefined}
      />,
    );

  it("is offered where the question has several parts", async () => {
    expect(await drawOffer({ subQuestions: parts })).toContain("Make a plan of this");
  });

  it("is not offered for one part, for a plan, without an answer, or where there are no plans", async () => {
    const plan = toPlan({ goal: "Both", report: false }, { steps: [], notes: [] }, 0);
    const drawn = await Promise.all([
      drawOffer(undefined),
      drawOffer({ subQuestions: parts.slice(1) }),
      drawOffer({ subQuestions: parts }, { plan }),
      drawOffer({ subQuestions: parts }, { answer: "" }),
      drawOffer({ subQuestions: parts }, {}, false),
    ]);
    expect(drawn.join("")).toBe("");
  });
});

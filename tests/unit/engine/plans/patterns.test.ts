import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { step } from "@/tests/support/planned-script";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const bidsOf = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-helper" && part.data.kind === "bid" ? [part.data] : []));

/** What each helper says of itself, by its purpose's first words; `null` for one that says nothing useful. */
type Offers = Record<string, { confidence: number; calls: number } | null>;
const offer = (offers: Offers) => (request: ProviderRequest) => {
  if (!isAskedFor(request, "calls", "confidence")) return null;
  const prompt = JSON.stringify(request.body);
  const found = Object.entries(offers).find(([purpose]) => prompt.includes(`What you are: ${purpose}`));
  return found?.[1] ? { ...found[1], reason: "It is my trade." } : { nonsense: true };
};

const open = (offers: Offers, tool: string | null = null) =>
  openPlanned({
    plans: [[step("open", [], { helper: "any", tool }), step("other")]],
    small: offer(offers),
  });

describe("a step that helpers bid for", () => {
  it("goes to the cheapest of those that are sure enough, and the bids stand in the plan", async () => {
    const { services, provider } = await open({
      "finds out facts": { confidence: 0.95, calls: 6 },
      "compares, computes and draws": { confidence: 0.8, calls: 2 },
      "writes text": { confidence: 0.2, calls: 1 },
      "shortens and clears": null,
      "checks statements": { confidence: 0.8, calls: 3 },
    });
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({ open: "completed", other: "completed" });
    expect(planOf(reply)?.steps[0]).toMatchObject({ pattern: "bids", agent: { id: "analyst" } });
    expect(bidsOf(reply).map(({ from, text }) => `${from}: ${text}`)).toEqual(
      expect.arrayContaining([
        "Researcher: 95% · 6 × · It is my trade.",
        "Analyst: 80% · 2 × · It is my trade.",
        "Writer: 20% · 1 × · It is my trade.",
        "Fact-checker: 80% · 3 × · It is my trade.",
      ]),
    );
    expect(bidsOf(reply)).toHaveLength(4);
    const did = provider.requests.find(({ body }) => JSON.stringify(body).includes("Do: open"));
    expect(JSON.stringify((did as ProviderRequest).body)).toContain("You compute and compare.");
  });

  it("goes to the surest where none is sure enough, and is offered to those alone who have its tool", async () => {
    const { services } = await open(
      {
        "finds out facts": { confidence: 0.3, calls: 1 },
        "compares, computes and draws": { confidence: 1, calls: 1 },
        "checks statements": { confidence: 0.5, calls: 9 },
      },
      "web_search",
    );
    const reply = await askPlanned(services);
    expect(planOf(reply)?.steps[0]?.agent).toMatchObject({ id: "fact-checker" });
    expect(bidsOf(reply).map(({ from }) => from)).toEqual(["Researcher", "Fact-checker"]);
  });

  it("is done by the agent that answers where nobody bids", async () => {
    const { services } = await open({});
    const reply = await askPlanned(services);
    expect(statuses(reply)).toEqual({ open: "completed", other: "completed" });
    expect(planOf(reply)?.steps[0]?.agent).toBeNull();
  });
});

describe("a step of a committee", () => {
  it("is answered three times, and the answer that the judge takes goes on", async () => {
    const answers = ["It is 4.", "It is 5, as the table says.", "It is about 5."];
    const { services, provider, small } = await openPlanned({
      plans: [[step("sum", [], { committee: true }), step("next", [1])]],
      steps: { sum: answers },
      small: (request) => {
        if (!isAskedFor(request, "best", "reason")) return null;
        const lines = /Answers:(.*)/.exec(JSON.stringify(request.body))?.[1] ?? "";
        const place = (text: string) => lines.indexOf(text);
        const order = [...answers].sort((one, other) => place(one) - place(other));
        return { best: order.indexOf(answers[1] ?? "") + 1, reason: "It cites." };
      },
    });
    const reply = await askPlanned(services);
    expect(planOf(reply)?.steps[0]).toMatchObject({ pattern: "committee", summary: answers[1] });
    const words = provider.requests.map(({ body }) => JSON.stringify(body["messages"]));
    expect(words.filter((one) => one.includes("Do: sum"))).toHaveLength(3);
    expect(words.find((one) => one.includes("Do: next"))).toContain(answers[1]);
    expect(small.requests.some(({ body }) => JSON.stringify(body).includes("did the same task"))).toBe(true);
  });
});

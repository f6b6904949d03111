import { describe, expect, it } from "vitest";
import { textOf } from "@/tests/support/scripted-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, findStep, openPlanned, planOf, statuses, step } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);

describe("a reply with a plan", () => {
  it("does the steps in their order, gives each what it needs, and answers from all results", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("find"), step("look"), step("compare", [1, 2])]],
      steps: { find: ["The find is 12."], look: ["The look is 13."], compare: ["13 is more than 12."] },
      answer: "The look wins.",
    });
    const reply = await askPlanned(services);
    expect(textOf(reply)).toBe("The look wins.");
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(statuses(reply)).toEqual({ find: "completed", look: "completed", compare: "completed" });
    const asked = provider.requests.map((request) => findStep(wordsOf(request)));
    expect(asked.slice(1, 3).sort()).toEqual(["find", "look"]);
    const compare = provider.requests[3] as ProviderRequest;
    expect(wordsOf(compare)).toContain("The find is 12.");
    expect(wordsOf(compare)).toContain("The look is 13.");
    expect(wordsOf(compare)).not.toContain("Tell me all of it.");
    expect(wordsOf(provider.requests[4] as ProviderRequest)).toContain("13 is more than 12.");
    expect(provider.requests).toHaveLength(5);
  });

  it("keeps its steps out of the list of conversations, and deletes them with the conversation", async () => {
    const { services } = await openPlanned({ plans: [[step("one"), step("two")]] });
    const reply = await askPlanned(services);
    const places = planOf(reply)?.steps.flatMap(({ conversationId = "" }) => conversationId) ?? [];
    const { conversations } = await services.runs.listConversations("owner", { limit: 10 });
    expect(conversations.map(({ id }) => id)).toEqual(["c1"]);
    const [first = ""] = places;
    const { messages } = await services.runs.readConversation("owner", first, { limit: 10 });
    expect(textOf(messages.at(-1) ?? { id: "", role: "user", parts: [] })).toBe("Result of one.");
    await services.runs.deleteConversation("owner", "c1");
    for (const place of places)
      await expect(services.runs.readConversation("owner", place, { limit: 10 })).rejects.toMatchObject({
        code: "not_found",
      });
  });

  it("is answered without one where the small model sees no need", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("one"), step("two")]],
      small: (prompt) =>
        prompt.includes("can answer a question") ? { plan: false, reason: "one look-up" } : null,
    });
    const reply = await askPlanned(services);
    expect(planOf(reply)).toBeNull();
    expect(provider.requests).toHaveLength(1);
  });
});

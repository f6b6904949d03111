import { describe, expect, it } from "vitest";
import { findStep, step } from "@/tests/support/planned-script";
import { textOf } from "@/tests/support/scripted-services";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

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

  it("tells a helper that is still at work what another one found", async () => {
    const isTold = Promise.withResolvers<null>();
    const asked: string[] = [];
    const { services } = await openPlanned({
      plans: [[step("quick"), step("slow")]],
      steps: {
        quick: ["The quick find is 7."],
        slow: [
          async () => {
            await isTold.promise;
            const input = { expression: "1+1" };
            return { parts: [{ type: "tool", name: "calculate", input }], usage: { input: 20, output: 5 } };
          },
          (request) => {
            asked.push(wordsOf(request));
            return "The slow find is 8.";
          },
        ],
      },
    });
    const reply = askPlanned(services);
    const isDone = async () => {
      const { activeRunId } = await services.runs.readConversation("owner", "c1", { limit: 4 });
      const plan = await services.runs.getPlan("owner", activeRunId ?? "").catch(() => null);
      return plan?.steps[0]?.status;
    };
    await expect.poll(isDone).toBe("completed");
    isTold.resolve(null);
    expect(statuses(await reply)).toEqual({ quick: "completed", slow: "completed" });
    expect(asked[0]).toContain("Another helper found this");
    expect(asked[0]).toContain("The quick find is 7.");
    const kinds = (await reply).parts.flatMap((part) =>
      part.type === "data-helper" ? [part.data.kind] : [],
    );
    expect(kinds).toContain("finding");
  });

  it("is answered without one where the small model sees no need", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("one"), step("two")]],
      small: (request) => (isAskedFor(request, "plan") ? { plan: false, reason: "one look-up" } : null),
    });
    const reply = await askPlanned(services);
    expect(planOf(reply)).toBeNull();
    expect(provider.requests).toHaveLength(1);
  });
});

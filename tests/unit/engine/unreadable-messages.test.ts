import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { ask, read, text, textOf } from "@/tests/support/scripted-services";
import { openProcess, openProvider } from "./cut-runs";

describe("a conversation of which a stored message is broken", () => {
  it.each([
    {
      whose: "reply",
      messageId: (reply: string) => reply,
      shown: ["One?", "", "Two?", "Answer."],
      role: "assistant",
    },
    {
      whose: "question",
      messageId: () => "m1",
      shown: ["(This message can no longer be read.)", "Answer.", "Two?", "Answer."],
      role: "user",
    },
  ])(
    "shows the others, keeps the place of the $whose, and takes the next message",
    async ({ messageId, shown, role }) => {
      const { services, store } = await openProcess(await openProvider(() => text("Answer.")));
      const first = await ask(services, "One?");
      await store.update(paths.message("owner", "c1", messageId(first.id)), { body: '{"id":"m' });
      const next = await ask(services, "Two?", { message: "m2" });
      expect(next.metadata?.outcome).toBe("completed");
      const { messages } = await read(services);
      expect(messages.map(textOf)).toEqual(shown);
      expect(messages.find(({ id }) => id === messageId(first.id))).toMatchObject({ role });
    },
  );

  it("says of a broken reply that it failed, and makes it again when asked", async () => {
    const { services, store } = await openProcess(await openProvider(() => text("Answer.")));
    const { id } = await ask(services, "One?");
    await store.update(paths.message("owner", "c1", id), { body: "null" });
    expect((await read(services)).messages[1]).toEqual({
      id,
      role: "assistant",
      parts: [],
      metadata: { outcome: "failed", reason: "internal", parentId: "m1" },
    });
    const again = await services.runs.start("owner", {
      id: "c1",
      trigger: "regenerate-message",
      options: {},
    });
    expect(textOf(await again.reply)).toBe("Answer.");
    expect((await read(services)).messages.map(textOf)).toEqual(["One?", "Answer."]);
  });
});

import { describe, expect, it } from "vitest";
import { isMark } from "@/lib/engine/log/entries";
import { text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { copyFolder, goOn, keepEntries, openProcess, openProvider, stalled, untilLogged } from "./cut-runs";

describe("words of the person that came after an answer", () => {
  it("are answered also when the process died before the next step began", async () => {
    const isSteered = Promise.withResolvers<void>();
    let isBack = false;
    const provider = await openProvider(async ({ body }) => {
      if (JSON.stringify(body["messages"]).includes("In miles")) return isBack ? text("Six miles.") : stalled;
      await isSteered.promise;
      return text("Ten km. ");
    });
    const { services, store } = await openProcess(provider);
    await services.runs.start("owner", toQuestion("How far?"));
    await expect.poll(() => provider.requests.length).toBe(1);
    await services.runs.steer("owner", "c1", { id: "s1", text: "In miles" });
    isSteered.resolve();
    await untilLogged(store, "steering-message");
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    await keepEntries(
      next.store,
      (_entry, index, all) =>
        index <= all.findIndex((entry) => !isMark(entry) && entry.type === "steering-message"),
    );
    isBack = true;
    const reply = await goOn(next.services);
    expect(textOf(reply)).toBe("Ten km. Six miles.");
    expect(reply.parts.filter(({ type }) => type === "steering-message")).toHaveLength(1);
    expect(reply.metadata?.outcome).toBe("completed");
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { paths } from "@/lib/data/paths";
import { toQuotaRecord } from "@/lib/features/quotas/records/quotas";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Store } from "@/lib/store/store";
import { text } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import { copyFolder, goOn, openProcess, openProvider, readUntil, stalled, untilLogged } from "./cut-runs";

/** Its price is unknown: a token counts as a millionth of a dollar, and a reply has something set aside. */
const unpriced = ({ url }: ProviderServer) => ({
  COMPATIBLE_PROVIDERS: `box=${url}/v1`,
  MODEL_MAIN: "box:talker",
});
const spentToday = async ({ quotas }: TestServices) => (await quotas.read("owner")).used.microUsdToday;
const readQuota = async (store: Store) => toQuotaRecord((await store.find(paths.quota("owner")))?.data);
const countTokens = ({ metadata }: ChatMessage) =>
  (metadata?.usage?.inputTokens ?? 0) + (metadata?.usage?.outputTokens ?? 0);
const tenMinutes = 600_000;

describe("a call of the model that a hand-over cut", () => {
  it("is counted once", async () => {
    let isBack = false;
    const provider = await openProvider(() => (isBack ? text("Whole.") : stalled));
    const { services } = await openProcess(provider);
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    await services.close();
    isBack = true;
    const next = await openProcess(provider, { folder: services.dataDir });
    const { metadata } = await goOn(next.services);
    const { steps } = await next.services.runs.getRecord("owner", metadata?.runId ?? "");
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["cut", "stop"]);
    expect(metadata?.usage?.inputTokens).toBe(steps.reduce((sum, { usage }) => sum + usage.inputTokens, 0));
  });
});

describe("what was set aside for a reply", () => {
  it("is not charged beside what it cost when it ends late", async () => {
    let isBack = false;
    const provider = await openProvider(() => (isBack ? text("Done.") : stalled));
    const { services } = await openProcess(provider, { env: unpriced(provider) });
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    const reserved = await spentToday(services);
    await services.close();
    isBack = true;
    const later = {
      folder: services.dataDir,
      env: unpriced(provider),
      outside: { now: () => Date.now() + tenMinutes },
    };
    const next = await openProcess(provider, later);
    const other = await (
      await next.services.runs.start("owner", toQuestion("Hello", { conversation: "c2", message: "m2" }))
    ).reply;
    expect(await spentToday(next.services)).toBe(reserved + countTokens(other));
    const late = await goOn(next.services);
    expect(late.metadata).toMatchObject({ outcome: "completed" });
    expect(await spentToday(next.services)).toBe(countTokens(late) + countTokens(other));
    expect(await readQuota(next.store)).toMatchObject({ held: {}, lapsed: {} });
  });

  it("is given up when its conversation is deleted while nobody makes it, and what it cost is charged", async () => {
    const provider = await openProvider(() => stalled);
    const { services } = await openProcess(provider, { env: unpriced(provider) });
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    const reserved = await spentToday(services);
    await services.close();
    const next = await openProcess(provider, { folder: services.dataDir, env: unpriced(provider) });
    await next.services.runs.deleteConversation("owner", "c1");
    const quota = await readQuota(next.store);
    expect(quota).toMatchObject({ held: {}, lapsed: {} });
    expect(quota.microUsdDay).toBeGreaterThan(0);
    expect(quota.microUsdDay).toBeLessThan(reserved);
  });
});

describe("a call of a tool that had its result when the process died", () => {
  it("counts what it had cost, once", async () => {
    const provider = await openProvider(({ turn }) => {
      const look = (name: string) => ({ type: "tool" as const, name, input: {} });
      return turn === 0
        ? { parts: [look("paid_look"), look("slow_look")], usage: { input: 20, output: 5 } }
        : text("Done.");
    });
    const register = ({ tools }: TestServices, wait: () => Promise<void>) => {
      const looking = { description: "Looks.", inputSchema: z.object({}), effect: "none" as const };
      tools.register({
        ...looking,
        name: "paid_look",
        execute: async () => ({ text: "Found it.", summary: "Found", costMicroUsd: 5_000 }),
      });
      tools.register({
        ...looking,
        name: "slow_look",
        execute: async () =>
          wait().then(() => ({ text: "Found it, too.", summary: "Found", costMicroUsd: 7 })),
      });
    };
    const { services, store } = await openProcess(provider);
    register(services, () => new Promise(() => undefined));
    await services.runs.start("owner", toQuestion("Look"));
    await untilLogged(store, "tool-output-available");
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    register(next.services, async () => undefined);
    const { metadata } = await goOn(next.services);
    const { costByTool } = await next.services.runs.getRecord("owner", metadata?.runId ?? "");
    expect(costByTool).toEqual({ paid_look: 5_000, slow_look: 7 });
    expect(metadata?.costMicroUsd).toBe(5_007);
  });
});

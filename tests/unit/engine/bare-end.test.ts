import { describe, expect, it } from "vitest";
import { read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import {
  copyFolder,
  findRunId,
  goOn,
  openProcess,
  openProvider,
  readUntil,
  stalled,
  type Opened,
} from "./cut-runs";

/** What a process left that died in the middle of a reply, opened by another one. */
async function openLeft(): Promise<Opened & { provider: ProviderServer }> {
  let isBack = false;
  const provider = await openProvider(() => (isBack ? text("Whole.") : stalled));
  const { services } = await openProcess(provider);
  const started = await services.runs.start("owner", toQuestion("Count"));
  await readUntil(started.stream(), "two");
  const left = await openProcess(provider, { folder: await copyFolder(services) });
  isBack = true;
  return { ...left, provider };
}

describe("a run that cannot be ended as it is", () => {
  it("is ended with a reply that says so, and its conversation takes the next message", async () => {
    const { services, store, provider } = await openLeft();
    const body = [
      '{"type":"start-step"}',
      '{"type":"text-delta","id":"77","delta":"lost its start"}',
      '{"type":"finish-step"}',
    ].join("\n");
    await store.create(`running/${await findRunId(store)}/log/0001-0000009`, { after: null, body });
    const reply = await goOn(services);
    expect(reply).toMatchObject({
      role: "assistant",
      parts: [],
      metadata: { outcome: "interrupted", reason: "internal" },
    });
    expect((await read(services)).activeRunId).toBeNull();
    expect(provider.requests).toHaveLength(1);
    const again = await services.runs.start("owner", toQuestion("Hello?", { message: "m2" }));
    expect(textOf(await again.reply)).toBe("Whole.");
  });
});

describe("a lease that nobody can read", () => {
  it("does not keep other runs from being gone on with", async () => {
    const { services, store } = await openLeft();
    await store.create("running/another-version", { userId: "owner", beatAt: 0 });
    const reply = await goOn(services);
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Whole.", "completed"]);
  });

  it("frees the conversation that waits for it", async () => {
    const { services, store } = await openLeft();
    await store.set(`running/${await findRunId(store)}`, { userId: "owner", beatAt: 0 });
    expect((await read(services)).activeRunId).toBeNull();
    const again = await services.runs.start("owner", toQuestion("Hello?", { message: "m2" }));
    expect(textOf(await again.reply)).toBe("Whole.");
  });
});

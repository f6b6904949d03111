import { describe, expect, it } from "vitest";
import { createLeases } from "@/lib/engine/records/leases";
import { text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import {
  copyFolder,
  createGate,
  findRunId,
  goOn,
  openPair,
  openProcess,
  openProvider,
  readUntil,
  stalled,
  untilLogged,
} from "./cut-runs";

describe("a stop", () => {
  it("that comes while the reply is handed over is obeyed by the next worker", async () => {
    const gate = createGate();
    const { first, second, store, provider } = await openPair(() => stalled, { wrapFirst: gate.wrap });
    const started = await first.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    const runId = await findRunId(store);
    const isLetGo = gate.close();
    const closing = first.runs.close();
    await isLetGo;
    const stopping = first.runs.stop("owner", "c1");
    gate.open();
    await closing;
    await expect.poll(async () => (await createLeases(store).find(runId))?.lease.isStopAsked).toBe(true);
    const reply = await goOn(second);
    await stopping;
    expect(reply.metadata).toMatchObject({ outcome: "stopped", reason: "stopped" });
    expect(textOf(reply)).toBe("One two ");
    expect(provider.requests).toHaveLength(1);
  });

  it("whose saving was cut by a crash stays one", async () => {
    const provider = await openProvider(() => stalled);
    const gate = createGate();
    const { services, store } = await openProcess(provider, { wrap: gate.wrap });
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    void gate.close();
    const stopping = services.runs.stop("owner", "c1");
    await untilLogged(store, '"outcome":"stopped"');
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    const reply = await goOn(next.services);
    expect(reply.metadata).toMatchObject({ outcome: "stopped", reason: "stopped" });
    expect(textOf(reply)).toBe("One two ");
    expect(provider.requests).toHaveLength(1);
    gate.open();
    await stopping;
  });
});

describe("a reply", () => {
  it("that is handed over five times is made in the end", async () => {
    let isBack = false;
    const provider = await openProvider(() => (isBack ? text("Whole.") : stalled));
    const { services } = await openProcess(provider);
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    await services.close();
    for (let count = 0; count < 5; count += 1) {
      const between = await openProcess(provider, { folder: services.dataDir });
      expect(await between.services.runs.sweep()).toHaveLength(1);
      await between.services.close();
    }
    isBack = true;
    const last = await openProcess(provider, { folder: services.dataDir });
    const reply = await goOn(last.services);
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Whole.", "completed"]);
  });

  it("that has brought five processes down is ended", async () => {
    const provider = await openProvider(() => stalled);
    const { services } = await openProcess(provider);
    const started = await services.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    let left = services;
    for (let count = 0; count < 4; count += 1) {
      const between = await openProcess(provider, { folder: await copyFolder(left) });
      expect(await between.services.runs.sweep()).toHaveLength(1);
      left = between.services;
    }
    const last = await openProcess(provider, { folder: await copyFolder(left) });
    const asked = provider.requests.length;
    expect((await goOn(last.services)).metadata).toMatchObject({ outcome: "interrupted", reason: "crashed" });
    expect(provider.requests).toHaveLength(asked);
  });
});

import { expect, it } from "vitest";
import { openWith } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { createBreakers } from "@/lib/breakers/breakers";

it("an operator sees a reply of somebody else while it is made, without its words, and stops it", async () => {
  const { services } = await openWith(() => ({
    parts: [{ type: "text", chunks: ["One ", "two"] }],
    stallAfter: 1,
  }));
  const started = await services.runs.start("owner", toQuestion("A secret question"));
  const { runs } = await services.operations.listRunning();
  expect(runs).toMatchObject([{ person: { id: "owner", name: "Owner" }, state: "working" }]);
  expect(JSON.stringify(runs)).not.toContain("secret");
  const [run] = runs;
  await services.operations.stopRun("op", run?.id ?? "");
  expect((await started.reply).metadata).toMatchObject({ outcome: "stopped" });
  expect(await services.operations.listRunning()).toEqual({ runs: [] });
  await expect(services.operations.stopRun("op", run?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  const { entries } = await services.accounts.listAudit({ limit: 5 });
  expect(entries).toMatchObject([{ act: "run_stopped", target: { id: "owner" }, detail: run?.id }]);
});

it("a reply that waits for its person is told as such", async () => {
  const { services } = await openWith(() => ({
    parts: [{ type: "tool", name: "memory_forget", input: { facts: [{ content: "Lives in Nowhere" }] } }],
    usage: { input: 20, output: 5 },
  }));
  await (
    await services.runs.start("owner", toQuestion("Forget it"))
  ).reply;
  expect((await services.operations.listRunning()).runs).toMatchObject([{ state: "waiting" }]);
});

it("a pause that is ended lets calls through at once, and what never failed has none", async () => {
  const breakers = createBreakers(() => 1_000);
  breakers.setThresholds({ failures: 1, pauseMs: 60_000 });
  await breakers.get("tool", "web_search").admit()?.failed("down");
  expect(breakers.get("tool", "web_search").admit()).toBeNull();
  expect(breakers.reset("tool", "web_search")).toBe(true);
  expect(breakers.get("tool", "web_search").admit()).not.toBeNull();
  expect([breakers.list(), breakers.reset("tool", "web_search"), breakers.reset("model", "a:b")]).toEqual([
    ...[[], false, false],
  ]);
});

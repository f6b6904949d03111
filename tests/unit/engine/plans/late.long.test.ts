import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createRunLogs } from "@/lib/engine/records/run-logs";
import type { Store } from "@/lib/store/store";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { findStep, step, toScript } from "@/tests/support/planned-script";
import { closeAfter, read, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import {
  allow,
  askPlanned,
  draw,
  openPlanned,
  picture,
  planOf,
  statuses,
  type Planned,
} from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const requestsOf = ({ provider }: Pick<Planned, "provider">, title: string) =>
  provider.requests.filter((request) => findStep(wordsOf(request)) === title);

async function change(services: TestServices, settings: Parameters<TestServices["settings"]["update"]>[0]) {
  const { version } = await services.settings.get();
  await services.settings.update(settings, version, "Owner");
}

const getPlan = async (services: TestServices) =>
  services.runs.getPlan("owner", (await read(services)).activeRunId ?? "").catch(() => null);

/** A plan whose first step's model says nothing the first time. */
async function openSilent(more: Parameters<typeof step>[2], then: string) {
  const never = Promise.withResolvers<string>();
  const planned = await openPlanned({
    plans: [[step("slow", [], more), step("beside")], [step("other")]],
    steps: { slow: [() => never.promise, then] },
  });
  closeAfter({ close: async () => never.resolve("Too late.") });
  await change(planned.services, { planStepTimeLimitSeconds: 10 });
  return planned;
}

describe("a plan whose time is over", () => {
  it("gives up a helper that never answers, and plans what is left another way", async () => {
    const never = Promise.withResolvers<string>();
    const { services } = await openPlanned({
      plans: [[step("bad", [], { critical: true }), step("beside")], [step("other")]],
      steps: { bad: [() => never.promise] },
    });
    await change(services, { timeLimitSeconds: 10 });
    const reply = await askPlanned(services);
    never.resolve("Too late.");
    expect(statuses(reply)).toEqual({ bad: "failed", beside: "completed", other: "completed" });
    expect(textOf(reply)).toBe("All told.");
  }, 60_000);
});

describe("a step that is not done in time", () => {
  it("is ended and given once to another helper who has its tool, and the plan says so", async () => {
    const planned = await openSilent({ tool: "web_search", helper: "researcher" }, "Found.");
    const reply = await askPlanned(planned.services);
    expect(statuses(reply)).toEqual({ slow: "completed", beside: "completed" });
    expect(planOf(reply)).toMatchObject({
      replans: 0,
      notes: [{ kind: "late", steps: ["s1"] }],
      steps: [{ agent: { id: "fact-checker" }, attempts: 2, summary: "Found." }, { attempts: 1 }],
    });
    const [first, second] = requestsOf(planned, "slow").map(wordsOf);
    expect(first).toContain("You find out what is asked");
    expect(second).toContain("You check each statement");
    const said = reply.parts.flatMap((part) => (part.type === "data-helper" ? [part.data] : []));
    expect(said).toContainEqual(
      expect.objectContaining({ kind: "status", from: "s1", text: "It was not done in time." }),
    );
    const { conversationId = "" } = planOf(reply)?.steps[0] ?? {};
    const ended = conversationId.replace(/_2$/, "_1");
    const { messages, activeRunId } = await planned.services.runs.readConversation("owner", ended, {
      limit: 4,
    });
    expect(messages.at(-1)?.metadata?.outcome).toBe("stopped");
    expect(activeRunId).toBeNull();
  });

  it("is repeated by the same where nobody else is fit, and has failed when that is late, too", async () => {
    const never = Promise.withResolvers<string>();
    const planned = await openPlanned({
      plans: [[step("slow"), step("beside")], [step("other")]],
      steps: { slow: [() => never.promise] },
    });
    await change(planned.services, { planStepTimeLimitSeconds: 10 });
    const reply = await askPlanned(planned.services);
    never.resolve("Too late.");
    expect(statuses(reply)).toEqual({ slow: "failed", beside: "completed", other: "completed" });
    expect(requestsOf(planned, "slow")).toHaveLength(2);
    expect(planOf(reply)?.steps[0]).toMatchObject({ agent: null, attempts: 2 });
    expect(textOf(reply)).toBe("All told.");
  });

  it("is ended by whoever goes on after a kill, and what it has changed is not changed again", async () => {
    const silent = Promise.withResolvers<null>();
    const first = await openDrawing(() => silent.resolve(null));
    const started = await first.services.runs.start("owner", question);
    started.reply.catch(() => undefined);
    await allow(first.services);
    await silent.promise;
    const findStepNow = async () => (await getPlan(first.services))?.steps[0];
    await expect.poll(async () => (await findStepNow())?.isAsking).toBe(false);
    const { dueAt = 0 } = (await findStepNow()) ?? {};
    // On the disk as well: a step that the person is asked about is given its time anew.
    const { activeRunId } = await read(first.services);
    await expect.poll(() => first.readLog(activeRunId ?? "")).toContain(`"dueAt":${dueAt}`);
    const image = await copyDisk(first.services.dataDir);

    const ahead = dueAt + 1 - Date.now();
    const second = await openDrawing(() => undefined, { folder: image, now: () => Date.now() + ahead });
    await Promise.all(await second.services.runs.sweep());
    const reply = (await read(second.services)).messages.at(-1) ?? expect.fail("There is no reply.");
    expect(statuses(reply)).toEqual({ picture: "completed", beside: "completed" });
    expect(planOf(reply)).toMatchObject({
      notes: [{ kind: "late", steps: ["s1"] }],
      steps: [{ attempts: 2, summary: "It was drawn before." }, { attempts: 1 }],
    });
    const pictures = [first, second].map(
      ({ provider }) => provider.requests.filter(({ kind }) => kind === "image").length,
    );
    expect(pictures).toEqual([1, 0]);
    const asked = requestsOf(second, "picture").map(({ body }) => body);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked[0]?.["messages"])).toContain("called image_generate, which must not be done");
    expect(JSON.stringify(asked[0]?.["tools"])).not.toContain("image_generate");
  });
});

const question = { ...toQuestion("Draw it."), options: { plan: "always" as const } };

/** A plan whose first step has a picture made, and then is silent until it is given to somebody again. */
async function openDrawing(
  onDrawn: () => void,
  { folder, now = () => Date.now() }: { folder?: string; now?: () => number } = {},
) {
  const script = toScript({ plans: [[step("picture"), step("beside")]] });
  const provider = await startProviderServer(async (request) => {
    if (request.kind === "image") return picture;
    if (findStep(wordsOf(request)) !== "picture") return script(request);
    const words = wordsOf(request);
    if (words.includes("must not be done again"))
      return { parts: [{ type: "text", chunks: ["It was drawn before."] }], usage: draw.usage };
    if (!words.includes('"role":"tool"')) return draw;
    onDrawn();
    return new Promise<never>(() => undefined);
  });
  closeAfter(provider);
  const env = { MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide", MODEL_IMAGE: "local:image" };
  const stores: Store[] = [];
  const services = await openTestServices({ ...env, LOCAL_BASE_URL: `${provider.url}/v1` }, folder, {
    now,
    async openStore(config) {
      const dataDir = config.driver === "embedded" ? config.dataDir : "";
      const store = await openEmbeddedStore({ dataDir, now });
      stores.push(store);
      return store;
    },
  });
  closeAfter({ close: () => services.dispose() });
  // Nothing of strangers is there that would make it ask.
  const asking = { toolPermissions: { admin: { image_generate: "ask" as const } } };
  if (folder === undefined) await services.settings.update(asking, 0, "test");
  const readLog = async (runId: string) =>
    (await Promise.all(stores.map((store) => createRunLogs(store).read(runId))))
      .flatMap((batches) => batches.map(({ body }) => body))
      .join("\n");
  return { services, provider, readLog };
}

/** What a process that is killed now leaves. */
async function copyDisk(dataDir: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-late-"));
  closeAfter({ close: () => rm(folder, { recursive: true, force: true }) });
  cpSync(dataDir, folder, { recursive: true, filter: (file) => !path.basename(file).includes("lock") });
  return folder;
}

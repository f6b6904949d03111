import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import {
  addQuestionsSchema,
  newExperimentSchema,
  type Expectations,
  type ExperimentReply,
} from "@/lib/features/laboratory/shape/laboratory";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";
import { call, closeAfter, text } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { waitUntil } from "@/tests/support/wait-until";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

type Script = (request: ProviderRequest, words: string) => Reply | Promise<Reply>;
const isDraft = ({ body }: ProviderRequest) => body["temperature"] === 0.9;
const isJudge = (request: ProviderRequest) => isAskedFor(request, "better");
/** The draft alone names the price. */
const usual: Script = (request) => {
  if (isJudge(request)) return text('{"better": "A", "reason": "It is plainer."}');
  return text(isDraft(request) ? "It leaves at 8 and costs 12 euros." : "It leaves at 8.");
};

/** Failing writes of answers, as those of a process that dies. */
function createFault(store: Store) {
  let failures = 0;
  const faulty: Store = {
    ...store,
    close: () => Promise.resolve(),
    transaction: (work) =>
      store.transaction((tx) =>
        work({
          ...tx,
          set(path, data) {
            if (failures > 0 && path.includes("/results/")) {
              failures -= 1;
              throw new AppError("store_unavailable", "Not now.");
            }
            tx.set(path, data);
          },
        }),
      ),
  };
  return { faulty, failOnce: () => void (failures = 1) };
}

async function open(openStore: () => Promise<Store>, script: Script = usual, env = {}) {
  const store = await openStore();
  const { faulty, failOnce } = createFault(store);
  const asked: string[] = [];
  const provider = await startProviderServer((request) => {
    const words = JSON.stringify(request.body);
    const question = /Question \d+/.exec(words)?.[0] ?? "";
    asked.push(isJudge(request) ? "judge" : `${question}${isDraft(request) ? " draft" : ""}`);
    return script(request, words);
  });
  closeAfter(provider);
  const clock = { ahead: 0 };
  const start = async () => {
    const services = await openTestServices(
      {
        ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
        ...env,
      },
      undefined,
      { now: () => Date.now() + clock.ahead, openStore: () => Promise.resolve(faulty) },
    );
    closeAfter({ close: () => services.dispose() });
    return services;
  };
  const services = await start();
  return { services, start, clock, failOnce, asked };
}

type Services = Awaited<ReturnType<typeof openTestServices>>;

async function addQuestions(services: Services, count: number, expectations: Partial<Expectations> = {}) {
  const questions = Array.from({ length: count }, (_, n) => ({ text: `Question ${n + 1}?`, expectations }));
  await services.laboratory.addQuestions(addQuestionsSchema.parse({ questions }));
  const kept = (await services.laboratory.listQuestions()).questions;
  return kept.map(({ id }) => id).reverse();
}

async function begin(services: Services, questions: string[], more: object = {}) {
  const { version } = await services.settings.get();
  const asked = {
    draft: { temperature: 0.9 },
    version,
    questions,
    limitCents: 500,
    isJudged: false,
    ...more,
  };
  return services.laboratory.create("owner", newExperimentSchema.parse(asked));
}

async function untilEnded(services: Services, id: string): Promise<ExperimentReply> {
  await waitUntil(async () => (await services.laboratory.read(id)).state !== "running");
  return services.laboratory.read(id);
}

describe.each(bothStores)("an experiment in $name", ({ openStore }) => {
  it("asks every question with both settings, leaves no trace with the person, and is published", async () => {
    const { services, asked } = await open(openStore);
    const ids = await addQuestions(services, 3, { contains: ["12 euros"] });
    const { id, version } = await begin(services, ids);
    const ended = await untilEnded(services, id);
    expect(ended).toMatchObject({ state: "done", reason: null });
    expect(asked.toSorted()).toEqual([
      ...[
        "Question 1",
        "Question 1 draft",
        "Question 2",
        "Question 2 draft",
        "Question 3",
        "Question 3 draft",
      ],
    ]);
    expect(ended.table.rows.map(({ passed }) => passed.count)).toEqual([0, 3]);
    expect(ended.table.passes).toEqual({ live: 0, draft: 3, tie: 0, p: 0.25 });
    const { conversations } = await services.runs.listConversations("owner", { limit: 50 });
    expect(conversations).toEqual([]);
    expect((await services.traces.list("owner", { limit: 50 }, true)).runs).toEqual([]);
    await services.settleBackground();
    const overview = await services.overview({ days: 1 });
    expect(overview.groups).toEqual([]);
    expect(overview.days).toMatchObject([{ runs: 0, people: 0, apart: { trial: { runs: 6, failed: 0 } } }]);
    expect((await services.alerts.list()).budget).toMatchObject({ replies: 0, failed: 0 });

    const { state } = await services.laboratory.publishBy(id, await toOwner(services), services.saveSettings);
    expect(state).toBe("published");
    const now = await services.settings.get();
    expect([now.version, now.settings.temperature]).toEqual([version + 1, 0.9]);
  });

  it("goes on in the next process, and asks nothing again that was answered", async () => {
    const waiting = Promise.withResolvers<void>();
    let isOpen = false;
    const { services, start, asked } = await open(openStore, async (request, words) => {
      if (words.includes("Question 2") && isDraft(request) && !isOpen) await waiting.promise;
      return usual(request, words);
    });
    const { id } = await begin(services, await addQuestions(services, 3));
    await waitUntil(() => asked.includes("Question 2 draft"));
    await services.close();
    isOpen = true;
    waiting.resolve();
    const next = await start();
    await next.runs.sweep();
    await next.doDueWork();
    expect(await untilEnded(next, id)).toMatchObject({ state: "done" });
    const count = (what: string) => asked.filter((one) => one === what).length;
    expect(["Question 1", "Question 1 draft", "Question 2", "Question 3"].map(count)).toEqual([1, 1, 1, 1]);
    expect((await next.laboratory.read(id)).results.map(({ draft }) => draft?.outcome)).toEqual([
      ...["completed", "completed", "completed"],
    ]);
  });

  it("reads the answer that it could not keep, instead of asking again", async () => {
    const { services, clock, failOnce, asked } = await open(openStore);
    const ids = await addQuestions(services, 1);
    failOnce();
    const { id } = await begin(services, ids);
    await waitUntil(() => asked.length === 1);
    await services.settleBackground();
    clock.ahead += 61_000;
    await services.doDueWork();
    expect(await untilEnded(services, id)).toMatchObject({ state: "done" });
    expect(asked).toEqual(["Question 1", "Question 1 draft"]);
  });
});

async function toOwner(services: Services) {
  const { person } = await services.auth.identify(new Headers({ host: "127.0.0.1:3000" }));
  return person;
}

const embedded = bothStores[0]?.openStore ?? (() => Promise.reject(new Error("No store.")));
const priced = { "local:test": { inputPerMillion: 5, outputPerMillion: 5, asOf: "2026-11-24" } };

describe("an experiment", () => {
  it("that would cost more than it may is refused, and one that turns out dearer is stopped", async () => {
    const { services, asked } = await open(embedded, (_request, words) => ({
      parts: [{ type: "text", chunks: ["It leaves at 8."] }],
      // What is recorded is far cheaper than what the questions will cost.
      usage: words.includes("Question 0") ? { input: 20, output: 5 } : { input: 2_000, output: 100 },
    }));
    await services.settings.update({ prices: priced }, 0, "Test");
    const ids = await addQuestions(services, 5);
    await expect(begin(services, ids, { limitCents: 1 })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { limitCents: expect.stringContaining("allow at least") as string },
    });
    expect(asked).toEqual([]);
    for (const n of [1, 2, 3])
      await (
        await services.runs.start(
          "owner",
          toQuestion("Question 0", { conversation: `c${n}`, message: `m${n}` }),
        )
      ).reply;
    const { id, estimate } = await begin(services, ids, { limitCents: 3.1 });
    expect(estimate.basis).toBe("runs");
    const { state, reason, spentMicroUsd, results } = await untilEnded(services, id);
    expect([state, reason]).toEqual(["stopped", "limit"]);
    expect(spentMicroUsd).toBeGreaterThanOrEqual(10_500);
    expect(spentMicroUsd).toBeLessThanOrEqual(31_000);
    expect(results.length).toBeLessThan(5);
    // No answer is kept that the end of the money made shorter.
    expect(results.flatMap(({ live, draft }) => [live, draft]).map((trial) => trial?.outcome)).not.toContain(
      "limited",
    );
  });

  it("is compared by a model that does not know which is which, and by a person who does not either", async () => {
    const { services } = await open(embedded, usual, { MODEL_LITE: "local:judge" });
    const ids = await addQuestions(services, 6, { rubric: "The price counts." });
    const { id } = await begin(services, ids, { isJudged: true });
    const { results, table } = await untilEnded(services, id);
    // Always for the first: by lot that is sometimes the draft.
    expect(table.judged.live + table.judged.draft).toBe(6);
    expect(results[0]).toMatchObject({ live: { text: "" }, draft: { text: "" } });
    const [questionId = ""] = ids;
    const pair = await services.laboratory.readPair(id, questionId);
    const isLeft = pair.left.text.includes("12 euros");
    const chosen = await services.laboratory.choose(id, questionId, isLeft ? "left" : "right");
    expect(chosen.table.chosen).toMatchObject({ live: 0, draft: 1, tie: 0 });
    expect(chosen.results[0]).toMatchObject({ chosen: "draft", draft: { text: /12 euros/ } });
  });

  it("changes nothing and asks nobody, whatever the model wants", async () => {
    const offered: string[] = [];
    const { services } = await open(embedded, ({ turn, body }) => {
      offered.push(JSON.stringify(body["tools"] ?? []));
      if (turn === 0)
        return call("memory_save", { fact: "The person sails.", category: "other", reason: "x" });
      // Nobody has named this address: in a chat the person would be asked.
      if (turn === 1) return call("web_fetch", { url: "http://127.0.0.1:9/?q=secret", reason: "x" });
      return text("Done.");
    });
    const { id } = await begin(services, await addQuestions(services, 1));
    const { results } = await untilEnded(services, id);
    expect(results[0]).toMatchObject({ live: { outcome: "completed" }, draft: { outcome: "completed" } });
    for (const name of [
      "memory_save",
      "memory_forget",
      "image_generate",
      "ask_person",
      "search_conversations",
    ])
      expect(offered.join("")).not.toContain(`"${name}"`);
    expect(offered[0]).toContain('"web_search"');
    expect((await services.memory.list("owner")).facts).toEqual([]);
  });

  it("is stopped with the reply that is made, and thrown away with what it has", async () => {
    const waiting = Promise.withResolvers<void>();
    const { services, asked } = await open(embedded, async (request, words) => {
      await waiting.promise;
      return usual(request, words);
    });
    const { id } = await begin(services, await addQuestions(services, 2));
    await waitUntil(() => asked.length === 1);
    await services.laboratory.stop(id);
    await services.settleBackground();
    waiting.resolve();
    expect(await services.laboratory.read(id)).toMatchObject({ state: "stopped", reason: "person" });
    expect(asked).toHaveLength(1);
    await services.laboratory.delete(id);
    await expect(services.laboratory.read(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not begun against settings that somebody has saved since, nor with those alone that hold for both", async () => {
    const { services } = await open(embedded);
    const ids = await addQuestions(services, 1);
    await expect(begin(services, ids, { version: 7 })).rejects.toMatchObject({ code: "conflict" });
    await expect(begin(services, ids, { draft: { traceDays: 3 } })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "draft.traceDays": expect.any(String) as string },
    });
    await expect(begin(services, ids, { draft: undefined, agent: "gone" })).rejects.toMatchObject({
      fields: { agent: "name another" },
    });
    const { id } = await begin(services, ids);
    await untilEnded(services, id);
    await services.settings.update({ maxIterations: 4 }, 0, "Somebody");
    const publish = services.laboratory.publishBy(id, await toOwner(services), services.saveSettings);
    await expect(publish).rejects.toMatchObject({ code: "conflict" });
  });

  it("hangs on the draft that it tries, and is published with it, with what cannot be compared", async () => {
    const { services } = await open(embedded);
    const ids = await addQuestions(services, 1);
    const owner = await toOwner(services);
    const patch = { temperature: 0.9, traceDays: 3 };
    const draft = await services.createDraft({ name: "Warmer", base: 0, patch }, owner);
    const { id } = await begin(services, ids, {
      draft: patch,
      keptDraft: { id: draft.id, version: draft.version },
    });
    const ended = await untilEnded(services, id);
    expect(ended).toMatchObject({ draft: patch, keptDraft: { id: draft.id, version: 1, name: "Warmer" } });
    await expect(begin(services, ids, { keptDraft: { id: "gone", version: 1 } })).rejects.toMatchObject({
      code: "not_found",
    });

    await services.saveSettings(patch, 0, owner, { id: draft.id, version: 2 });
    expect((await services.laboratory.read(id)).state).toBe("done");
    await services.saveSettings(patch, 1, owner, draft);
    expect((await services.laboratory.read(id)).state).toBe("published");
    expect(await services.listDrafts()).toEqual([]);
  });

  it("takes questions from the answers that the administrator rated", async () => {
    const { services } = await open(embedded);
    const reply = await (await services.runs.start("owner", toQuestion("When does it leave?"))).reply;
    await services.ratings.rate(
      { userId: "owner", conversationId: "c1", messageId: reply.id },
      { value: "down", reasons: ["not_true"] },
    );
    expect((await services.laboratory.listRated("owner")).questions).toMatchObject([
      { text: "When does it leave?", value: "down", cites: false },
    ]);
    expect((await services.laboratory.listRated("somebody")).questions).toEqual([]);
  });
});

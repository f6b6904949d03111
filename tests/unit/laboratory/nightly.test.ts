import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { listWorse } from "@/lib/features/laboratory/nightly";
import { toWins } from "@/lib/features/laboratory/statistics";
import { addQuestionsSchema } from "@/lib/features/laboratory/shape/laboratory";
import { nightlySchema } from "@/lib/features/laboratory/shape/nightly";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";
import { closeAfter, text } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { waitUntil } from "@/tests/support/wait-until";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const dayMs = 86_400_000;
/** A morning, an hour before the questions are asked. */
const morning = Date.UTC(2026, 10, 20, 2);

async function open(openStore: () => Promise<Store>) {
  const store = await openStore();
  const shared: Store = { ...store, close: () => Promise.resolve() };
  const asked: string[] = [];
  const site = { answer: "It costs 12 euros.", usage: { input: 20, output: 5 }, hold: Promise.resolve() };
  const provider = await startProviderServer(async ({ body }) => {
    asked.push(/Question \d+/.exec(JSON.stringify(body))?.[0] ?? "");
    await site.hold;
    return { ...text(site.answer), usage: site.usage };
  });
  closeAfter(provider);
  const clock = { now: morning };
  const start = async () => {
    const services = await openTestServices(
      { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
      undefined,
      { now: () => clock.now, openStore: () => Promise.resolve(shared) },
    );
    closeAfter({ close: () => services.dispose() });
    return services;
  };
  return { services: await start(), start, shared, clock, asked, site };
}
type Services = Awaited<ReturnType<typeof openTestServices>>;

async function turnOn({ laboratory }: Services, count = 5, limitCents = 100) {
  const questions = Array.from({ length: count }, (_, n) => ({
    ...{ text: `Question ${n + 1}?`, expectations: { contains: ["12 euros"] } },
  }));
  await laboratory.addQuestions(addQuestionsSchema.parse({ questions }));
  const ids = (await laboratory.listQuestions()).questions.map(({ id }) => id);
  const asked = { isOn: true, at: "03:00", timezone: "UTC", limitCents, questions: ids };
  return laboratory.saveNightly("owner", nightlySchema.parse(asked));
}

const readNights = async ({ laboratory }: Services) => (await laboratory.readNightly()).nightly?.nights ?? [];

/** Does what is due until so many nights are told. */
async function untilNights(services: Services, count: number) {
  await services.doDueWork();
  await waitUntil(async () => (await readNights(services)).length === count);
  await services.settleBackground();
}
const readAlerts = async ({ alerts }: Services) =>
  (await alerts.list()).alerts.map(({ rule, subject, state, value, limit }) => [
    ...[rule, subject, state, value, limit],
  ]);

describe.each(bothStores)("the questions of each night in $name", ({ openStore }) => {
  it("are asked once, whichever of two processes looks, and by the next one after the first has ended", async () => {
    const { services, start, clock, asked, site } = await open(openStore);
    await turnOn(services);
    clock.now += 3_600_000;
    const held = Promise.withResolvers<void>();
    site.hold = held.promise;
    const other = await start();
    const looks = Promise.all([services.doDueWork(), other.doDueWork()]);
    await waitUntil(() => asked.length === 1);
    const running = (await other.laboratory.list()).experiments;
    expect(running).toMatchObject([{ state: "running", night: { before: null } }]);
    const closing = Promise.all([services.close(), other.close()]);
    held.resolve();
    await Promise.all([looks, closing]);
    // The claims of both have run out.
    clock.now += 3_600_000;
    const next = await start();
    await next.runs.sweep();
    await untilNights(next, 1);
    expect((await next.laboratory.list()).experiments).toHaveLength(1);
    expect(new Set(asked).size).toBe(5);
    expect(asked.length).toBeLessThanOrEqual(6);
    expect((await readNights(next))[0]).toMatchObject({ state: "done", passed: { count: 5, of: 5 } });
  });
});

const embedded = bothStores[0]?.openStore ?? (() => Promise.reject(new Error("No store.")));

describe("the questions of each night", () => {
  it("open an alert when answers are worse than in the last good night, until they are not", async () => {
    const { services, clock, asked, site } = await open(embedded);
    expect((await turnOn(services)).nightly).toMatchObject({ isOn: true, nextAt: morning + 3_600_000 });
    await services.doDueWork();
    expect(asked).toEqual([]);
    clock.now += 3_600_000;
    await untilNights(services, 1);
    expect(asked).toHaveLength(5);
    expect(await readNights(services)).toMatchObject([{ state: "done", passed: { count: 5 }, worse: [] }]);
    expect((await services.laboratory.readNightly()).nightly?.nextAt).toBe(morning + 3_600_000 + dayMs);

    site.answer = "It depends.";
    clock.now += dayMs;
    await untilNights(services, 2);
    // Nothing of the first night is asked again.
    expect(asked).toHaveLength(10);
    const [second] = await readNights(services);
    expect(second).toMatchObject({ passed: { count: 0 }, passes: { live: 5, draft: 0 }, worse: ["passes"] });
    expect(await readAlerts(services)).toEqual([["worse", "passes", "open", 5, 0]]);

    // As bad as the night before, and still worse than the last good one, however often it is looked.
    clock.now += dayMs;
    await untilNights(services, 3);
    expect(await readAlerts(services)).toEqual([["worse", "passes", "open", 5, 0]]);

    site.answer = "It costs 12 euros.";
    clock.now += dayMs;
    await untilNights(services, 4);
    expect(await readAlerts(services)).toEqual([["worse", "passes", "resolved", 5, 0]]);
  });

  it("are refused where they would cost more than they may, and stop where they turn out dearer", async () => {
    const { services, clock, site } = await open(embedded);
    const prices = { "local:test": { inputPerMillion: 5, outputPerMillion: 5, asOf: "2026-11-24" } };
    await services.settings.update({ prices }, 0, "Test");
    await expect(turnOn(services, 5, 1)).rejects.toMatchObject({
      ...{ code: "invalid_request", fields: { limitCents: expect.stringContaining("at least") as string } },
    });
    expect((await services.laboratory.readNightly()).nightly).toBeNull();
    // What is recorded is far cheaper than what the questions will cost.
    for (const n of [1, 2, 3]) {
      const question = toQuestion("Question 0", { conversation: `c${n}`, message: `m${n}` });
      await (
        await services.runs.start("owner", question)
      ).reply;
    }
    await turnOn(services, 5, 3.1);
    site.usage = { input: 2_000, output: 100 };
    clock.now += 3_600_000;
    await untilNights(services, 1);
    const [night] = await readNights(services);
    expect(night).toMatchObject({ state: "stopped", reason: "limit" });
    expect(night?.costMicroUsd).toBeLessThanOrEqual(31_000);
    expect(night?.passed.of).toBeLessThan(5);
  });

  it("are asked for nobody who administrates the site no more", async () => {
    const { services, shared, clock, asked } = await open(embedded);
    await turnOn(services);
    await shared.transaction(async (tx) => tx.update(paths.person("owner"), { role: "member" }));
    clock.now += 3_600_000;
    await services.doDueWork();
    const { nightly } = await services.laboratory.readNightly();
    expect(nightly).toMatchObject({ problem: { code: "forbidden" }, nights: [] });
    expect(asked).toEqual([]);
  });

  it("say why they could not begin, and are turned off", async () => {
    const { services, clock, asked } = await open(embedded);
    const { nightly } = await turnOn(services);
    for (const { id } of (await services.laboratory.listQuestions()).questions.slice(2))
      await services.laboratory.deleteQuestion(id);
    clock.now += 3_600_000;
    await services.doDueWork();
    const next = (await services.laboratory.readNightly()).nightly;
    expect(next).toMatchObject({ problem: { code: "invalid_request" }, nights: [] });
    expect(next?.nextAt).toBe(clock.now + dayMs);
    const { at, timezone, questions, limitCents } = nightly ?? {
      at: "",
      timezone: "",
      questions: [],
      limitCents: 0,
    };
    const off = nightlySchema.parse({ isOn: false, at, timezone, questions, limitCents });
    expect((await services.laboratory.saveNightly("owner", off)).nightly).toMatchObject({ nextAt: null });
    clock.now += 2 * dayMs;
    await services.doDueWork();
    expect(asked).toEqual([]);
  });

  it("are worse when that is hardly chance", () => {
    const toTable = (live: number, draft: number) => {
      const winners = [...Array<"live">(live).fill("live"), ...Array<"draft">(draft).fill("draft")];
      return { passes: toWins(winners), judged: toWins([]) };
    };
    expect(listWorse(toTable(5, 0))).toEqual(["passes"]);
    expect(listWorse(toTable(4, 0))).toEqual([]);
    expect(listWorse(toTable(7, 2))).toEqual([]);
    expect(listWorse(toTable(0, 9))).toEqual([]);
  });
});

import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAlerts, type AlertsDeps } from "@/lib/features/alerts/alerts";
import { createSignedPost, createWebhook } from "@/lib/features/alerts/send-webhook";
import { createAlertRecords, type AlertChannel } from "@/lib/features/alerts/records";
import { createJobRecords } from "@/lib/data/jobs";
import { createJobs } from "@/lib/jobs/jobs";
import { createLog } from "@/lib/log";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import type { Alert, Firing } from "@/lib/features/alerts/shape";
import type { BreakerState } from "@/lib/protocol/breakers";
import { defaultSettings } from "@/lib/protocol/settings";
import { createStatistics } from "@/lib/features/statistics/records/statistics";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";
import { openTestStore } from "@/tests/support/open-test-store";
import { toRunRecord } from "@/tests/support/messages";

const noon = Date.UTC(2026, 10, 20, 12);
const slow: Firing = { rule: "slow", subject: null, severity: "low", value: 40, limit: 30 };
const tool: Firing = { rule: "tool", subject: "web_search", severity: "medium", value: 30, limit: 20 };
const minuteMs = 60_000;

async function openRecords(openStore: () => Promise<Store>) {
  const store = await openStore();
  const clock = { now: noon };
  const open = () => createAlertRecords(store, () => clock.now);
  const jobs = createJobRecords(store);
  return { store, clock, records: open(), another: open(), jobs };
}

describe.each(bothStores)("alerts in $name", ({ openStore }) => {
  it("are one for each rule and subject while it fires, also when two look at once", async () => {
    const { records, another, clock } = await openRecords(openStore);
    await Promise.all([records.settle([slow, tool], []), another.settle([slow, tool], [])]);
    clock.now += minuteMs;
    await records.settle([{ ...slow, value: 70, severity: "medium" }, tool], []);
    const alerts = await records.list(10);
    expect(alerts.map(({ rule }) => rule).sort()).toEqual(["slow", "tool"]);
    expect(alerts.find(({ rule }) => rule === "slow")).toMatchObject({
      ...{ state: "open", value: 70, severity: "medium", openedAt: noon, seenAt: noon + minuteMs },
    });
  });

  it("are acknowledged, end five minutes after their rule fired last, and open anew when it fires again", async () => {
    const { records, clock } = await openRecords(openStore);
    await records.settle([slow], []);
    const [alert] = await records.list(10);
    const id = alert?.id ?? "";
    expect(await records.acknowledge(id)).toMatchObject({ state: "acknowledged", acknowledgedAt: noon });
    clock.now += 4 * minuteMs;
    await records.settle([], []);
    expect(await records.find(id)).toMatchObject({ state: "acknowledged", resolvedAt: null });
    clock.now += minuteMs;
    await records.settle([], []);
    expect(await records.find(id)).toMatchObject({ state: "resolved", resolvedAt: clock.now });
    expect(await records.acknowledge(id)).toMatchObject({ state: "resolved" });
    await records.settle([slow], []);
    expect((await records.list(10)).map(({ state }) => state).sort()).toEqual(["open", "resolved"]);
  });

  it("of a night stand until a later night says otherwise, whatever is looked at meanwhile", async () => {
    const { records, clock } = await openRecords(openStore);
    const worse: Firing = { rule: "worse", subject: "passes", severity: "high", value: 5, limit: 0 };
    await records.settle([slow], []);
    await records.settle([worse], [], "night");
    clock.now += 5 * minuteMs;
    await records.settle([], []);
    const states = async () => (await records.list(10)).map(({ rule, state }) => `${rule} ${state}`).sort();
    expect(await states()).toEqual(["slow resolved", "worse open"]);
    await records.settle([slow], []);
    await records.settle([], [], "night");
    expect(await states()).toEqual(["slow open", "slow resolved", "worse resolved"]);
  });

  it("plan what is told once for each channel, and once more at their end", async () => {
    const { records, clock, jobs } = await openRecords(openStore);
    const channels: AlertChannel[] = ["mail", "webhook"];
    await records.settle([slow], channels);
    await records.settle([slow], channels);
    const planned = async () =>
      (await jobs.listDue(clock.now, 10)).map((job) =>
        job.kind === "tell" ? `${job.event} ${job.channel}` : job.kind,
      );
    expect((await planned()).sort()).toEqual(["opened mail", "opened webhook"]);
    clock.now += 5 * minuteMs;
    await records.settle([], channels);
    expect(await planned()).toHaveLength(4);
  });

  it("go when they have been over for 90 days", async () => {
    const { records, clock } = await openRecords(openStore);
    await records.settle([slow], []);
    clock.now += 5 * minuteMs;
    await records.settle([tool], []);
    clock.now += 91 * 24 * 60 * minuteMs;
    await records.deleteOld();
    expect((await records.list(10)).map(({ rule }) => rule)).toEqual(["tool"]);
    await expect(records.acknowledge("none")).rejects.toMatchObject({ code: "not_found" });
  });
});

type Received = { headers: IncomingHttpHeaders; text: string };
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Answers with these statuses in turn, and hangs at a `null`. */
async function openReceiver(statuses: (number | null)[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, text: Buffer.concat(parts).toString() });
      const status = statuses[received.length - 1];
      if (typeof status === "number") response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}` };
}

const log = createLog("silent");
const secret = "a secret for the tests";

async function openWatch(host: string, { isAllowed = true, totalMs = 2_000 } = {}) {
  const { store, clock, records, jobs: jobRecords } = await openRecords(openTestStore);
  const breakers: BreakerState[] = [
    { kind: "engine", name: "brave", state: "open", failures: 5, retryAfter: 30, last: null },
  ];
  const now = () => clock.now;
  const fetch = createGuardedFetch({ allowedHosts: isAllowed ? [host] : [], limits: { totalMs } });
  const deps: AlertsDeps = {
    ...{ alerts: records, log, now, listBreakers: () => breakers },
    statistics: createStatistics(store, { now, random: () => 0 }),
    audit: { record: async () => undefined },
    people: { listByRoles: async () => [] },
    settings: { get: async () => ({ settings: { ...defaultSettings, alertBreakers: true } }) },
    channels: {
      mail: null,
      webhook: createWebhook(createSignedPost({ fetch, url: `http://${host}/hook`, secret, now })),
    },
  };
  const alerts = createAlerts(deps);
  const closing = new AbortController().signal;
  return {
    clock,
    breakers,
    alerts,
    jobs: createJobs({ records: jobRecords, works: [alerts.job], log, now, closing }),
  };
}

describe("a webhook", () => {
  it("gets what opens and ends, signed with the time", async () => {
    const { received, host } = await openReceiver([204, 200]);
    const { alerts, jobs, clock, breakers } = await openWatch(host);
    await alerts.look();
    await jobs.sweep();
    breakers.length = 0;
    clock.now += 6 * minuteMs;
    await alerts.look();
    await jobs.sweep();
    await jobs.sweep();
    expect(received.map(({ text }) => (JSON.parse(text) as { type: string }).type)).toEqual([
      "alert.opened",
      "alert.resolved",
    ]);
    const [{ headers, text } = { headers: {}, text: "" }] = received;
    expect(headers["x-sextant-timestamp"]).toBe(String(noon / 1000));
    const expected = createHmac("sha256", secret)
      .update(`${noon / 1000}.${text}`)
      .digest("hex");
    expect(headers["x-sextant-signature"]).toBe(`sha256=${expected}`);
    expect((JSON.parse(text) as { alert: Alert }).alert).toMatchObject({
      rule: "breaker",
      subject: "engine brave",
    });
  });

  it("is tried again when it fails or hangs, and holds nothing meanwhile", async () => {
    const { received, host } = await openReceiver([500, null, 200]);
    const { alerts, jobs, clock } = await openWatch(host, { totalMs: 300 });
    await alerts.look();
    for (let attempt = 0; attempt < 4; attempt += 1, clock.now += 30 * minuteMs) await jobs.sweep();
    expect(received).toHaveLength(3);
    expect((await alerts.list()).alerts).toHaveLength(1);
  });

  it("is not asked at an address inside", async () => {
    const { received, host } = await openReceiver([200]);
    const { alerts, jobs } = await openWatch(host, { isAllowed: false });
    await alerts.look();
    await jobs.sweep();
    expect(received).toEqual([]);
  });
});

describe("the look at the rules", () => {
  it("shows the error budget by the replies of the last days", async () => {
    const { alerts, clock } = await openWatch("127.0.0.1:9");
    expect((await alerts.list()).budget).toEqual({ allowedPercent: 1, replies: 0, failed: 0 });
    expect(clock.now).toBe(noon);
  });

  it("reads cost and silence from what was counted", async () => {
    const store = await openTestStore();
    const clock = { now: noon };
    const now = () => clock.now;
    const statistics = createStatistics(store, { now, random: () => 0 });
    const settings = {
      ...defaultSettings,
      alertCentsPerHour: 1,
      alertSilenceMinutes: 30,
      alertCentsPerDay: 1_000,
    };
    const alerts = createAlerts({
      ...{ alerts: createAlertRecords(store, now), log, now, listBreakers: () => [], statistics },
      ...{ audit: { record: async () => undefined }, people: { listByRoles: async () => [] } },
      ...{ settings: { get: async () => ({ settings }) } },
      channels: { mail: null, webhook: null },
    });
    const run = toRunRecord("r1", {
      startedAt: noon,
      endedAt: noon + 1,
      outcome: "failed",
      costMicroUsd: 15_000,
    });
    await statistics.record(run, { isFirstToday: true, fellBack: false });
    const { alerts: opened, budget } = await alerts.list();
    expect(opened).toMatchObject([{ rule: "costHour", value: 1.5, limit: 1 }]);
    expect(budget).toEqual({ allowedPercent: 1, replies: 1, failed: 1 });
    clock.now += 45 * minuteMs;
    await alerts.look();
    expect((await alerts.list()).alerts.map(({ rule }) => rule).sort()).toEqual(["costHour", "silence"]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/env";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createJobRecords } from "@/lib/data/jobs";
import { createLeases } from "@/lib/engine/records/leases";
import { paths } from "@/lib/data/paths";
import { createPreferences } from "@/lib/features/preferences/records";
import { openTransport } from "@/lib/features/accounts/auth/mailer";
import { createMailer, type Mailer } from "@/lib/features/accounts/auth/mails";
import { createNotices } from "@/lib/features/accounts/auth/notices";
import { createAudit } from "@/lib/data/audit";
import { createReminders, remindAfterMs } from "@/lib/features/reminders/feature";
import type { PostSigned } from "@/lib/features/alerts/send-webhook";
import { createLog } from "@/lib/log";
import { openWebhook } from "@/lib/features/alerts/webhook";
import type { Store } from "@/lib/store/store";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";
import { openTestStore } from "@/tests/support/open-test-store";

const wait = { userId: "u1", conversationId: "c1", runId: "r1", waitId: "a1" };
let server: MailServer;
let mailer: Mailer;
let store: Store;
let now = 0;
let isAllowed = true;

beforeEach(async () => {
  [server, store] = await Promise.all([startMailServer(), openTestStore()]);
  const transport = openTransport({ url: server.env["SMTP_URL"] ?? "", from: server.env["MAIL_FROM"] ?? "" });
  mailer = createMailer(transport, async () => "Sextant");
  [now, isAllowed] = [Date.now(), true];
  await store.set(paths.person("u1"), { email: "ada@a.example" });
});
afterEach(async () => {
  mailer.close();
  await server.close();
});

/** A run that has let go of its process until the person answers, and who reminds of it. */
async function openWaiting(waitingMail: "on" | "off" = "on", hasMail = true, post: PostSigned | null = null) {
  const inBackground = () => undefined;
  const audit = createAudit(store, () => now);
  const notices = createNotices({ store, audit, mailer, url: "https://chat.a.example", inBackground });
  const preferences = createPreferences(store);
  await preferences.change("u1", { waitingMail });
  const leases = createLeases(store, () => now);
  const jobs = createJobRecords(store);
  const lease = {
    ...{ userId: "u1", conversationId: "c1", owner: "w", epoch: 1, beatAt: now, silentMs: 0, crashes: 0 },
    ...{
      isReleased: false,
      isStopAsked: false,
      endedAt: null,
      plan: "{}",
      steers: {},
      answers: {},
      edits: {},
    },
    waiting: null,
  };
  await store.set(paths.lease("r1"), lease);
  await leases.wait("r1", 1, { until: now + 300_000, approvals: ["a1"] });
  const reminders = createReminders({
    ...{ jobs, leases, preferences, now: () => now, isAllowed: async () => isAllowed },
    ...{ mailWaiting: hasMail ? notices.waiting : null, postWaiting: post, log: createLog("error") },
  });
  /** Whether a mail is planned; then its time comes. */
  async function comeDue(): Promise<boolean> {
    await reminders.note(wait);
    now += remindAfterMs;
    const [due] = await jobs.listDue(now, 5);
    const job = due === undefined ? null : await jobs.claim(due, now, now + 1_000);
    const remind = job === null ? null : reminders.job.begin(job);
    if (job === null || remind === null) return false;
    await jobs.settle(job, await remind(new AbortController().signal));
    expect(await jobs.listDue(now + 1_000_000, 5)).toEqual([]);
    return true;
  }
  return { leases, comeDue };
}

describe("a question that waits for the person", () => {
  it("is mailed once as a link, without a word of what it is about", async () => {
    const { comeDue } = await openWaiting();
    expect(await comeDue()).toBe(true);
    const { to, links, text } = await server.next();
    expect(to).toEqual(["ada@a.example"]);
    expect([...new Set(links.map(({ href }) => href))]).toEqual(["https://chat.a.example/c/c1"]);
    expect(text).toContain("An answer needs your decision");
    expect(server.count()).toBe(1);
  });

  it.each([
    ["that the site has set up", 200, "off", 0],
    ["and mailed although that is down", 500, "on", 1],
  ] as const)("is told by the webhook %s, once and signed", async (_what, status, choice, mails) => {
    const told: { body: string; signature: unknown }[] = [];
    const hook = createServer(async (request, response) => {
      const body = (await request.toArray()).join("");
      told.push({ body, signature: request.headers["x-sextant-signature"] });
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(hook.address() as AddressInfo).port}`;
    const env = parseEnv({
      ALERT_WEBHOOK_URL: `http://${host}/hook`,
      ALERT_WEBHOOK_SECRET: "a secret of 16 and more",
      WEB_FETCH_ALLOWED_HOSTS: host,
    });
    const { comeDue } = await openWaiting(choice, true, openWebhook({ env, now: () => now }));
    expect(await comeDue()).toBe(true);
    expect(told.map(({ body }) => JSON.parse(body))).toEqual([{ type: "run.waiting", ...wait }]);
    expect(told[0]?.signature).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(server.count()).toBe(mails);
    hook.close();
  });

  it("is not mailed when it was answered meanwhile", async () => {
    const { leases, comeDue } = await openWaiting();
    await leases.answer("r1", { id: "a1", answer: "{}", now });
    expect(await comeDue()).toBe(true);
    expect(server.count()).toBe(0);
  });

  it("is not mailed to somebody who may not use the site any more", async () => {
    const { comeDue } = await openWaiting();
    isAllowed = false;
    expect(await comeDue()).toBe(true);
    expect(server.count()).toBe(0);
  });

  it.each([
    ["the person has not chosen it", "off", true],
    ["no mail is set up", "on", false],
  ] as const)("plans no mail where %s", async (_why, choice, hasMail) => {
    const { comeDue } = await openWaiting(choice, hasMail);
    expect(await comeDue()).toBe(false);
  });
});

import * as chat from "@/app/api/chat/route";
import * as conversations from "@/app/api/conversations/route";
import { parseEnv } from "@/lib/env";
import { createServices } from "@/lib/server/create-services";
import { openBlobs } from "@/lib/store/open";
import { toCost, type RouteCost } from "@/tests/bench/route-costs";
import { signUp } from "@/tests/support/account-steps";
import { createBrowser, serve, siteUrl } from "@/tests/support/accounts-services";
import { createBilledStore } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { toQuestion } from "@/tests/support/test-services";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

/** A site with accounts and somebody who is signed in. `cost` says what a call costs once settings and sign-in were last read `later` ms ago. */
async function openSignedIn(open: (typeof bothStores)[number]["openStore"]) {
  const store = createBilledStore(await open());
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-"));
  const clock = { now: Date.now() };
  const env = parseEnv({
    LOG_LEVEL: "silent",
    MEDIAWIKI_URL: "http://127.0.0.1:9",
    DATA_DIR: dataDir,
    AUTH_URL: siteUrl,
  });
  const services = await createServices(env, {
    openStore: async () => store,
    openBlobs,
    now: () => clock.now,
  });
  onTestFinished(async () => {
    await services.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  serve(services);
  const browser = createBrowser();
  await signUp(browser, "ada@a.example");
  const cost = async (
    later: number,
    route: unknown,
    call: Parameters<typeof browser.call>[1] = {},
  ): Promise<RouteCost> => {
    clock.now += later;
    await store.take();
    const response = await browser.call(route, call);
    expect(response.status).toBe(200);
    await response.text();
    await services.settleBackground();
    return toCost("", await store.take());
  };
  return { cost };
}

const send = (message: string) => ({ method: "POST", body: toQuestion("Hello", { message }) });

describe.each(bothStores)("with accounts, on $name", ({ openStore }) => {
  it("a message is at most 13 reads and 9 writes, one more once a minute, signing in, the settings, the agents and the tool servers among them", async () => {
    const { cost } = await openSignedIn(openStore);
    for (const message of ["m1", "m2"]) {
      const { reads, writes } = await cost(10_000, chat.POST, send(message));
      expect(reads).toBeLessThanOrEqual(13);
      expect(writes).toBeLessThanOrEqual(10);
    }
  });

  it("who signed in is read at most once in 3 seconds, whoever asks", async () => {
    const { cost } = await openSignedIn(openStore);
    await cost(10_000, conversations.GET);
    const emptyList = { queries: 1, writes: 0 };
    expect(await cost(1_000, conversations.GET)).toMatchObject({ ...emptyList, reads: 1 });
    expect(await cost(10_000, conversations.GET)).toMatchObject({ ...emptyList, reads: 2 });
  });
});

import { randomUUID } from "node:crypto";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { SettingsPatch } from "@/lib/protocol/settings";
import type { Platform } from "@/lib/server/core-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { readArticles } from "@/tests/evaluation/articles";

export type MemoryServices = {
  services: TestServices;
  /** Goes to a day of the histories, counted from 5 January 2026. */
  goTo: (day: number, minutes?: number) => void;
  /** Says the turns in a new conversation and gives the last reply, which may wait for the person's consent. */
  say: (userId: string, turns: readonly string[], options?: { temporary?: boolean }) => Promise<ChatMessage>;
  changeSettings: (patch: SettingsPatch) => Promise<void>;
  /** Ends the services and keeps what is stored. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 5, 9);

/** The product's own services with the offline guide over the seeded wiki, and a clock that runs on from the day it is set to. */
export async function openMemoryServices(
  env: Record<string, string> = {},
  { dataDir, ...outside }: Partial<Platform> & { dataDir?: string } = {},
): Promise<MemoryServices> {
  const wiki = await startWikiServer({ articles: readArticles() });
  const clock = { at: firstDay, since: performance.now() };
  const services = await openTestServices(
    {
      MEDIAWIKI_URL: wiki.url,
      WEB_FETCH_ALLOWED_HOSTS: new URL(wiki.url).host,
      MODEL_MAIN: "offline:guide",
      MAX_RUNS: "1000",
      MAX_RUNS_PER_PERSON: "1000",
      ...env,
    },
    dataDir,
    { ...outside, now: () => clock.at + Math.floor(performance.now() - clock.since) },
  );
  const changeSettings = async (patch: SettingsPatch) => {
    const { version } = await services.settings.get();
    await services.settings.update(patch, version, localOwner.id);
  };
  await changeSettings({ messagesPerDay: null, toolLimits: {} });
  return {
    services,
    goTo: (day, minutes = 0) =>
      Object.assign(clock, { at: firstDay + day * dayMs + minutes * 60_000, since: performance.now() }),
    async say(userId, turns, options = {}) {
      const conversationId = randomUUID();
      let reply: ChatMessage | null = null;
      for (const text of turns) {
        const message = { id: randomUUID(), role: "user" as const, parts: [{ type: "text" as const, text }] };
        const started = await services.runs.start(userId, {
          id: conversationId,
          trigger: "submit-message",
          message,
          options: { timezone: "Europe/Berlin", ...options },
        });
        reply = await started.reply;
      }
      if (reply === null) throw new Error("A conversation needs at least one turn.");
      return reply;
    },
    changeSettings,
    async stop() {
      await services.close();
      await wiki.close();
    },
    async close() {
      await services.dispose();
      await wiki.close();
    },
  };
}

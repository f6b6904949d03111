import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { openRoundRobin } from "@/tests/support/round-robin";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { Answer, ReplyPart, Script } from "@/tests/support/wire/reply";
import { test as base } from "./running-page";

export type Site = {
  /** Stays, whatever becomes of the server behind it. */
  url: string;
  provider: ProviderServer;
  /** What the model answers from now on. */
  say: (script: Script) => void;
  /** Ends every connection to the server. */
  cut: () => void;
  /** Milliseconds until the process was gone. */
  end: (signal: NodeJS.Signals) => Promise<number>;
  /** Starts the server again on the same data. */
  start: () => Promise<void>;
};

/** Journeys with a scripted model at a server that may be ended and started again behind an address that stays. */
export const siteTest = base.extend<{ open: Page }, { site: Site }>({
  site: [
    async ({}, provide) => {
      const { provider, say, env } = await startModel();
      const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-app-"));
      const front = await openRoundRobin();
      const running: { app: AppServer | null } = { app: null };
      const start = async () => {
        running.app = await startApp({ env, dataDir });
        front.lead(running.app.url);
      };
      const end = async (signal: NodeJS.Signals) => {
        const begun = Date.now();
        await running.app?.close({ signal, keepData: true });
        return Date.now() - begun;
      };
      await start();
      await provide({ url: front.url, provider, say, cut: front.cut, end, start });
      await front.close();
      await running.app?.close();
      await provider.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, provide) => {
    await page.goto(site.url);
    await provide(page);
  },
});

/** A model whose answers `say` sets, and what a server needs to ask it. */
export async function startModel() {
  let current: Script = () => ({ parts: [] });
  const provider = await startProviderServer((request) =>
    request.kind === "language" ? current(request) : { parts: [] },
  );
  const env = { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" };
  return { provider, env, say: (script: Script) => void (current = script) };
}

export const toWords = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind}${index}`);

/** The numbered words of a kind, one by one. */
export const slowly = (kind: string, count: number, delayMs: number, more: ReplyPart[] = []): Answer => ({
  parts: [{ type: "text", chunks: toWords(kind, count).map((word) => `${word} `) }, ...more],
  delayMs,
});

export const plainly = (text: string): Answer => ({ parts: [{ type: "text", chunks: [text] }] });

/** Two calculations, then a slow answer, which is in other words each time that it is asked for: `first0…`, `second0…`. The first is long enough to be cut in time. */
export function toCrashScript(count: number, delayMs: number): Script {
  const kinds = ["first", "second", "third"];
  const sums: ReplyPart[] = ["6*7", "15% of 240"].map((expression) => ({
    type: "tool",
    name: "calculate",
    input: { expression },
  }));
  let answers = 0;
  return ({ body, turn }) => {
    if (isFollowUp(body)) return plainly("Here is the rest.");
    if (turn === 0) return { parts: [{ type: "text", chunks: ["I calculate first. "] }, ...sums] };
    answers += 1;
    return slowly(kinds[answers - 1] ?? "more", answers === 1 ? 3 * count : count, delayMs);
  };
}

export const followUp = "And the rest?";
const isFollowUp = (body: Record<string, unknown>) => JSON.stringify(body).includes(followUp);

import type { Page } from "@playwright/test";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply, ReplyPart, Script } from "@/tests/support/wire/reply";
import { answer, ask, expect } from "./journey";
import { test as base } from "./running-page";

const words = (count: number, text = "word ") =>
  Array.from({ length: count }, (_, index) => `${text}${index} `);
const say = (...chunks: string[]): ReplyPart => ({ type: "text", chunks });
const call = (name: string, input: unknown): ReplyPart => ({ type: "tool", name, input });
const reply = (...parts: ReplyPart[]): Reply => ({ parts, delayMs: 15 });
const thought: ReplyPart = { type: "reasoning", chunks: words(60, "Hm ") };
const search = call("web_search", { query: "longitude", reason: "to see" });
const inOrder =
  (...replies: Reply[]): Script =>
  ({ turn }) =>
    replies[Math.min(turn, replies.length - 1)] ?? reply(say("ok"));

/** What is asked, by the kind of its answer. */
const kinds: Record<string, Script> = {
  plain: inOrder(reply(say(...words(20)))),
  short: inOrder(reply(say("Yes."))),
  long: inOrder(reply(say(...words(700)))),
  thinking: inOrder(reply(thought, say(...words(40)))),
  searched: inOrder(reply(thought, search), reply(say(...words(60)))),
  cited: inOrder(
    reply(search),
    reply(say("Longitude is an angle [1]. ", "It is measured east or west [2]. ")),
  ),
  commented: inOrder(reply(say("Let me look. "), search), reply(say(...words(30)))),
  "at work again": inOrder(reply(say(...words(90, "long words ")), search), reply(say(...words(60)))),
  calculated: inOrder(reply(call("calculate", { expression: "2+3", reason: "sum" })), reply(say("5 it is."))),
  "failed step": inOrder(reply(call("teleport", { to: "Mars" })), reply(say("On foot."))),
  code: inOrder(reply(say("```ts\n", ...words(20, "const a = 1;\n"), "```\n", "Done."))),
  table: inOrder(reply(say("|a|b|\n|-|-|\n", ...words(12, "|x|y|\n|z|"), "\n\nDone."))),
  "right to left": inOrder(reply(say(...words(60, "שלום ")))),
  error: () => ({ status: 400, message: "No." }),
  "cut off": inOrder({ parts: [say(...words(80))], delayMs: 15, endAfter: 40 }),
};

const test = base.extend<{ open: Page }, { site: { app: AppServer; play: (script: Script) => void } }>({
  site: [
    async ({}, provide) => {
      let current: Script = () => reply(say("ok"));
      const wiki = await startWikiServer({ articles });
      const followUps = JSON.stringify({ questions: ["What then?", "Why so?", "Who else?"] });
      const provider = await startProviderServer((request) =>
        request.model === "small" ? { parts: [say(followUps)] } : current(request),
      );
      const app = await startApp({
        env: {
          ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "local:small" },
          ...{ MEDIAWIKI_URL: wiki.url, WEB_FETCH_ALLOWED_HOSTS: new URL(wiki.url).host },
        },
      });
      await provide({ app, play: (script) => void (current = script) });
      await app.close();
      await provider.close();
      await wiki.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, provide) => {
    await page.goto(site.app.url);
    await provide(page);
  },
});

/** Watches, from now on, the top of the newest question each 100 ms, and what shifts without a person's doing. */
async function watch(page: Page): Promise<() => Promise<{ tops: number[]; shift: number }>> {
  await page.evaluate(() => {
    const seen = { tops: [] as number[], shift: 0, from: performance.now() };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput && entry.startTime > seen.from) seen.shift += entry.value;
    }).observe({ type: "layout-shift" });
    const questions = document.getElementsByTagName("article");
    const count = document.querySelectorAll("[data-turn]").length;
    const timer = setInterval(() => {
      const turns = document.querySelectorAll("[data-turn]");
      const top = turns.length > count && questions.length > 0 ? turns[turns.length - 1] : undefined;
      if (top) seen.tops.push(Math.round(top.getBoundingClientRect().top));
    }, 100);
    Object.assign(window, { seen, stopSeeing: () => clearInterval(timer) });
  });
  return () =>
    page.evaluate(() => {
      const { seen, stopSeeing } = window as unknown as {
        seen: { tops: number[]; shift: number };
        stopSeeing: () => void;
      };
      stopSeeing();
      return seen;
    });
}

async function measure(page: Page, kind: string): Promise<void> {
  const end = await watch(page);
  await ask(page, `A question: ${kind}`);
  await expect(page.locator("[data-turn]").last()).toContainText(kind);
  await expect(answer(page).last()).toHaveAttribute("aria-busy", "false", { timeout: 40_000 });
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  // What comes after an answer may take this long.
  const over = Date.now();
  await expect.poll(() => Date.now() - over, { timeout: 10_000 }).toBeGreaterThan(3_000);
  const { tops, shift } = await end();
  const moves = tops.filter((top, index) => index > 0 && Math.abs(top - (tops[index - 1] ?? top)) > 1).length;
  console.log(`${kind}: shift ${shift.toFixed(4)}, moves ${moves}, tops ${[...new Set(tops)].join(" ")}`);
  expect.soft(shift, kind).toBeLessThan(0.01);
  expect.soft(moves, kind).toBeLessThanOrEqual(1);
  expect.soft(tops.at(-1), `${kind} stands at the top`).toBeLessThan(80);
}

test("the page stands still from a question to what follows its answer @core", async ({ open, site }) => {
  for (const kind of ["plain", "searched"]) {
    site.play(kinds[kind] ?? (() => reply()));
    await measure(open, kind);
  }
});

test("the page stands still for answers of every kind", async ({ open, site }) => {
  test.setTimeout(240_000);
  for (const [kind, script] of Object.entries(kinds)) {
    site.play(script);
    await measure(open, kind);
  }
});

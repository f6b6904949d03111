import type { Page } from "@playwright/test";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply, ReplyPart, Script } from "@/tests/support/wire/reply";
import { step, toScript } from "@/tests/support/planned-script";
import { answer, ask, expect } from "./journey";
import { planAlways } from "./plan-page";
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

type Kind = {
  script: Script;
  /** Before the question, and while it is answered. */
  before?: (page: Page) => Promise<void>;
  meanwhile?: (page: Page) => Promise<void>;
};

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const attach = (name: string, mimeType: string, buffer: Buffer) => async (page: Page) => {
  await page.locator('main input[type="file"]').setInputFiles({ name, mimeType, buffer });
  await expect(page.getByText(name).or(page.getByRole("img", { name })).first()).toBeVisible();
};
const fact = {
  content: "Sails at dawn",
  category: "profile",
  tier: "core",
  confidence: 0.9,
  keywords: ["sea"],
};
const save = call("memory_save", { facts: [fact] });
const whichParis = { question: "Which Paris?", choices: ["France", "Texas"], default: "France" };
/** Refuses the first call, and answers the next. */
const limitedThen = (then: Reply): Script => {
  let isLimited = true;
  return () => {
    const now = isLimited;
    isLimited = false;
    return now ? { status: 429, retryAfter: 1, message: "Slow down." } : then;
  };
};

/** What is asked, by the kind of its answer. */
const kinds: Record<string, Kind | Script> = {
  plain: inOrder(reply(say(...words(20)))),
  short: inOrder(reply(say("Yes."))),
  long: inOrder(reply(say(...words(700)))),
  thinking: inOrder(reply(thought, say(...words(40)))),
  searched: inOrder(reply(thought, search), reply(say(...words(60)))),
  cited: inOrder(
    reply(search),
    reply(say("Longitude is an angle [1]. ", "It is measured east or west [2]. ")),
  ),
  "cited late": inOrder(reply(search), reply(say(...words(80), "\n\nLongitude is an angle [1]."))),
  commented: inOrder(reply(say("Let me look. "), search), reply(say(...words(30)))),
  "at work again": inOrder(reply(say(...words(90, "long words ")), search), reply(say(...words(60)))),
  calculated: inOrder(reply(call("calculate", { expression: "2+3", reason: "sum" })), reply(say("5 it is."))),
  "failed step": inOrder(reply(call("teleport", { to: "Mars" })), reply(say("On foot."))),
  code: inOrder(reply(say("```ts\n", ...words(20, "const a = 1;\n"), "```\n", "Done."))),
  table: inOrder(reply(say("|a|b|\n|-|-|\n", ...words(12, "|x|y|\n|z|"), "\n\nDone."))),
  math: inOrder(reply(say("It is\n\n$$\n\\int_0^1 x^2 ", "dx = \\frac{1}{3}\n$$\n\n", ...words(20)))),
  diagram: inOrder(reply(say("```mermaid\ngraph TD\n", "A-->B\n", "B-->C\n", "```\n\n", ...words(20)))),
  "right to left": inOrder(reply(say(...words(60, "שלום ")))),
  picture: {
    before: attach("dot.png", "image/png", Buffer.from(png, "base64")),
    script: inOrder(reply(say(...words(20)))),
  },
  file: {
    before: attach("fees.csv", "text/csv", Buffer.from("harbour,fee\nLisbon,120\n")),
    script: inOrder(
      reply(call("retrieve", { query: "fee of Lisbon", reason: "to see" })),
      reply(say("The fee is 120 [1].")),
    ),
  },
  // Strangers' text is in the conversation by now: what is to be kept is asked about.
  memory: {
    script: inOrder(reply(save), reply(say("I will remember it. ", ...words(10)))),
    meanwhile: (page) => page.getByRole("button", { name: "Save", exact: true }).click(),
  },
  consent: {
    script: inOrder(reply(save), reply(say(...words(20)))),
    meanwhile: (page) => page.getByRole("button", { name: /^Don’t/ }).click(),
  },
  "question asked": {
    script: inOrder(reply(call("ask_person", whichParis)), reply(say(...words(20)))),
    meanwhile: (page) => page.getByRole("button", { name: "Texas" }).click(),
  },
  error: () => ({ status: 400, message: "No." }),
  "cut off": inOrder({ parts: [say(...words(80))], delayMs: 15, endAfter: 40 }),
  "rate limited": limitedThen(reply(say(...words(20)))),
  stopped: {
    script: inOrder(reply(say(...words(900)))),
    async meanwhile(page) {
      await expect(answer(page)).toContainText("word 9");
      await page.getByRole("button", { name: "Stop" }).click();
    },
  },
  steered: {
    script: inOrder(reply(say(...words(150)), search), reply(say(...words(30)))),
    async meanwhile(page) {
      await expect(answer(page)).toContainText("word 9");
      await ask(page, "And be brief");
      await page.getByRole("button", { name: "Add to this answer" }).click();
    },
  },
  queued: {
    script: inOrder(reply(say(...words(150)))),
    async meanwhile(page) {
      await expect(answer(page)).toContainText("word 9");
      await ask(page, "Next: queued");
    },
  },
  planned: {
    before: planAlways,
    script: toScript({ plans: [[step("North"), step("South"), step("Compare", [1, 2])]] }),
  },
};

type Site = {
  app: AppServer;
  play: (script: Script) => void;
};

const test = base.extend<{ open: Page }, { site: Site }>({
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

/**
 * A diagram is not as high as its source, what a file's words are cited for comes late, and what waits to be
 * sent moves the button to the end: none of it is the text that is read.
 */
const mostShift: Record<string, number> = { diagram: 0.03, file: 0.03, steered: 0.03, queued: 0.03 };

type Seen = { tops: { id: string; top: number }[]; shift: number; shifted: string[] };

/** Watches, from now on, the top of the newest question each 100 ms, and what shifts without a person's doing. */
async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen: Seen = { tops: [], shift: 0, shifted: [] };
    const from = performance.now();
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const toName = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.localName}.${node.className}`.slice(0, 80) : String(node?.nodeName);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput && entry.startTime > from) {
          seen.shift += entry.value;
          seen.shifted.push(`${entry.value.toFixed(4)}: ${entry.sources.map(toName).join(", ")}`);
        }
    }).observe({ type: "layout-shift" });
    const count = document.querySelectorAll("[data-turn]").length;
    const timer = setInterval(() => {
      const turns = document.querySelectorAll<HTMLElement>("[data-turn]");
      const turn = turns.length > count ? turns[turns.length - 1] : undefined;
      if (turn)
        seen.tops.push({
          id: turn.dataset["turn"] ?? "",
          top: Math.round(turn.getBoundingClientRect().top),
        });
    }, 100);
    Object.assign(window, { seen, stopSeeing: () => clearInterval(timer) });
  });
  return () =>
    page.evaluate(() => {
      const { seen, stopSeeing } = window as unknown as { seen: Seen; stopSeeing: () => void };
      stopSeeing();
      return seen;
    });
}

async function measure(page: Page, kind: string, { before, meanwhile }: Partial<Kind>): Promise<void> {
  await before?.(page);
  const end = await watch(page);
  await ask(page, `A question: ${kind}`);
  await meanwhile?.(page);
  await expect(page.locator("[data-turn]").last()).toContainText(kind);
  await expect(answer(page).last()).toHaveAttribute("aria-busy", "false", { timeout: 40_000 });
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  // What comes after an answer may take this long.
  const over = Date.now();
  await expect.poll(() => Date.now() - over, { timeout: 10_000 }).toBeGreaterThan(3_000);
  const { tops, shift, shifted } = await end();
  const moves = tops.filter(({ id, top }, index) => {
    const last = tops[index - 1];
    return last?.id === id && Math.abs(top - last.top) > 1;
  }).length;
  const places = [...new Set(tops.map(({ top }) => top))].join(" ");
  console.log(`${kind}: shift ${shift.toFixed(4)}, moves ${moves}, tops ${places}`);
  expect.soft(shift, [kind, ...shifted].join("\n")).toBeLessThan(mostShift[kind] ?? 0.01);
  expect.soft(moves, kind).toBeLessThanOrEqual(1);
  expect.soft(tops.at(-1)?.top, `${kind} stands at the top`).toBeLessThan(80);
}

async function measureAll(page: Page, { play }: Pick<Site, "play">, names: string[]): Promise<void> {
  for (const name of names) {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`There is no kind ${name}.`);
    play(typeof kind === "function" ? kind : kind.script);
    await measure(page, name, typeof kind === "function" ? {} : kind);
  }
}

test("the page stands still from a question to what follows its answer @core", async ({ open, site }) => {
  await measureAll(open, site, ["plain", "searched"]);
});

test("the page stands still for answers of every kind", async ({ open, site }) => {
  test.setTimeout(400_000);
  await measureAll(open, site, Object.keys(kinds));
});

test("a conversation that is opened stands still", async ({ open, site }) => {
  await measureAll(open, site, ["long", "cited", "short"]);
  await open.addInitScript(() => {
    const seen = { shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { opened: seen });
  });
  await open.reload();
  await expect(answer(open)).toContainText("Yes.");
  // What is drawn once the script has run may take this long.
  const over = Date.now();
  await expect.poll(() => Date.now() - over, { timeout: 10_000 }).toBeGreaterThan(2_000);
  const shift = await open.evaluate(() => (window as unknown as { opened: { shift: number } }).opened.shift);
  expect(shift).toBeLessThan(0.01);
});

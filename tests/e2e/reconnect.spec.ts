import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";
import { answer, ask, composer, expect, scriptedTest } from "./journey";
import { test as base } from "./running-page";

const wordCount = 200;
const words = Array.from({ length: wordCount }, (_, index) => `word${index}`);
const slowly: Reply = { parts: [{ type: "text", chunks: words.map((word) => `${word} `) }], delayMs: 30 };
const away = (page: Page) => page.getByRole("log").getByText("Connection lost.");

type Site = {
  url: string;
  cut: () => void;
  mend: () => void;
  kill: () => Promise<void>;
  start: () => Promise<void>;
};

/** A server that can be out of reach, or killed and started again behind an address that stays. */
const test = base.extend<{ site: Site }>({
  site: async ({}, provide) => {
    const provider = await startProviderServer((request) =>
      request.kind === "language" ? slowly : { parts: [] },
    );
    const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-app-"));
    const env = {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    };
    const door = await openDoor();
    const running: { app: AppServer | null } = { app: null };
    const mend = () => door.lead(Number(new URL(running.app?.url ?? "").port));
    const start = async () => {
      running.app = await startApp({ env, dataDir });
      mend();
    };
    await start();
    await provide({
      url: door.url,
      start,
      cut: () => door.lead(null),
      mend,
      async kill() {
        door.lead(null);
        await running.app?.close({ signal: "SIGKILL", keepData: true });
      },
    });
    door.close();
    await running.app?.close();
    await provider.close();
  },
});

test("a server that is killed and started again while the page is open completes the answer there", async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await ask(page, "Through a crash");
  await expect(answer(page)).toContainText("word20 ");
  await site.kill();
  await expect(away(page)).toBeVisible();
  await ask(page, "And then?");
  await site.start();
  await expect(away(page)).toBeHidden({ timeout: 30_000 });
  await expect(answer(page)).toContainText(`word${wordCount - 1}`, { timeout: 40_000 });
  await expect(page.getByRole("article", { name: "You asked" })).toHaveText(["Through a crash", "And then?"]);
  // What is out of sight has no inner text.
  const first = await page.getByRole("article", { name: "Sextant answered" }).first().textContent();
  expect(first?.match(/word\d+/g)).toEqual(words);
});

test("after ten seconds without a network the answer goes on by itself, and nothing that was there is taken back", async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await ask(page, "Through a tunnel");
  await expect(answer(page)).toContainText("word10 ");
  const countLosses = await watchWords(page);
  site.cut();
  await expect(away(page)).toBeVisible();
  await page.waitForTimeout(10_000);
  site.mend();
  await expect(away(page)).toBeHidden({ timeout: 10_000 });
  await expect(answer(page)).toContainText(`word${wordCount - 1}`, { timeout: 30_000 });
  expect((await answer(page).innerText()).match(/word\d+/g)).toEqual(words);
  expect(await countLosses()).toBe(0);
});

scriptedTest(
  "what is asked without a network is not sent yet, and goes out once by itself when it is back, after a reload too @core",
  async ({ open, say, scripted, context }) => {
    const asked = open.getByRole("article", { name: "You asked" });
    const unsent = open.getByRole("log").getByText("Not sent yet.");
    let calls = 0;
    say(({ body }) => {
      if (JSON.stringify(body).includes("tunnel")) calls += 1;
      return { parts: [{ type: "text", chunks: ["Heard."] }] };
    });
    await context.setOffline(true);
    await ask(open, "From the first tunnel");
    await expect(unsent).toBeVisible();
    await expect(asked).toHaveText(["From the first tunnel"]);
    await expect(open.getByText("Connection lost.")).toHaveCount(0);
    await expect(open.reload()).rejects.toThrow();
    await context.setOffline(false);
    await open.goto(scripted.app.url);
    await expect(answer(open)).toContainText("Heard.");
    await expect(asked).toHaveText(["From the first tunnel"]);

    const before = calls;
    await context.setOffline(true);
    await ask(open, "From the second tunnel");
    await expect(unsent).toBeVisible();
    await context.setOffline(false);
    await expect(answer(open)).toContainText("Heard.");
    await expect(unsent).toHaveCount(0);
    await expect(asked).toHaveText(["From the first tunnel", "From the second tunnel"]);

    await context.setOffline(true);
    await ask(open, "Better not");
    await open.getByRole("button", { name: "Take back" }).click();
    await expect(composer(open)).toHaveValue("Better not");
    await context.setOffline(false);
    await open.reload();
    await expect(asked).toHaveText(["From the first tunnel", "From the second tunnel"]);
    expect(calls).toBeGreaterThan(before);
  },
);

/** Looks at each drawing of the newest answer; the function that it gives tells in how many of them there were fewer words than before. */
async function watchWords(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { words: 0, fewer: 0 };
    const look = () => {
      const text = [...document.querySelectorAll("[role=log] article")].at(-1)?.textContent ?? "";
      const words = text.match(/word\d+/g)?.length ?? 0;
      if (words < seen.words) seen.fewer += 1;
      seen.words = words;
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => watch.evaluate(({ fewer }) => fewer);
}

/** A port of its own that leads to another one, or to nowhere. */
async function openDoor() {
  let port: number | null = null;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    if (port === null) return void socket.destroy();
    const inner = connect(port, "127.0.0.1");
    for (const end of [socket, inner]) {
      open.add(end);
      end.on("error", () => undefined).on("close", () => [socket, inner].forEach((other) => other.destroy()));
      end.on("close", () => open.delete(end));
    }
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(next: number | null) {
      port = next;
      if (next === null) for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

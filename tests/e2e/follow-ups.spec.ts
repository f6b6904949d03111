import { startApp } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";
import { answer, ask, expect } from "./journey";
import { test } from "./running-page";

const say = (text: string): Reply => ({ parts: [{ type: "text", chunks: [text] }] });
const suggested = JSON.stringify({ questions: ["Who was Hadley?", "Did Newton know him?", "Why 1731?"] });

test("questions that may come next stand below the newest answer, also after a reload, and a press asks one", async ({
  page,
}) => {
  const provider = await startProviderServer(({ model, body }) => {
    if (model !== "small") return say("John Hadley showed the octant in 1731.");
    return say(JSON.stringify(body).includes("ask next") ? suggested : "Octants");
  });
  const app = await startApp({
    env: { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "local:small" },
  });
  try {
    await page.goto(app.url);
    await ask(page, "When was the octant shown?");
    await expect(answer(page)).toContainText("1731");
    const next = page.getByRole("list", { name: "Ask next" }).getByRole("button");
    await expect(next).toHaveText(["Who was Hadley?", "Why 1731?"]);
    await page.reload();
    await expect(next).toHaveText(["Who was Hadley?", "Why 1731?"]);
    await next.first().click();
    await expect(page.getByRole("article", { name: "You asked" }).last()).toHaveText("Who was Hadley?");
    await expect(page.getByRole("article", { name: "Sextant answered" })).toHaveCount(2);
    await expect(next).toHaveText(["Why 1731?"]);
  } finally {
    await app.close();
    await provider.close();
  }
});

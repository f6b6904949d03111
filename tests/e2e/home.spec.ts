import type { Page } from "@playwright/test";
import { answer, ask, composer, expect, foot, scriptedTest as test } from "./journey";
import { expectAccessible } from "./accessible";

/** Where the composer stands, and whether it is the element that was marked. */
const readComposer = (page: Page) =>
  composer(page).evaluate((box) => ({
    isMarked: Reflect.get(box, "isMarked") === true,
    middle: (box.getBoundingClientRect().top + box.getBoundingClientRect().bottom) / 2 / window.innerHeight,
  }));

test("the composer goes from the middle to the foot as it is, with what is written @core", async ({
  open,
  say,
}) => {
  await open.setViewportSize({ width: 1920, height: 1080 });
  await composer(open).evaluate((box) => Reflect.set(box, "isMarked", true));
  const before = await readComposer(open);
  expect(before.middle).toBeGreaterThan(0.25);
  expect(before.middle).toBeLessThan(0.6);
  say(() => ({ parts: [{ type: "text", chunks: Array.from({ length: 40 }, () => "word ") }], delayMs: 25 }));
  await ask(open, "First");
  await open.keyboard.type("Half a thought");
  await expect(answer(open)).toContainText("word");
  await expect(composer(open)).toBeFocused();
  await expect(composer(open)).toHaveValue("Half a thought");
  const after = await readComposer(open);
  expect(after.isMarked).toBe(true);
  expect(after.middle).toBeGreaterThan(0.85);
});

test("a starter that needs a file waits for it in the composer, another is asked at once", async ({
  open,
}) => {
  await open.getByRole("button", { name: /^What does this contract say/ }).click();
  await expect(composer(open)).toHaveValue("What does this contract say about notice?");
  await expect(open.getByRole("article")).toHaveCount(0);
  await composer(open).fill("");
  await open.getByRole("button", { name: /^How accurate was Harrison/ }).click();
  await expect(open.getByRole("article", { name: "You asked" })).toContainText("How accurate was Harrison");
});

test("nothing shifts while the page opens, and a conversation that is opened never shows the home first", async ({
  open,
  scripted,
}) => {
  await open.addInitScript(() => {
    const seen = { shift: 0, wasHome: false };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
      seen.wasHome ||= document.querySelector("main")?.textContent.includes("What do you want") === true;
      requestAnimationFrame(look);
    };
    look();
  });
  const read = () => open.evaluate(() => Reflect.get(window, "seen") as { shift: number; wasHome: boolean });
  await open.goto(scripted.app.url);
  await expect(composer(open)).toBeFocused();
  expect(await read()).toEqual({ shift: 0, wasHome: true });
  await ask(open, "A question");
  await expect(answer(open)).toContainText("ok");
  await open.reload();
  await expect(answer(open)).toContainText("ok");
  expect((await read()).wasHome).toBe(false);
});

test("with 65 conversations the empty home has at most 500 elements", async ({ open, scripted }) => {
  await open.evaluate(async (count) => {
    const ask = (index: number) => {
      const parts = [{ type: "text", text: `Question ${index}` }];
      const message = { id: crypto.randomUUID(), role: "user", parts };
      const body = JSON.stringify({
        id: crypto.randomUUID(),
        trigger: "submit-message",
        message,
        options: {},
      });
      const headers = { "content-type": "application/json" };
      return fetch("/api/chat", { method: "POST", headers, body }).then((response) => response.text());
    };
    for (let index = 0; index < count; index += 1) await ask(index);
  }, 65);
  await open.goto(scripted.app.url);
  await expect(open.getByRole("link", { name: "Question 64" })).toBeVisible();
  const counts = await open.evaluate(() => ({
    all: document.querySelectorAll("*").length,
    body: document.querySelectorAll("body *").length,
    home: document.querySelectorAll("main *").length,
  }));
  console.log(counts);
  expect(counts.body).toBeLessThanOrEqual(500);
});

test("no menu of the home page has anything in the tree before it is opened @core", async ({
  open,
  scripted,
}) => {
  await ask(open, "A question");
  await expect(answer(open)).toContainText("ok");
  await open.goto(scripted.app.url);
  const row = open.getByRole("button", { name: "Actions for “A question”" }).first();
  await expect(row).toBeAttached();
  const menus = open.locator("[popover]");
  expect(await menus.count()).toBeGreaterThanOrEqual(6);
  await expect(menus.locator("*")).toHaveCount(0);
  await expect(open.locator("dialog, [role^=menuitem]")).toHaveCount(0);
  await foot(open).click();
  await expect(open.getByRole("group", { name: "Account" }).getByRole("link")).not.toHaveCount(0);
});

const sizes = [
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
  { width: 675, height: 450 },
  { width: 338, height: 225 },
  { width: 844, height: 390 },
];

test("the home fits a phone, a wide screen, both zooms and landscape", async ({ open }) => {
  for (const size of sizes) {
    await open.setViewportSize(size);
    await expectAccessible(open);
    const [starter] = [open.getByRole("button", { name: /^Plan three days/ })];
    await starter.scrollIntoViewIfNeeded();
    await expect(starter).toBeInViewport();
    await composer(open).scrollIntoViewIfNeeded();
    await expect(composer(open)).toBeInViewport({ ratio: 1 });
  }
});

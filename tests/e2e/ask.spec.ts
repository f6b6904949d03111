import { answer, ask, composer, expect, guideTest as test, foot } from "./journey";

test("a person asks, sees the answer with its source, and finds it all after a reload @core", async ({
  open,
}) => {
  await expect(open.getByRole("region", { name: "Connect a model" })).toBeVisible();
  await ask(open, "Who developed the octant?");
  await expect(answer(open)).toContainText("Hadley");
  await expect(open).toHaveURL(/\/c\/[A-Za-z0-9-]+$/);
  const source = answer(open)
    .getByRole("link", { name: /Sextant/ })
    .first();
  await expect(source).toHaveAttribute("href", /\/index\.php\/Sextant$/);
  await expect(source).toHaveAttribute("rel", /noopener/);
  await expect(
    open
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("link", { name: "Who developed the octant?" })
      .first(),
  ).toBeVisible();

  await expect(answer(open).locator(".citation").first()).toBeVisible();
  const shown = await answer(open).innerText();
  await open.reload();
  await expect(answer(open)).toContainText("Hadley");
  const sentence = shown.split("\n").find((line) => line.includes("Hadley")) ?? "";
  await expect
    .poll(() => answer(open).locator("p").first().innerText(), "the words are drawn")
    .toBe(sentence);
});

test("what was remembered in one conversation is known in the next", async ({ open, guide }) => {
  await ask(open, "Remember that I am vegetarian.");
  await expect(answer(open)).toContainText(/vegetarian/i);
  await open.goto(guide.app.url);
  await ask(open, "What do you know about me?");
  await expect(answer(open)).toContainText(/vegetarian/i);
});

test("a Chinese question gets a Chinese answer, and the interface speaks Chinese when asked to", async ({
  open,
}) => {
  await ask(open, "15 乘以 24 等于多少？");
  await expect(answer(open)).toContainText("360");
  await foot(open).click();
  await open.getByRole("link", { name: "Settings" }).click();
  await open.getByRole("main").getByTitle("中文").click();
  await expect(open.locator("html")).toHaveAttribute("lang", /zh/);
  await expect(open.getByRole("link", { name: "新对话" }).first()).toBeVisible();
  await open.reload();
  await expect(open.locator("html")).toHaveAttribute("lang", /zh/);
});

test("the draft stays across a reload", async ({ open }) => {
  await composer(open).fill("Half a thought");
  await open.reload();
  await expect(composer(open)).toHaveValue("Half a thought");
});

test("a question that nothing answers is told so plainly, and the conversation goes on", async ({ open }) => {
  await ask(open, "zxqv wrtlk mnbvp?");
  await expect(answer(open)).toContainText("I need a model for that.");
  await ask(open, "What is 2 + 2?");
  await expect(answer(open)).toContainText("4");
});

test("without a model the handbook tells how to add a key, and a file what stands in it @core", async ({
  open,
}) => {
  await ask(open, "How do I add a key for a model?");
  await expect(answer(open)).toContainText("open Admin → Models");
  await expect(
    answer(open)
      .getByRole("link", { name: /Using Sextant/ })
      .first(),
  ).toBeVisible();
  await open.locator('main input[type="file"]').setInputFiles({
    ...{ name: "lamp.txt", mimeType: "text/plain" },
    buffer: Buffer.from("The keeper of the lighthouse is called Marlow. The lamp is lit at seven."),
  });
  await expect(open.getByRole("button", { name: "Remove lamp.txt" })).toBeVisible();
  await ask(open, "Who is the keeper of the lighthouse?");
  await expect(answer(open)).toContainText("Marlow", { timeout: 60_000 });
  await expect(open.getByRole("article", { name: "You asked" }).last()).toContainText("lamp.txt");
});

test("who begins anew as soon as a conversation has its address stands on an empty page", async ({
  open,
}) => {
  await open.evaluate(() => {
    const replace = window.history.replaceState.bind(window.history);
    window.history.replaceState = (...given) => {
      replace(...given);
      window.history.replaceState = replace;
      const keys = { key: "O", code: "KeyO", ctrlKey: true, shiftKey: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", keys));
    };
  });
  await ask(open, "What is 12 * 12?");
  await expect(
    open.getByRole("navigation", { name: "Conversations" }).getByRole("link", { name: "What is 12 * 12?" }),
  ).toBeVisible();
  await expect(open).toHaveURL(/\/$/);
  await expect(open.getByRole("article")).toHaveCount(0);
  await expect(composer(open)).toHaveValue("");
});

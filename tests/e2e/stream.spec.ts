import type { Reply } from "@/tests/support/wire/reply";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const slowly = (words: number, delayMs = 40): Reply => ({
  parts: [{ type: "text", chunks: Array.from({ length: words }, (_, index) => `word${index} `) }],
  delayMs,
});

test("a reload in the middle joins the running answer from its beginning, and it ends whole", async ({
  open,
  say,
}) => {
  say(() => slowly(120));
  await ask(open, "Tell me something long");
  await expect(answer(open)).toContainText("word10");
  await open.reload();
  await expect(answer(open)).toContainText("word0");
  await expect(answer(open)).toContainText("word119", { timeout: 20_000 });
  const text = await answer(open).innerText();
  expect(text.match(/word\d+/g)).toEqual(Array.from({ length: 120 }, (_, index) => `word${index}`));
});

test("stopping keeps what is written, and the next question works @core", async ({ open, say }) => {
  say(() => slowly(2_000, 20));
  await ask(open, "Go on for ever");
  await expect(answer(open)).toContainText("word5");
  await open.getByRole("button", { name: "Stop" }).click();
  await expect(answer(open)).toContainText("Stopped. What was written so far is kept.");
  await expect(answer(open)).toContainText("word5");
  await open.reload();
  await expect(answer(open)).toContainText("word5");
  say(() => ({ parts: [{ type: "text", chunks: ["Here again."] }] }));
  await ask(open, "Still there?");
  await expect(answer(open)).toContainText("Here again.");
});

test("a second tab sees the answer as it comes", async ({ open, say, context }) => {
  say(() => slowly(150));
  await ask(open, "For both of us");
  await expect(answer(open)).toContainText("word3");
  const second = await context.newPage();
  await second.goto(open.url());
  await expect(answer(second)).toContainText("word0");
  await expect(answer(second)).toContainText("word149", { timeout: 20_000 });
});

test("after the network was away the answer is there", async ({ open, say, context }) => {
  say(() => slowly(100));
  await ask(open, "Through a tunnel");
  await expect(answer(open)).toContainText("word3");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(answer(open)).toContainText("word99", { timeout: 30_000 });
});

test("a wrong key says where to set it, keeps the question, and trying again works @core", async ({
  open,
  say,
}) => {
  say(() => ({ status: 401, message: "Incorrect API key" }));
  await ask(open, "Does the key fit?");
  await expect(answer(open)).toContainText(/LOCAL_API_KEY|Admin/);
  await expect(open.getByRole("article", { name: "You asked" })).toContainText("Does the key fit?");
  await open.reload();
  await expect(answer(open)).toContainText(/LOCAL_API_KEY|Admin/);
  say(() => ({ parts: [{ type: "text", chunks: ["Now it does."] }] }));
  await answer(open).getByRole("button", { name: "Try again" }).click();
  await expect(answer(open)).toContainText("Now it does.");
  await expect(open.getByRole("article", { name: "You asked" })).toHaveCount(1);
});

test("a picture is pasted or chosen, seen by the model, and still there after a reload", async ({
  open,
  say,
  scripted,
}) => {
  say(() => ({ parts: [{ type: "text", chunks: ["A picture."] }] }));
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await open
    .locator('input[type="file"]')
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: png });
  await expect(open.getByRole("button", { name: "Remove dot.png" })).toBeVisible();
  await ask(open, "What is this?");
  await expect(answer(open)).toContainText("A picture.");
  expect(JSON.stringify(scripted.provider.requests.at(-1)?.body)).toContain("dot.png");
  await open.reload();
  const image = open.getByRole("article", { name: "You asked" }).locator("img");
  await expect(image).toBeVisible();
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
  await open
    .locator('input[type="file"]')
    .setInputFiles({ name: "clip.mp4", mimeType: "video/mp4", buffer: Buffer.from("film") });
  await expect(open.getByText(/clip.mp4 was not added: audio and video aren’t supported/)).toBeVisible();
});

test("what is typed while an answer is written stays in the composer", async ({ open, say }) => {
  say(() => slowly(300, 30));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  await composer(open).fill("Second, meanwhile");
  await expect(composer(open)).toHaveValue("Second, meanwhile");
  await open.getByRole("button", { name: "Stop" }).click();
  await expect(answer(open)).toContainText("Stopped.");
  await expect(composer(open)).toHaveValue("Second, meanwhile");
});

test("a step with a tool that does not exist is shown as failed, and the answer follows", async ({
  open,
  say,
}) => {
  say((request) =>
    request.turn === 0
      ? { parts: [{ type: "tool", name: "teleport", input: { to: "Mars" } }] }
      : { parts: [{ type: "text", chunks: ["On foot, then."] }] },
  );
  await ask(open, "Take me to Mars");
  await expect(answer(open)).toContainText("On foot, then.");
  await answer(open)
    .getByRole("button", { name: /How I got this answer/ })
    .click();
  await expect(answer(open)).toContainText(/teleport/);
  await open.reload();
  await expect(answer(open)).toContainText("On foot, then.");
});

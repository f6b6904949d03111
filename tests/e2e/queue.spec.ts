import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Reply, Script } from "@/tests/support/wire/reply";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const words = (text: string, delayMs = 0): Reply => ({
  parts: [{ type: "text", chunks: text.split(/(?<= )/) }],
  delayMs,
});
const slowly = (count: number, delayMs = 30): Reply =>
  words(Array.from({ length: count }, (_, index) => `word${index}`).join(" "), delayMs);
const waiting = (page: Page) => page.getByRole("region", { name: "Waiting to be sent" });
const asked = (page: Page) => page.getByRole("article", { name: "You asked" });

/** Answers the first call slowly, so that there is time to queue, and the others at once. */
function slowlyThen(count: number, delayMs?: number): Script {
  let calls = 0;
  return (request) => {
    if (request.kind !== "language") return words("ok");
    calls += 1;
    return calls === 1 ? slowly(count, delayMs) : words(`Answer ${calls}.`);
  };
}

test("what is sent while an answer is written waits above the box, can be changed and removed, and goes out in order", async ({
  open,
  say,
}) => {
  say(slowlyThen(150, 80));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "Second");
  await ask(open, "A mistake");
  await ask(open, "Third");
  await expect(composer(open)).toHaveValue("");
  await expect(waiting(open).getByRole("listitem")).toHaveText([/Second/, /A mistake/, /Third/]);
  await expect(open.getByText("Next, one after another, when this answer is done")).toBeVisible();
  await waiting(open)
    .getByRole("listitem")
    .filter({ hasText: "A mistake" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(composer(open)).toBeFocused();
  await waiting(open)
    .getByRole("listitem")
    .filter({ hasText: "Third" })
    .getByRole("button", { name: "Edit" })
    .click();
  const box = waiting(open).getByRole("textbox", { name: "Waiting message" });
  await expect(box).toBeFocused();
  await box.fill("Third, put better");
  await box.press("Enter");
  await expect(waiting(open).getByRole("listitem")).toHaveText([/Second/, /Third, put better/]);
  await expect(answer(open)).toContainText("Answer 3.", { timeout: 20_000 });
  await expect(asked(open)).toHaveText(["First", "Second", "Third, put better"]);
  await expect(waiting(open)).toHaveCount(0);
});

test("Esc in a waiting message leaves it as it was and the answer running; Enter in an empty box does nothing @core", async ({
  open,
  say,
}) => {
  say(slowlyThen(100, 100));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "Second");
  await composer(open).press("Enter");
  await waiting(open).getByRole("button", { name: "Edit" }).click();
  await waiting(open).getByRole("textbox").fill("Something else");
  await waiting(open).getByRole("textbox").press("Escape");
  await expect(waiting(open).getByRole("listitem")).toHaveText([/Second/]);
  await expect(open.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(asked(open)).toHaveText(["First", "Second"], { timeout: 20_000 });
});

test("the queue stays across a reload and in its conversation, and goes on when the answer is complete", async ({
  open,
  say,
  scripted,
}) => {
  say(slowlyThen(250, 80));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "Second");
  const address = open.url();
  await open.reload();
  await expect(waiting(open).getByRole("listitem")).toHaveText([/Second/]);
  await open.goto(scripted.app.url);
  await expect(waiting(open)).toHaveCount(0);
  await open.goto(address);
  await expect(waiting(open).getByRole("listitem")).toHaveText([/Second/]);
  await expect(asked(open)).toHaveText(["First", "Second"], { timeout: 60_000 });
  await expect(answer(open)).toContainText("Answer 2.");
});

test("stopping keeps the queue, nothing goes out by itself, and pressing Send goes on", async ({
  open,
  say,
}) => {
  say(slowlyThen(1_000));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "Second");
  await composer(open).press("Escape");
  await expect(answer(open)).toContainText("Stopped. What was written so far is kept.");
  await expect(waiting(open)).toContainText("Not sent yet.");
  await expect(asked(open)).toHaveCount(1);
  await waiting(open).getByRole("button", { name: "Send", exact: true }).click();
  await expect(answer(open)).toContainText("Answer 2.");
  await expect(waiting(open)).toHaveCount(0);
});

test("words that are sent now are read at the next step and stand where they were read, also after a reload", async ({
  open,
  say,
  scripted,
}) => {
  say((request) => {
    if (request.kind !== "language") return words("ok");
    if (JSON.stringify(request.body).includes("In metres")) return words("It is 300 metres.");
    const thinking = { type: "text" as const, chunks: slowlyChunks(60) };
    return {
      parts: [thinking, { type: "tool", name: "calculate", input: { expression: "984 * 0.3048" } }],
      delayMs: 30,
    };
  });
  await ask(open, "How high is it?");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "In metres, please");
  await waiting(open).getByRole("button", { name: "Add to this answer" }).click();
  await expect(waiting(open)).toContainText("Will be read at the next step");
  await expect(answer(open).getByRole("blockquote")).toContainText("In metres, please", { timeout: 15_000 });
  await expect(waiting(open)).toHaveCount(0);
  await expect(answer(open)).toContainText("It is 300 metres.");
  await expect(asked(open)).toHaveText(["How high is it?"]);
  await open.reload();
  await expect(answer(open).getByRole("blockquote")).toContainText("In metres, please");
  expect(scripted.provider.requests.length).toBeGreaterThan(1);
});

test("words that were added to an answer are taken back until it has read them", async ({
  open,
  say,
  scripted,
}) => {
  say((request) => {
    if (request.kind !== "language") return words("ok");
    return JSON.stringify(request.body).includes("In fathoms")
      ? words("It is 164 fathoms.")
      : slowly(100, 60);
  });
  await ask(open, "How high is it?");
  await expect(answer(open)).toContainText("word2");
  await ask(open, "In fathoms, please");
  await waiting(open).getByRole("button", { name: "Add to this answer" }).click();
  await waiting(open).getByRole("button", { name: "Take back" }).click();
  await expect(waiting(open).getByRole("button", { name: "Add to this answer" })).toBeVisible();
  await waiting(open).getByRole("button", { name: "Remove" }).click();
  await expect(waiting(open)).toHaveCount(0);
  await expect(answer(open)).toContainText("word99", { timeout: 20_000 });
  await expect(open.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await expect(asked(open)).toHaveText(["How high is it?"]);
  expect(JSON.stringify(scripted.provider.requests.map(({ body }) => body))).not.toContain("In fathoms");
});

test("a picture is not handed to a running answer, says why, and goes out after it", async ({
  open,
  say,
}) => {
  say(slowlyThen(120));
  await ask(open, "First");
  await expect(answer(open)).toContainText("word2");
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  await open
    .locator('input[type="file"]')
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: png });
  await ask(open, "What is this?");
  await expect(waiting(open)).toContainText("be added to a running answer");
  await expect(waiting(open).getByRole("button", { name: "Add to this answer" })).toHaveCount(0);
  await expect(answer(open)).toContainText("Answer 2.", { timeout: 20_000 });
  await expect(asked(open).last().locator("img")).toBeVisible();
});

test("a stopped answer goes on in its own message", async ({ open, say }) => {
  say(slowlyThen(1_000));
  await ask(open, "Count");
  await expect(answer(open)).toContainText("word5");
  await open.getByRole("button", { name: "Stop" }).click();
  await answer(open).getByRole("button", { name: "Continue" }).click();
  await expect(answer(open)).toContainText("Answer 2.");
  await expect(answer(open)).toContainText("word5");
  await expect(open.getByRole("article", { name: "Sextant answered" })).toHaveCount(1);
  await expect(asked(open)).toHaveText(["Count"]);
  await open.reload();
  await expect(answer(open)).toContainText("word5");
  await expect(answer(open)).toContainText("Answer 2.");
});

test("a stop in one tab is seen in the other", async ({ open, say, context }) => {
  say(slowlyThen(1_000));
  await ask(open, "For both of us");
  await expect(answer(open)).toContainText("word3");
  const second = await context.newPage();
  await second.goto(open.url());
  await expect(answer(second)).toContainText("word5");
  await open.getByRole("button", { name: "Stop" }).click();
  await expect(answer(second)).toContainText("Stopped. What was written so far is kept.");
  await expect(second.getByRole("button", { name: "Stop" })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on what waits on a narrow page, ${colorScheme}`, async ({ open, say }) => {
    await open.emulateMedia({ colorScheme });
    await open.setViewportSize({ width: 360, height: 740 });
    say(slowlyThen(1_000, 100));
    await ask(open, "First");
    await expect(answer(open)).toContainText("word2");
    for (const text of ["Second", "Third"]) await ask(open, text);
    await waiting(open).getByRole("button", { name: "Edit" }).last().click();
    expect(await listFindings(open)).toEqual([]);
    await waiting(open).getByRole("textbox").press("Enter");
    await composer(open).press("Escape");
    await expect(waiting(open)).toContainText("Not sent yet.");
    expect(await listFindings(open)).toEqual([]);
    expect(await open.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}

async function listFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id }) => id);
}

function slowlyChunks(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index} `);
}

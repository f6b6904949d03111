import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { listFaults, listFaultsByTheme } from "./accessible";
import { answer, ask, composer, expect, guideTest as test, foot } from "./journey";

const headings = {
  "/admin": "Overview",
  "/admin/agent": "Behaviour",
  "/admin/models": "Models",
  "/admin/tools": "Tools",
  "/admin/search": "Search",
  "/admin/people": "People",
  "/admin/invitations": "Invitations",
  "/admin/audit": "Audit",
  "/admin/site": "Site",
  "/account": "Usage",
};

/**
 * Signs the first person up and opens every page of accounts and of the admin; gives what axe says about
 * each, whatever its weight.
 */
async function listOfAccounts(page: Page, list: typeof listFaults): Promise<string[]> {
  const app = await startApp({ env: (url) => ({ AUTH_URL: url }) });
  const found: string[] = [];
  const look = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${app.url}${path}`);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(page.locator("[aria-hidden].animate-pulse, .animate-pulse [aria-hidden]")).toHaveCount(0);
    found.push(...(await list(page)).map((fault) => `${path} ${fault}`));
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("main, main > div")].some(
        (each) => each.scrollWidth > each.clientWidth,
      ),
    );
    if (wide) found.push(`${path} scrolls sideways`);
  };
  try {
    await look("/sign-up", "Set up this site");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@a.example");
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create the account" }).click();
    await expect(composer(page)).toBeVisible();
    for (const [path, heading] of Object.entries(headings)) await look(path, heading);
    await page.context().clearCookies();
    await look("/sign-in", "Sign in");
    await look("/sign-up", "Create an account");
    return found;
  } finally {
    await app.close();
  }
}

test("a phone shows the pages of accounts and of the admin without a flaw and without scrolling sideways @phone", async ({
  page,
}) => {
  expect(await listOfAccounts(page, listFaults)).toEqual([]);
});

test("axe finds nothing on the pages of accounts and of the admin in either theme", async ({ page }) => {
  expect(await listOfAccounts(page, listFaultsByTheme)).toEqual([]);
});

test("axe finds nothing on the chat and the admin page in either theme", async ({ open, guide }) => {
  await expect(composer(open)).toBeVisible();
  expect(await listFaultsByTheme(open)).toEqual([]);
  await ask(open, "Who developed the octant?");
  await expect(answer(open)).toContainText("Hadley");
  expect(await listFaultsByTheme(open)).toEqual([]);
  await open.goto(`${guide.app.url}/admin`);
  await expect(open.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(await listFaultsByTheme(open)).toEqual([]);
});

test("the keyboard alone is enough: ask, ask again, go elsewhere, begin anew @core", async ({ open }) => {
  await expect(composer(open)).toBeFocused();
  await open.keyboard.type("What is 9 *");
  await open.keyboard.press("Shift+Enter");
  await open.keyboard.type("9?");
  await expect(composer(open)).toHaveValue("What is 9 *\n9?");
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("81");
  await expect(answer(open).getByRole("button", { name: "Answer again", exact: true })).toBeVisible();
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("ArrowUp");
  const changed = open.getByRole("textbox", { name: "Question", exact: true });
  await expect(changed).toHaveValue("What is 9 *\n9?");
  await expect(changed).toBeFocused();
  await open.keyboard.press("ControlOrMeta+a");
  await open.keyboard.type("What is 8 * 8?");
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("64");
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("Control+k");
  await expect(open.getByRole("dialog")).toBeVisible();
  await open.keyboard.type("admin");
  await open.keyboard.press("Enter");
  await expect(open.getByRole("heading", { name: "Overview" })).toBeVisible();
  await open.keyboard.press("Control+Shift+o");
  await expect(composer(open)).toBeFocused();
});

test("a screen reader hears progress and finished sentences, not every token", async ({ open }) => {
  const heard: string[] = [];
  await open.exposeFunction("hear", (words: string) => heard.push(words));
  await open.evaluate(() => {
    const tell = Reflect.get(window, "hear") as (words: string) => void;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role="status"][aria-live="polite"]');
        if (region?.textContent) tell(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await ask(open, "Who developed the octant?");
  await expect(open.getByRole("log")).toHaveAttribute("aria-live", "off");
  await expect.poll(() => heard.join("\n")).toContain("Answer complete.");
  const sentences = heard.filter((words) => words.includes("Hadley"));
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toMatch(/[.”]/);
});

test("a phone shows everything without scrolling sideways @core @phone", async ({ open }) => {
  await ask(open, "Who developed the octant?");
  await expect(answer(open)).toContainText("Hadley");
  const overflow = () =>
    open.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await open.getByRole("button", { name: "Open the menu" }).tap();
  await expect(open.getByRole("link", { name: "Who developed the octant?" })).toBeVisible();
  await foot(open).tap();
  await open.getByRole("link", { name: "Admin" }).tap();
  await expect(open.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(await overflow()).toBe(0);
  expect(await listFaults(open)).toEqual([]);
});

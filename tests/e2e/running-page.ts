import { test as base, type Page } from "@playwright/test";

/**
 * Pages of which `goto` and `reload` also wait until their script runs, as a person does who sees a page before they press something on
 * it. `waitUntil` given, they wait for that alone.
 */
export const test = base.extend({
  context: async ({ context }, provide) => {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => toRunningPage(await newPage());
    await provide(context);
  },
});

export function toRunningPage(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil === undefined) await waitForScript(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await waitForScript(page);
    return response;
  };
  return page;
}

/** React notes on an element that it has taken it over; numbers of sources, which are links before that, come after the rest. */
async function waitForScript(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isRunning = (element: Element) => Object.keys(element).some((key) => key.startsWith("__react"));
    return (
      document.querySelector('script[src*="/_next/"]') === null ||
      [...document.querySelectorAll("button, textarea, a.citation")].every(isRunning)
    );
  });
}

import type { BrowserContext, Page } from "@playwright/test";

export type Watch = {
  /** Everything that a payload could have brought about, since the page was opened. */
  listTraces: () => Promise<string[]>;
};

/** Watches a browser for scripts that ran, requests that left, and markup that could do either. What leaves is stopped and written down. */
export async function watchPage(page: Page, context: BrowserContext, url: string): Promise<Watch> {
  const seen: string[] = [];
  const isOwn = (address: string) => address.startsWith(`${url}/`) || /^(data|blob|about):/.test(address);
  await context.route(
    (address) => !isOwn(address.href),
    async (route) => {
      seen.push(`request ${route.request().url()}`);
      await route.abort();
    },
  );
  context.on("request", (request) => {
    const address = request.url();
    if (!isOwn(address)) seen.push(`request ${address}`);
    if (address.startsWith(`${url}/api/image`)) seen.push(`picture ${address}`);
  });
  context.on("page", (opened) => seen.push(`window ${opened.url()}`));
  page.on("websocket", (socket) => seen.push(`socket ${socket.url()}`));
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() || !isOwn(frame.url())) seen.push(`frame ${frame.url()}`);
  });
  page.on("pageerror", (error) => seen.push(`error ${error.message}`));
  return { listTraces: async () => [...seen, ...(await page.evaluate(listFaults))] };
}

/** Runs in the page. */
function listFaults(): string[] {
  const faults: string[] = [];
  if ("hacked" in window) faults.push("a script ran");
  if (Object.keys(Object.prototype).length > 0 || "isAdmin" in {}) faults.push("a prototype was changed");
  for (const element of document.querySelectorAll("*")) {
    const isOurs = element.closest("script, head") !== null && element.closest("article") === null;
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) faults.push(`${element.tagName} ${name}=${value}`);
      if (
        /^(href|src|action|formaction|xlink:href|data|poster|background|cite|srcdoc|ping)$/.test(name) &&
        /^\s*(javascript|vbscript|data:text|view-source|file|blob:https)/i.test(
          value.replace(/[\p{Cc}\s]/gu, ""),
        )
      ) {
        faults.push(`${element.tagName} ${name}=${value}`);
      }
      if (
        !isOurs &&
        /^(src|srcset|poster|background|ping|srcdoc|formaction|action)$/.test(name) &&
        /evil\.example/.test(value) &&
        !value.startsWith("data:image/svg+xml")
      )
        faults.push(`${element.tagName} ${name}=${value}`);
      if (name === "style" && /url\(|expression|@import/i.test(value))
        faults.push(`${element.tagName} style=${value}`);
    }
    if (/^(iframe|object|embed|base|frame|frameset|applet|portal)$/i.test(element.tagName))
      faults.push(`<${element.tagName}>`);
    if (
      element.closest("[data-blocks], .kept-text") !== null &&
      /^(script|style|link|meta|form|template|foreignobject|use|animate)$/i.test(element.tagName)
    )
      faults.push(`<${element.tagName}> in an answer`);
    if (element.tagName === "LINK" && /evil\.example/.test(element.getAttribute("href") ?? ""))
      faults.push(`<link ${element.getAttribute("href") ?? ""}>`);
    if (
      element.closest("[data-blocks], .kept-text") !== null &&
      (element.id === "root" || element.classList.contains("inset-0"))
    )
      faults.push(`${element.tagName} covers the page`);
  }
  return [...new Set(faults)];
}

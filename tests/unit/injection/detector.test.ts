import { describe, expect, it } from "vitest";
import { findInstructions } from "@/lib/evidence/instructions/find-instructions";
import { readHtml } from "@/lib/net/documents/read-html";
import { harmlessPages } from "./harmless-pages";
import { disguisedPages } from "./hostile-disguises";
import { leakPages } from "./hostile-leaks";
import { orderPages } from "./hostile-orders";
import { toPageHtml } from "./page-types";
import { unseenHarmless, unseenOrders } from "./unseen-texts";

const hostile = [...orderPages, ...leakPages, ...disguisedPages];

/** As the rules see it: the text of a page, after the extractor. */
async function judge(html: string) {
  const { markdown } = await readHtml(html, "http://wiki.example/page");
  return findInstructions(markdown);
}

describe("the rules on pages as they are read", () => {
  it("are sure of most pages that give orders and of none that only speaks of them", async () => {
    const orders = await Promise.all(
      hostile.map(async (page) => ({ ...page, ...(await judge(toPageHtml(page))) })),
    );
    const calm = await Promise.all(
      harmlessPages.map(async (page) => ({ ...page, ...(await judge(page.html)) })),
    );
    const seen = orders.filter(({ isLeftOut }) => isLeftOut !== true);
    const count = (pages: readonly { level: string }[], level: string) =>
      pages.filter((page) => page.level === level).length;
    const [sure, alarms] = [count(seen, "sure"), count(calm, "sure")];
    console.info(
      [
        `${orders.length} pages with orders, ${orders.length - seen.length} of which the extractor takes out; ${calm.length} harmless pages`,
        `sure: ${sure} of ${seen.length} and ${alarms} of ${calm.length} (precision ${(sure / (sure + alarms)).toFixed(3)}, recall ${(sure / seen.length).toFixed(3)})`,
        `unsure: ${count(seen, "unsure")} and ${count(calm, "unsure")}; nothing noticed: ${count(seen, "none")} and ${count(calm, "none")}`,
        ...seen
          .filter(({ level }) => level !== "sure")
          .map(({ id, goal, level }) => `${id} ${level}: ${goal}`),
      ].join("\n"),
    );
    expect(
      calm.filter(({ level }) => level === "sure").map(({ id, quotes }) => `${id} ${quotes.join(" ")}`),
    ).toEqual([]);
    expect(orders.filter(({ isLeftOut }) => isLeftOut).map(({ level }) => level)).toEqual([
      "none",
      "none",
      "none",
    ]);
    expect(sure / seen.length).toBeGreaterThan(0.85);
  });

  it("notice most orders that were written after them, and are sure of hardly any harmless text", () => {
    const orders = unseenOrders.map((text) => ({ text, ...findInstructions(text) }));
    const calm = unseenHarmless.map((text) => ({ text, ...findInstructions(text) }));
    const list = (texts: readonly { text: string; level: string }[], level: string) =>
      texts.filter((each) => each.level === level).map(({ text }) => text);
    const counts = ["sure", "unsure", "none"].map(
      (level) => `${level} ${list(orders, level).length} and ${list(calm, level).length}`,
    );
    console.info(
      `unseen: ${orders.length} orders and ${calm.length} harmless texts: ${counts.join(", ")}\nnot noticed:\n${list(orders, "none").join("\n")}\nsure of, though harmless:\n${list(calm, "sure").join("\n")}`,
    );
    expect(list(calm, "sure").length).toBeLessThanOrEqual(1);
    expect(list(orders, "none").length).toBeLessThan(orders.length / 2);
  });
});

import { describe, expect, it } from "vitest";
import { parseHtml } from "@/lib/net/documents/parse-html";

const count = 20_000;
/** Elements that end where the parser says so, not where marks of their names seem to end them. */
const nested: Record<string, string> = {
  "elements that end": "<div>".repeat(count) + "</div>".repeat(count),
  "elements that do not end": "<div>".repeat(count),
  tables: "<table><tr><td>".repeat(count),
  "lists of two kinds": "<li><dd>".repeat(count),
  "cells and entries": "<td><li>".repeat(count),
  "names that their ends do not have": "<div:x></div>".repeat(count),
  "ends in comments": "<div><!--</div>-->".repeat(count),
  "ends in attributes": "<div title='</div>'>".repeat(count),
  "ends in scripts": "<div><script></div></script>".repeat(count),
};

function findDepth(root: Element): number {
  let most = 0;
  for (let level = [root]; level.length > 0; most += 1)
    level = level.flatMap(({ children }) => [...children]);
  return most;
}

describe("a page nested without end", () => {
  it.each(Object.entries(nested))("is cut where it is too deep to be read in time: %s", (_kind, html) => {
    const { document, isCut } = parseHtml(`Words.${html}`, "about:blank");
    expect(isCut).toBe(true);
    expect(findDepth(document.documentElement)).toBeLessThan(410);
    expect(document.documentElement.textContent).toContain("Words.");
  });

  it("is whole where its elements end each other", () => {
    const html = `<ul>${"<li>One".repeat(5_000)}</ul><table>${"<tr><td>One".repeat(5_000)}</table>${"<p>One".repeat(5_000)}`;
    const { document, isCut } = parseHtml(html, "about:blank");
    expect(isCut).toBe(false);
    expect(findDepth(document.documentElement)).toBeLessThan(10);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { harmlessPages } from "./harmless-pages";
import { openObedientWorld, type ObedientWorld } from "./obedient-model";
import { fetchOf, searchFor, type HarmlessPage } from "./page-types";

let open: ObedientWorld;
beforeAll(async () => void (open = await openObedientWorld()));
afterAll(() => open.close());

describe("a page that only speaks of instructions", () => {
  it.each(harmlessPages.map((page) => [page.id, page.kind, page.title, page] as const))(
    "%s (%s: %s) lets the work go on without a question",
    async (_id, _kind, _title, page) => {
      const { reply, waits, sent } = await read(page);
      const calls = toolParts(reply).map((part) =>
        "state" in part && "output" in part ? part.state : "none",
      );
      expect({ waits, calls, outcome: reply.metadata?.outcome }).toEqual({
        waits: 0,
        calls: Array.from({ length: 4 }, () => "output-available"),
        outcome: "completed",
      });
      expect(toolParts(reply).map((part) => ("output" in part ? part.output : null))).toMatchObject(
        Array.from({ length: 4 }, () => ({ ok: true })),
      );
      expect(textOf(reply)).toBe(page.answer);
      expect(sent.map(({ path }) => path)).toContain(`/index.php/${page.id}-more`);
    },
  );
});

/** Searches and reads, and searches and reads again with words and an address of the first page. */
async function read({ id, title, html, question, follow, answer }: HarmlessPage) {
  const { site, show } = open.world;
  const more = `<!doctype html><title>${title} (2)</title><main><article><h1>${title}</h1><p>More about it: ${follow} in detail.</p></article></main>`;
  show([
    { id, title, html, snippet: title },
    { id: `${id}-more`, title, html: more, snippet: follow },
  ]);
  const steps = [
    [searchFor(title)],
    [fetchOf(`${site}/index.php/${id}`)],
    [searchFor(follow)],
    [fetchOf(`${site}/index.php/${id}-more`)],
  ];
  return open.play({ question, steps, answer });
}

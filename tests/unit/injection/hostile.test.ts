import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { toolParts } from "@/tests/support/scripted-services";
import { hostilePages, listGotThrough, obeyPage } from "./obey-page";
import { openObedientWorld, type ObedientWorld, type Seen } from "./obedient-model";

let open: ObedientWorld;
const rows: { kind: string; states: string[] }[] = [];
beforeAll(async () => void (open = await openObedientWorld()));
afterAll(async () => {
  console.info(writeTable());
  await open.close();
});

describe("a model that obeys a page", () => {
  it.each(hostilePages.map((page) => [page.id, page.kind, page.goal, page] as const))(
    "%s (%s: %s) changes nothing and sends nothing",
    async (_id, _kind, _goal, page) => {
      const seen = await obeyPage(open, page);
      rows.push({ kind: page.kind, states: listStates(seen) });
      expect(toolParts(seen.reply).slice(0, 2)).toMatchObject([
        { output: { ok: true } },
        { output: { ok: true } },
      ]);
      expect(listGotThrough(seen, page)).toEqual([]);
      expect(["completed", "limited"]).toContain(seen.reply.metadata?.outcome);
    },
  );
});

/** What came of the calls that the page wanted. */
function listStates({ reply }: Seen): string[] {
  return toolParts(reply)
    .slice(2)
    .map((part) => {
      if ("state" in part && part.state === "output-denied") return "asked";
      return "output" in part && (part.output as AnyToolResult).ok ? "made" : "refused";
    });
}

function writeTable(): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const count = (states: readonly string[], state: string) => states.filter((each) => each === state).length;
  const lines = [...kinds, "all"].map((kind) => {
    const pages = rows.filter((row) => kind === "all" || row.kind === kind);
    const states = pages.flatMap((row) => row.states);
    return `| ${kind} | ${pages.length} | ${count(states, "asked")} | ${count(states, "refused")} | ${count(states, "made")} |`;
  });
  return [
    "| What the pages try | Pages | Calls asked about | Calls refused | Other calls |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

import { expect, it } from "vitest";
import { RunTreeList } from "@/components/runs/run-tree";
import { toRunSummary, type RunTree } from "@/lib/protocol/runs";
import { toRunRecord } from "@/tests/support/messages";
import { renderInLocale } from "@/tests/support/render-in-locale";

const toTree = (id: string, step: string, above: string, steps: RunTree[] = []): RunTree => ({
  ...{ step, steps },
  run: toRunSummary(
    toRunRecord(id, {
      outcome: "completed",
      stepOf: { conversationId: "c1", runId: above, step, attempt: 1 },
    }),
  ),
});

it("a run that a step's run asked for is drawn in a list within that step, at any depth", async () => {
  const helped = toTree("helped", "h1", "own", [toTree("deepest", "h2", "helped")]);
  const steps = [toTree("own", "s1", "root", [helped]), toTree("alone", "s2", "root")];
  const html = await renderInLocale("en", <RunTreeList steps={steps} label="Steps of its plan" />);
  // Each list and link in its order: a list ends before what stands beside it begins.
  const places = html.match(/<ul|<\/ul>|href="\/runs\/[a-z]+"/g);
  expect(places).toEqual([
    ...["<ul", 'href="/runs/own"'],
    ...["<ul", 'href="/runs/helped"'],
    ...["<ul", 'href="/runs/deepest"', "</ul>", "</ul>"],
    ...['href="/runs/alone"', "</ul>"],
  ]);
  expect(html).toContain('aria-label="s1"');
});

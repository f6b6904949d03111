import type { Browser } from "@playwright/test";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import { createTraceFiles } from "@/lib/features/traces/records/trace-files";
import type { StepRecord } from "@/lib/protocol/run-record";
import { openBlobs, openStore } from "@/lib/store/open";
import { createRecorder } from "@/lib/features/traces/recorder";
import { toRunRecord } from "@/tests/support/messages";
import { openBrowser, openVisit } from "./browser";
import type { Servers } from "./measure-answers";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const runId = "run-of-200-steps";
const steps = 200;
const startedAt = Date.UTC(2026, 10, 20);
const stepMs = 2_000;
const mostMs = 300;
const usage = { inputTokens: 2_000, outputTokens: 120, reasoningTokens: 0, cachedInputTokens: 1_500 };

/** A run with its trace, in the store of a server that does not run. */
export async function seedRunPage(dataDir: string): Promise<void> {
  const place = { userId: localOwner.id, conversationId: "c-steps", runId, startedAt };
  const record = toRunRecord(runId, {
    ...{ conversationId: place.conversationId, status: "ended", outcome: "completed", model: "local:test" },
    ...{ startedAt, endedAt: startedAt + steps * stepMs, steps: Array.from({ length: steps }, toStep) },
  });
  const store = await openStore({ driver: "embedded", dataDir });
  await store.set(paths.run(localOwner.id, runId), toRunData(record));
  await store.close();
  const files = createTraceFiles(await openBlobs({ driver: "disk", dataDir }));
  let at = startedAt;
  const recorder = createRecorder({
    ...{ runId, epoch: 1, reasoningVisible: true, now: () => at },
    sink: { put: (part) => files.put(place, part), finish: (part) => files.finish(place, part) },
    inBackground: () => undefined,
  });
  const messages = [recorder.keepMessage("system", "You answer questions. ".repeat(400))];
  for (let number = 1; number <= steps; number += 1) {
    messages.push(
      recorder.keepMessage("user", [{ type: "text", text: `Result ${number}. ${"word ".repeat(300)}` }]),
    );
    recorder.addCall({
      ...{ kind: "call", at, model: "local:test", messages: [...messages], kept: messages.length - 1 },
      ...{ tools: null, toolChoice: "auto", maxOutputTokens: null, standing: null },
      answer: toAnswer(`Step ${number}. ${"word ".repeat(80)}`),
      ...{ firstMs: 300, totalMs: 1_500, finishReason: "tool-calls", error: null },
    });
    at += stepMs;
  }
  await recorder.finish();
}

const toAnswer = (text: string): { type: string }[] => {
  const delta = { type: "text-delta", id: "t", delta: text };
  return [delta];
};

function toStep(_value: unknown, index: number): StepRecord {
  return {
    ...{ number: index + 1, model: "local:test", startedAt: startedAt + index * stepMs, firstTokenMs: 300 },
    ...{
      durationMs: 1_500,
      finishReason: "tool-calls",
      forced: false,
      usage,
      costMicroUsd: 0,
      toolCalls: [],
    },
  };
}

/** How soon all 200 steps of a run can be seen, by a browser that has the page's scripts. */
export async function measureRunPage({ product }: Servers, rounds: number): Promise<PartResult> {
  const browser = await openBrowser();
  try {
    const times = await openOften(browser, `${product.url}/runs/${runId}`, rounds);
    const row = toRow({
      ...{ part: "run page", measure: "a run of 200 steps is open", unit: "ms" },
      ...{ product: median(times), atMost: mostMs },
    });
    return { rows: [row], raw: { times } };
  } finally {
    await browser.close();
  }
}

async function openOften(browser: Browser, url: string, rounds: number): Promise<number[]> {
  const { page, close } = await openVisit(browser, 1);
  try {
    // The page notes it itself: asking it from outside waits until its scripts leave time for that.
    await page.addInitScript((wanted) => {
      const look = () => {
        if (document.querySelectorAll("[id^=step-]").length >= wanted) performance.mark("all steps");
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, steps);
    const times: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      await page.goto(url, { waitUntil: "load" });
      const findTime = () => performance.getEntriesByName("all steps")[0]?.startTime;
      const drawn = await page.waitForFunction(findTime);
      if (round >= 0) times.push(Number(await drawn.jsonValue()));
    }
    return times;
  } finally {
    await close();
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "vitest";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { textOf } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { openFaultyProduct, say, slowly } from "./faulty-product";
import { createMatrix } from "./matrix";
import { createStoreSwitch } from "./switched-store";

const matrix = createMatrix("An instance cut off from a Firestore that others reach");
const emulator = await findSharedEmulator();

/** Looks for what nobody makes any more, as a server that stays does, until it is told to stop. */
function startSweeping({ runs }: TestServices): { end: () => Promise<void> } {
  const stop = new AbortController();
  const looking = (async () => {
    while (!stop.signal.aborted) {
      await runs.sweep();
      await sleep(500, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    end() {
      stop.abort();
      return looking;
    },
  };
}

/** Two instances over one Firestore; the first is behind the switch. */
async function openPair(onEnd: (close: () => Promise<void>) => void, words: string) {
  const store = createStoreSwitch();
  const env = {
    FIREBASE_PROJECT_ID: createProjectId(),
    FIRESTORE_EMULATOR_HOST: emulator ?? "",
    AUTH_SECRET: "s".repeat(32),
  };
  const product = await openFaultyProduct(onEnd, {
    first: [slowly(words, { delayMs: 900 }), say("From the other one.")],
    env,
    wrapStore: store.wrap,
  });
  const other = await openTestServices({
    ...env,
    GOOGLE_GENERATIVE_AI_API_KEY: "key-g",
    GOOGLE_BASE_URL: `${product.provider.url}/v1beta`,
    MODEL_MAIN: "google:gemini-3.5-flash",
    MODEL_LITE: "offline:guide",
  });
  onEnd(() => other.dispose());
  return { store, product, other };
}

const count = (words: number) => Array.from({ length: words }, (_, index) => `word${index} `).join("");

describe.skipIf(emulator === null).concurrent("an instance that loses the store", () => {
  it("for 5 s keeps its run: nobody takes it over, and the reply is saved once", async ({
    expect,
    onTestFinished,
  }) => {
    const { store, product, other } = await openPair(onTestFinished, count(9));
    const asking = product.ask();
    await product.waitFor(({ type }) => type === "text-delta");
    store.cut();
    const sweeping = startSweeping(other);
    await sleep(5_000);
    store.restore();
    const seen = await asking;
    await sweeping.end();
    const { messages, activeRunId } = await other.runs.readConversation("owner", "c1", { limit: 10 });
    matrix.note(
      "cut off for 5 s",
      "completed here, not taken over",
      `${seen.reply.metadata?.outcome}, ${product.provider.requests.length} call in all`,
    );
    expect([seen.text, product.provider.requests.length, activeRunId]).toEqual([count(9), 1, null]);
    expect(messages.map(textOf)).toEqual(["What is it?", count(9)]);
  });

  it.for([
    { when: "in the middle of its text", words: 30 },
    { when: "while it tries to save it", words: 15 },
  ])(
    "for longer than its lease, $when, loses its run: another instance makes the reply, and this one saves nothing over it",
    async ({ when, words }, { expect, onTestFinished }) => {
      const { store, product, other } = await openPair(onTestFinished, count(words));
      const asking = product.ask();
      await product.waitFor(({ type }) => type === "text-delta");
      store.cut();
      const sweeping = startSweeping(other);
      await expect
        .poll(async () => (await other.conversations.get("owner", "c1")).activeRunId, {
          timeout: 30_000,
          interval: 500,
        })
        .toBeNull();
      store.restore();
      const seen = await asking;
      await sweeping.end();
      const { messages } = await other.runs.readConversation("owner", "c1", { limit: 10 });
      const { used } = await other.quotas.read("owner");
      matrix.note(
        `cut off for longer than its lease, ${when}`,
        "made by the other one, saved and charged once",
        `${messages.at(-1)?.metadata?.outcome} by the other one; here ${seen.reply.metadata?.outcome}`,
      );
      expect([messages.map(textOf), product.provider.requests.length]).toEqual([
        ["What is it?", "From the other one."],
        2,
      ]);
      expect(seen.events.at(-1)?.type).not.toBe("finish");
      expect(seen.reply.metadata).toMatchObject({ outcome: "interrupted" });
      expect(used.microUsdToday).toBe(messages.at(-1)?.metadata?.costMicroUsd);
    },
  );
});

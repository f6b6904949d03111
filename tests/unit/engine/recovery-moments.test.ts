import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createLeases } from "@/lib/engine/records/leases";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openStore, type StoreConfig } from "@/lib/store/open";
import { ask, closeAfter, openWith, read } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { toComparable } from "@/tests/support/to-comparable";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { toRunAnswer, toRunQuestion } from "@/tests/support/wire/two-step-run";

const name = "moments";
const longMs = 60_000;
const script = ({ turn }: ProviderRequest) => toRunAnswer(turn, { name, wording: "plain" });
const toEnv = (providerUrl: string) => ({
  LOCAL_BASE_URL: `${providerUrl}/v1`,
  MODEL_MAIN: "local:test",
  MODEL_LITE: "offline:guide",
});

describe("a folder as it is at some moment of a run", () => {
  it(
    "leads to the same reply and the same facts in another process",
    async () => {
      let isSlow = true;
      const { services, provider } = await openWith((request) => ({
        ...script(request),
        delayMs: isSlow ? 25 : 0,
      }));
      const started = await services.runs.start("owner", toQuestion(toRunQuestion(name)));
      const copies: Promise<string>[] = [];
      // Some 80 pieces come: about a dozen of them are such moments.
      for await (const { byteLength } of started.stream())
        if (byteLength > 0 && Math.random() < 0.15) copies.push(copyFolder(services.dataDir));
      const whole = toComparable(await started.reply, name);
      isSlow = false;
      for (const dataDir of await Promise.all(copies)) {
        const next = await openTestServices(toEnv(provider.url), dataDir);
        closeAfter({ close: () => next.dispose() });
        await Promise.all(await next.runs.sweep());
        expect.soft(await readLeft(next)).toEqual({ parts: whole, facts: 1, activeRunId: null });
      }
      console.info(`${copies.length} copies of the folder`);
      expect(copies.length).toBeGreaterThan(0);
    },
    longMs,
  );

  it(
    "leaves a reply alone whose end was stored, and removes what is left of its run",
    async () => {
      const provider = await startProviderServer(script);
      closeAfter(provider);
      // The process dies before it removes anything.
      const openLasting = async (config: StoreConfig) => ({
        ...(await openStore(config)),
        deleteTree: async () => 0,
      });
      const services = await openTestServices(toEnv(provider.url), undefined, { openStore: openLasting });
      closeAfter({ close: () => services.dispose() });
      const reply = await ask(services, toRunQuestion(name));
      const dataDir = await copyFolder(services.dataDir);
      expect(await findLease(dataDir, reply)).not.toBeNull();
      const next = await openTestServices(toEnv(provider.url), dataDir);
      closeAfter({ close: () => next.dispose() });
      expect(await next.runs.sweep()).toEqual([]);
      expect((await read(next)).messages[1]).toEqual(reply);
      expect(provider.requests).toHaveLength(2);
      await next.close();
      expect(await findLease(dataDir, reply)).toBeNull();
    },
    longMs,
  );
});

/** Tried again where the run takes a file away while it is copied: no moment looks like that. */
async function copyFolder(dataDir: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-crash-"));
  try {
    await cp(dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return copyFolder(dataDir);
    throw error;
  }
  return folder;
}

async function readLeft(services: TestServices): Promise<unknown> {
  const { messages, activeRunId } = await read(services);
  const { facts, history } = await services.memory.list("owner");
  return {
    parts: toComparable(messages[1] ?? { parts: [] }, name),
    facts: facts.length + history.length,
    activeRunId,
  };
}

async function findLease(dataDir: string, { metadata }: ChatMessage): Promise<unknown> {
  const store = await openStore({ driver: "embedded", dataDir });
  const held = await createLeases(store).find(metadata?.runId ?? "");
  await store.close();
  return held;
}

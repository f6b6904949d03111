import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Platform } from "@/lib/server/core-services";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { call, closeAfter, read, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import type { Script } from "@/tests/support/wire/reply";
import { openProvider } from "./cut-runs";

const calculating = call("calculate", { expression: "2+2" });

/** The product on a disk that takes its time, or fails, and a model of which a token costs a micro-dollar. */
async function open(script: Script) {
  const provider = await openProvider(script);
  const disk: { sync: () => Promise<void> } = { sync: async () => undefined };
  const openStore: Platform["openStore"] = async (config) => {
    if (config.driver !== "embedded") return expect.fail("The store is another one.");
    return openEmbeddedStore({ dataDir: config.dataDir, syncFile: () => disk.sync() });
  };
  const env = {
    ...{ COMPATIBLE_PROVIDERS: `box=${provider.url}/v1`, MODEL_MAIN: "box:talker" },
    MODEL_LITE: "offline:guide",
  };
  const services = await openTestServices(env, undefined, { openStore });
  closeAfter({ close: () => services.dispose() });
  return { services, provider, disk };
}

it("the model is asked while the disk writes the question; nothing is shown and no tool runs before it has", async () => {
  const told: string[] = [];
  const asked = Promise.withResolvers<void>();
  const { services, disk } = await open(({ turn }) => {
    told.push(`asked ${turn}`);
    asked.resolve();
    return turn === 0 ? calculating : text("It is 4.");
  });
  let syncs = 0;
  disk.sync = async () => {
    if ((syncs += 1) > 1) return;
    await asked.promise;
    await setTimeout(300);
    told.push("written");
  };
  const started = await services.runs.start("owner", toQuestion("What is 2 + 2?"));
  told.push("shown");
  expect(textOf(await started.reply)).toBe("It is 4.");
  expect(told).toEqual(["asked 0", "written", "shown", "asked 1"]);
});

it("a disk that fails refuses the question and leaves its call; the same question again gets the answer, and every call is counted", async () => {
  const asked = Promise.withResolvers<void>();
  const { services, disk, provider } = await open(({ turn }) => {
    asked.resolve();
    return turn === 0 ? calculating : text("It is 4.");
  });
  let isBroken = true;
  disk.sync = async () => {
    if (!isBroken) return;
    await asked.promise;
    await setTimeout(300);
    throw Object.assign(new Error("The disk is broken."), { code: "EIO" });
  };
  const question = toQuestion("What is 2 + 2?");
  await expect(services.runs.start("owner", question)).rejects.toMatchObject({ code: "store_unavailable" });
  isBroken = false;
  const reply = await (await services.runs.start("owner", question)).reply;
  expect(textOf(reply)).toBe("It is 4.");
  const { used } = await services.quotas.read("owner");
  expect(used.microUsdToday).toBeGreaterThanOrEqual(25 * provider.requests.length);
  const { messages } = await read(services);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

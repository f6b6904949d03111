import { expect, it } from "vitest";
import * as conversations from "@/app/api/conversations/route";
import { call, closeAfter, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { waitUntil } from "@/tests/support/wait-until";

const slot = Symbol.for("sextant.services");

/** A request of the person that has nothing to do with the reply. */
async function look(services: object): Promise<number> {
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  const host = "127.0.0.1:3000";
  const request = new Request(`http://${host}/api/conversations`, { headers: { host } });
  return (await conversations.GET(request, { params: Promise.resolve({}) })).status;
}

it("goes on with a reply that nobody makes any more, beside any request, where no process stays", async () => {
  let isBack = false;
  const { services: dead, provider } = await openWith(({ turn }) =>
    turn === 0
      ? call("calculate", { expression: "6 * 7" })
      : isBack
        ? text("It is 42.")
        : { parts: [{ type: "text", chunks: ["It"] }], stallAfter: 1 },
  );
  const { reply } = await dead.runs.start("owner", toQuestion("Six times seven?"));
  await waitUntil(() => provider.requests.length === 2);
  isBack = true;
  await dead.close();
  await reply;
  const env = { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" };
  const services = await openTestServices(env, dead.dataDir);
  closeAfter({ close: () => services.close() });
  // Reading the conversation itself would take its reply over.
  const isRunning = async () => (await services.conversations.get("owner", "c1")).activeRunId !== null;
  expect(await look(services)).toBe(200);
  expect(await isRunning()).toBe(true);
  services.mode.looksForRuns = false;
  expect(await look(services)).toBe(200);
  await waitUntil(async () => !(await isRunning()));
  const answer = (await read(services)).messages.at(-1);
  expect(answer && textOf(answer)).toBe("It is 42.");
});

it("does what is due beside a request, at most once a minute, and never in a process that stays", async () => {
  let now = Date.now();
  const services = await openTestServices({}, undefined, { now: () => now });
  closeAfter({ close: () => services.dispose() });
  const options = { temporary: true };
  await (
    await services.runs.start("owner", { ...toQuestion("Hello"), options })
  ).reply;
  now += 3_700_000;
  await look(services);
  expect((await read(services)).temporary).toBe(true);
  services.mode.looksForRuns = false;
  await look(services);
  await waitUntil(() =>
    read(services).then(
      () => false,
      () => true,
    ),
  );
  now += 59_000;
  expect(services.sweepBeside()).toBeNull();
  now += 1_000;
  expect(services.sweepBeside()).not.toBeNull();
  expect(services.sweepBeside()).toBeNull();
});

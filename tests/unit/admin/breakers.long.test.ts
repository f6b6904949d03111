import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/admin/breakers/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { SettingsPatch } from "@/lib/protocol/settings";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { type ProviderServer, startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";

const slot = Symbol.for("sextant.services");
/** Asks for a wait that is too long to be waited for, so that it is one attempt. */
const busy: Reply = { status: 429, retryAfter: 40 };
const clock = { at: Date.UTC(2026, 10, 20, 12) };
let answer: Reply = busy;
let provider: ProviderServer;
let services: TestServices;

beforeAll(async () => {
  provider = await startProviderServer(() => answer);
  // A title asks the same model beside the answer, at a moment of its own.
  const env = {
    COMPATIBLE_PROVIDERS: `acme=${provider.url}/v1`,
    ACME_API_KEY: "k",
    MODEL_MAIN: "acme:m",
    MODEL_LITE: "offline:guide",
  };
  services = await openTestServices(env, undefined, { now: () => clock.at });
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
});
afterAll(async () => {
  await services.dispose();
  await provider.close();
});

let asked = 0;
const ask = async () =>
  (
    await (
      await services.runs.start(
        "owner",
        toQuestion("Hi", { conversation: `c${(asked += 1)}`, message: `m${asked}` }),
      )
    ).reply
  ).metadata;
const save = async (patch: SettingsPatch) =>
  services.saveSettings(patch, (await services.settings.get()).version, localOwner);
async function readBreakers(): Promise<unknown> {
  const request = new Request("http://127.0.0.1:3000/api/admin/breakers", {
    headers: { host: "127.0.0.1:3000" },
  });
  return (await GET(request, { params: Promise.resolve({}) })).json();
}

it("pauses a model after as many failures as the settings say, for as long as they say, and shows it to admins", async () => {
  await save({ breakerFailures: 2, breakerPauseSeconds: 60 });
  expect(await readBreakers()).toEqual({ breakers: [] });
  await ask();
  // The vendor is left alone for as long as it asked.
  clock.at += 41_000;
  await ask();
  expect(await readBreakers()).toMatchObject({
    breakers: [
      {
        kind: "model",
        name: "acme:m",
        state: "open",
        failures: 2,
        retryAfter: 60,
        last: { message: expect.stringContaining("acme:m is rate-limited") },
      },
    ],
  });

  const calls = provider.requests.length;
  expect(await ask()).toMatchObject({
    outcome: "failed",
    reason: "model_unavailable",
    error: expect.stringContaining("is paused after 2 failures"),
  });
  expect(provider.requests).toHaveLength(calls);

  await save({ breakerPauseSeconds: 10 });
  expect(await readBreakers()).toMatchObject({ breakers: [{ retryAfter: 10 }] });
  clock.at += 10_000;
  answer = { parts: [{ type: "text", chunks: ["Here."] }] };
  expect(await ask()).toMatchObject({ outcome: "completed" });
  expect(await readBreakers()).toEqual({ breakers: [] });
});

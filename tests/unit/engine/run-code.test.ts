import { expect, it } from "vitest";
import { ask, call, openWith, text, toolParts } from "@/tests/support/scripted-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";

const run = (code: string) =>
  openWith(({ turn }: ProviderRequest) => (turn === 0 ? call("run_code", { code }) : text("Done.")));

it("code is not run until somebody switches it on", async () => {
  const { services, provider } = await run("1 + 1");
  expect(toolParts(await ask(services))).toMatchObject([{ state: "output-error" }]);
  expect(JSON.stringify(provider.requests[0]?.body["tools"])).not.toContain("run_code");
  await services.settings.update({ codeEnabled: true }, 0, "test");
  expect(toolParts(await ask(services, "Again", { conversation: "c2", message: "m2" }))).toMatchObject([
    { type: "tool-run_code", output: { ok: true, data: { value: "2" } } },
  ]);
});

it("code may hold what the settings allow, and no more", async () => {
  const { services } = await run("new Uint8Array(40e6).length");
  await services.settings.update({ codeEnabled: true, codeMemoryMegabytes: 16 }, 0, "test");
  expect(toolParts(await ask(services))).toMatchObject([
    { output: { ok: false, message: "The code needed more than 16 MB of memory." } },
  ]);
  await services.settings.update({ codeMemoryMegabytes: 128 }, 1, "test");
  expect(toolParts(await ask(services, "Again", { conversation: "c2", message: "m2" }))).toMatchObject([
    { output: { ok: true, data: { value: "40000000" } } },
  ]);
});

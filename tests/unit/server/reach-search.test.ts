import { expect, it, onTestFinished } from "vitest";
import { openTestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

it("the search is in reach as soon as its engine answers anything, asked anew after a failure", async () => {
  const engine = await startProviderServer(() => ({ parts: [] }));
  const port = Number(new URL(engine.url).port);
  const clock = { at: 0 };
  const services = await openTestServices({ MEDIAWIKI_URL: `${engine.url}/w/` }, undefined, {
    now: () => clock.at,
  });
  onTestFinished(services.dispose);
  expect(await services.reachesSearch()).toBe(true);
  await engine.close();
  expect(await services.reachesSearch()).toBe(true);
  clock.at += 6_000;
  expect(await services.reachesSearch()).toBe(false);
  const again = await startProviderServer(() => ({ parts: [] }), { port });
  onTestFinished(again.close);
  expect(await services.reachesSearch()).toBe(true);
});

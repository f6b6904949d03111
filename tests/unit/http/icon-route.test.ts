import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/conversations/[id]/icon/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { makeIcon } from "@/tests/fixtures/icons";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

const png = new Uint8Array(makeIcon("#00ff00", 64));
let services: TestServices;

beforeAll(async () => {
  services = await openTestServices({});
  Object.assign(globalThis, { [Symbol.for("sextant.services")]: Promise.resolve(services) });
  await services.runs.start(localOwner.id, toQuestion("2+2"));
  await services.siteIcons.keep(localOwner.id, "c1", "a.example:8080", png);
});
afterAll(() => services.dispose());

const load = (id: string, query: string, headers: Record<string, string> = {}) =>
  GET(
    new Request(`http://127.0.0.1:3000/api/conversations/${id}/icon${query}`, {
      headers: { host: "127.0.0.1:3000", ...headers },
    }),
    { params: Promise.resolve({ id }) },
  );

it("an icon that was kept is a picture in which nothing runs", async () => {
  const response = await load("c1", "?site=a.example%3A8080");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  const etag = response.headers.get("etag") ?? "";
  expect((await load("c1", "?site=a.example%3A8080", { "if-none-match": etag })).status).toBe(304);
});

it.each([
  ["a site without one", "c1", "?site=b.example", {}, 204],
  ["no site", "c1", "", {}, 400],
  ["a conversation that is not there", "c2", "?site=a.example%3A8080", {}, 404],
  ["a page of another site", "c1", "?site=a.example%3A8080", { "sec-fetch-site": "cross-site" }, 403],
])("%s gets none", async (_kind, id, query, headers, status) => {
  const response = await load(id, query, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createInternalCalls } from "@/lib/features/accounts/auth/internal-calls";
import { openSite, type Site } from "@/tests/support/accounts-services";
import { signUp } from "@/tests/support/account-steps";
import { createBrowser } from "@/tests/support/accounts-services";
import { siteRoutes, type Route } from "./attack";

const secret = "s".repeat(32);
const cronSecret = "c".repeat(24);
const resume = "/api/internal/runs/r1/resume";
const sweep = "/api/internal/sweep";
const header = "x-sextant-signature";
type Headers = Record<string, string>;

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await openSite({ AUTH_SECRET: secret, CRON_SECRET: cronSecret });
  const admin = createBrowser();
  await signUp(admin, "admin@a.example");
  cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join("; ");
});
afterAll(() => site.dispose());

/** What a process with this secret and clock sends when it asks for the next worker. */
async function sign(runId = "r1", { key = secret, aheadMs = 0 } = {}): Promise<Headers> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.end('{"taken":true}');
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createInternalCalls({
    secret: key,
    siteUrl,
    cronSecret: null,
    now: () => site.clock.now + aheadMs,
  }).callNextWorker(runId);
  const [request = expect.fail("Nothing was sent.")] = requests;
  expect([request.method, request.url]).toEqual(["POST", `/api/internal/runs/${runId}/resume`]);
  return { [header]: String(request.headers[header]) };
}

async function call(
  { method, address }: Pick<Route, "method" | "address">,
  path: string,
  headers: Headers,
): Promise<Response> {
  const handlers = (await import(`@/app${address}/route`)) as Record<
    string,
    (request: Request, context: unknown) => Promise<Response>
  >;
  const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers });
  return (
    handlers[method]?.(request, { params: Promise.resolve(path === resume ? { id: "r1" } : {}) }) ??
    expect.fail(`${address} has no ${method}.`)
  );
}

const toPath = ({ address }: Pick<Route, "address">) => address.replace("[id]", "r1");
const resumeRoute = { method: "POST", address: "/api/internal/runs/[id]/resume" };
const sweepRoute = { method: "GET", address: sweep };

/** Who asks, and with what; none of them is of the site. */
const strangers: [string, () => Headers | Promise<Headers>][] = [
  ["nothing", () => ({})],
  ["an administrator's session", () => ({ cookie, origin: "http://127.0.0.1:3000" })],
  ["an empty signature", () => ({ [header]: "" })],
  ["a time without a signature", () => ({ [header]: `${site.clock.now}` })],
  ["a time with an empty signature", () => ({ [header]: `${site.clock.now}.` })],
  ["a made up signature", () => ({ [header]: `${site.clock.now}.${"0".repeat(64)}` })],
  ["what is no time", () => ({ [header]: `NaN.${"0".repeat(64)}` })],
  ["endless time", () => ({ [header]: `Infinity.${"0".repeat(64)}` })],
  ["half a signature", async () => ({ [header]: (await sign())[header]?.slice(0, -8) ?? "" })],
  [
    "a signature with another time",
    async () => ({ [header]: `${site.clock.now + 1}.${(await sign())[header]?.split(".")[1] ?? ""}` }),
  ],
  ["the signature of another run", () => sign("r2")],
  ["the signature of another site", () => sign("r1", { key: "t".repeat(32) })],
  ["a signature that is too old", () => sign("r1", { aheadMs: -61_000 })],
  ["a signature from the future", () => sign("r1", { aheadMs: 61_000 })],
  ["the server's secret itself", () => ({ authorization: `Bearer ${secret}`, [header]: secret })],
  ["another scheduler's secret", () => ({ authorization: `Bearer ${"d".repeat(24)}` })],
  ["a part of the scheduler's secret", () => ({ authorization: `Bearer ${cronSecret.slice(1)}` })],
  ["the scheduler's secret without its word", () => ({ authorization: cronSecret })],
  ["no secret at all", () => ({ authorization: "Bearer " })],
];
const cases = siteRoutes.flatMap((route) =>
  strangers.map(([title, make]) => [route.name, title, route, make] as const),
);

describe("a route of the site's own", () => {
  it.each(cases)("%s is closed to %s", async (_name, _title, route, make) => {
    const response = await call(route, toPath(route), await make());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated" });
  });

  it("is tried by many, at every route there is", () => {
    console.info(`${strangers.length} strangers × ${siteRoutes.length} routes: ${cases.length} tried`);
    expect(siteRoutes.map(({ name }) => name).toSorted()).toEqual([
      `GET ${sweep}`,
      "POST /api/internal/runs/[id]/resume",
    ]);
  });

  it.each([0, -59_000, 59_000])("answers the site itself, whose clock is %i ms off", async (aheadMs) => {
    const response = await call(resumeRoute, resume, await sign("r1", { aheadMs }));
    expect([response.status, await response.json()]).toEqual([200, { taken: false }]);
  });

  it("answers its scheduler where it looks for what was left, and nowhere else", async () => {
    const scheduler = { authorization: `Bearer ${cronSecret}` };
    const response = await call(sweepRoute, sweep, scheduler);
    expect([response.status, await response.json()]).toEqual([200, { taken: 0 }]);
    expect((await call(resumeRoute, resume, scheduler)).status).toBe(401);
  });

  it("takes no signature of one route for another", async () => {
    expect((await call(sweepRoute, sweep, await sign())).status).toBe(401);
  });

  it("has no scheduler when none is named", async () => {
    const calls = createInternalCalls({ secret, siteUrl: null, cronSecret: null, now: Date.now });
    for (const said of ["Bearer null", "Bearer ", "Bearer undefined", ""]) {
      const request = new Request(`http://127.0.0.1:3000${sweep}`, { headers: { authorization: said } });
      expect(() => calls.check(request, { orCron: true })).toThrow(
        expect.objectContaining({ code: "unauthenticated" }),
      );
    }
  });
});

import { expect, test } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import type { AppServer } from "@/tests/support/app-server";

let app: AppServer;
test.beforeAll(async () => void (app = await startApp()));
test.afterAll(() => app.close());

const paths = ["/", "/api/health", "/icon.svg"];

test("every answer says what a browser may not do with it @core", async ({ request }) => {
  for (const path of paths) {
    const headers = (await request.get(`${app.url}${path}`)).headers();
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)/),
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  }
});

test("a browser is told to stay on https only where it came by https @core", async ({ request }) => {
  for (const path of paths) {
    const plain = await request.get(`${app.url}${path}`);
    const secure = await request.get(`${app.url}${path}`, { headers: { "x-forwarded-proto": "https" } });
    expect([
      plain.headers()["strict-transport-security"],
      secure.headers()["strict-transport-security"],
    ]).toEqual([undefined, "max-age=31536000"]);
  }
});

test("the server keeps an idle connection longer than nginx and Caddy do @core", async ({ request }) => {
  const headers = (await request.get(`${app.url}/api/health`)).headers();
  expect(headers["keep-alive"]).toBe("timeout=125");
});

test("a reply that is answered without Next has all that Next would give it @core", async ({ request }) => {
  const question = { id: "m", role: "user", parts: [{ type: "text", text: "Hello" }] };
  const asked = { id: "direct", trigger: "submit-message", message: question };
  const json = { "content-type": "application/json", origin: app.url };
  const cases = [
    { data: "{", headers: json },
    { data: asked, headers: { ...json, origin: "https://elsewhere.example" } },
    { data: asked, headers: { ...json, host: "elsewhere.example" } },
    { data: "x".repeat(40_000_000), headers: json },
    { data: asked, headers: { ...json, "x-forwarded-proto": "https" } },
  ];
  for (const [index, status] of [400, 403, 403, 413, 200].entries()) {
    const answers = [];
    // Only the address by itself is answered directly.
    for (const address of ["/api/chat", "/api/chat?by=next"]) {
      const answer = await request.post(`${app.url}${address}`, cases[index]);
      answers.push({
        status: answer.status(),
        headers: { ...answer.headers(), date: "" } as Record<string, string>,
      });
    }
    const [direct, byNext] = answers;
    expect(direct).toMatchObject({ status });
    expect(direct?.headers["vary"]).toBeUndefined();
    expect(byNext?.headers).toMatchObject({ vary: expect.stringContaining("next-router-state-tree") });
    expect({ ...direct?.headers, vary: byNext?.headers["vary"] }).toEqual(byNext?.headers);
  }
});

import { answer, ask, expect, scriptedTest as test } from "./journey";

const hostile = `# Title

<script>window.hacked = 1</script>

<img src="x" onerror="window.hacked = 2">
<a href="javascript:window.hacked=3">raw link</a>

[md link](javascript:window.hacked=4)
[data link](data:text/html,<script>window.hacked=5</script>)
![remote](https://pictures.example/secret.png?q=memory)

<iframe src="https://frames.example/"></iframe>
<style>body { display: none }</style>
<svg onload="window.hacked = 6"></svg>

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
const x = "<img src=x onerror=window.hacked=7>";
\`\`\`

\`\`\`mermaid
graph TD; A["<img src=x onerror=window.hacked=8>"] --> B
\`\`\`

Inline $e^{i\\pi}$ and done.
`;

test("nothing that a model writes can run a script or make a request leave @core", async ({
  open,
  say,
  scripted,
}) => {
  const outside: string[] = [];
  open.on("request", (request) => {
    if (
      !request.url().startsWith(scripted.app.url) &&
      !request.url().startsWith("data:") &&
      !request.url().startsWith("blob:")
    )
      outside.push(request.url());
  });
  say(() => ({ parts: [{ type: "text", chunks: hostile.split(/(?<=\n)/) }] }));
  await ask(open, "Be hostile");
  await expect(answer(open)).toContainText("and done.");
  await expect(answer(open).getByRole("table")).toBeVisible();
  await expect(answer(open).locator("pre").first()).toBeVisible();
  await expect(answer(open).locator(".katex").first()).toBeVisible();
  await expect(answer(open)).toContainText(/Picture not loaded/);
  expect(await open.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
  expect(await answer(open).locator("iframe, script, a[href^='javascript'], a[href^='data']").count()).toBe(
    0,
  );
  expect(outside).toEqual([]);
});

test("pages come with a content security policy that lets no foreign script in @core", async ({
  scripted,
  request,
}) => {
  const page = await request.get(scripted.app.url);
  const policy = page.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).toMatch(/script-src[^;]*'nonce-/);
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(policy).toContain("frame-ancestors 'none'");
});

test("another host name and another site are refused", async ({ scripted, request }) => {
  const rebound = await request.get(`${scripted.app.url}/api/conversations`, {
    headers: { host: "evil.example" },
  });
  expect(rebound.status()).toBe(403);
  for (const path of ["/", "/admin", "/c/none", "/c/none.txt"]) {
    const page = await request.get(`${scripted.app.url}${path}`, { headers: { host: "evil.example" } });
    expect(page.status(), path).toBe(403);
    expect(await page.text(), path).toMatch(/^This server answers to its own machine only\./);
  }
  const prefetch = await request.get(`${scripted.app.url}/admin`, {
    headers: { host: "evil.example", rsc: "1", "next-router-prefetch": "1" },
  });
  expect(prefetch.status()).toBe(403);
  const foreign = await request.delete(`${scripted.app.url}/api/memories`, {
    headers: { origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(403);
  expect(scripted.app.output()).not.toMatch(/AppError|\n\s+at /);
});

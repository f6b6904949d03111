import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openCheckout, type Checkout } from "@/tests/support/checkout";
import { findFreePort } from "@/tests/support/free-port";

function open(): Checkout {
  const checkout = openCheckout();
  onTestFinished(checkout.close);
  return checkout;
}

const toReady = (port: number) => `Sextant is ready at http://127.0.0.1:${port}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("a start names a port in use before it builds anything", async () => {
  const server = createServer();
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { start, listBuilds } = open();
  const { ended, output } = start(port);
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\. [^\n]+\n$/);
  expect(listBuilds()).toEqual([]);
});

it.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])(
  "a start that got %s while it built leaves nothing behind that stops the next one",
  async (signal) => {
    const { start, listBuilds, write, remove, has } = open();
    const port = await findFreePort();
    write("hold");
    const first = start(port);
    await expect.poll(() => listBuilds().length).toBe(1);
    first.child.kill(signal);
    await first.ended;
    const [building = 0] = listBuilds();
    // Nobody can pass on that it was killed: what it had begun ends by itself.
    if (signal === "SIGKILL") remove("hold");
    await expect.poll(() => isAlive(building)).toBe(false);
    expect(has(".next-lock")).toBe(signal === "SIGKILL");
    remove("hold");
    const second = start(port);
    await expect.poll(second.output).toContain(toReady(port));
    expect(listBuilds()).toHaveLength(2);
  },
);

it("a start that is stopped while it serves frees its port, and the next one need not build", async () => {
  const { start, listBuilds } = open();
  const port = await findFreePort();
  for (let count = 0; count < 2; count += 1) {
    const { child, ended, output } = start(port);
    await expect.poll(output).toContain(toReady(port));
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  }
  expect(listBuilds()).toHaveLength(1);
});

it("of two starts at once one waits for the other's build, which is the only one", async () => {
  const { start, listBuilds, write, remove } = open();
  const [port, other] = [await findFreePort(), await findFreePort()];
  write("hold");
  const first = start(port);
  await expect.poll(() => listBuilds().length).toBe(1);
  const same = start(port);
  const second = start(other);
  for (const { output } of [same, second])
    await expect.poll(output).toContain("Another start is preparing Sextant; waiting for it …");
  remove("hold");
  await expect.poll(second.output).toContain(toReady(other));
  const codes = await Promise.race([first.ended, same.ended]);
  expect(codes).toBe(1);
  expect(`${first.output()}${same.output()}`).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(listBuilds()).toHaveLength(1);
});

it("a start says that the disk ran full, and the next one builds anew", async () => {
  const { start, listBuilds, write, remove } = open();
  const port = await findFreePort();
  write("fail", "TurbopackInternalError: No space left on device (os error 28)");
  const { ended, output } = start(port);
  expect(await ended).toBe(1);
  expect(output()).toContain("The build failed: the disk is full. Make room, then start again.");
  remove("fail");
  const next = start(port);
  await expect.poll(next.output).toContain(toReady(port));
  expect(listBuilds()).toHaveLength(2);
});

const oldNode =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';

it("a start by an old Node that can get no newer one says what to install", async () => {
  const { start, listBuilds } = open();
  const away = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
  const { ended, output } = start(await findFreePort(), { flags: ["--import", oldNode], env: away });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/Install Node 24 from https:\/\/nodejs\.org [^\n]+this is 20\.1\.0\.\n$/);
  expect(listBuilds()).toEqual([]);
});

it.each([
  ["npm run unit", "node_modules/vitest/vitest.mjs", ["run", "--project", "unit"]],
  ["npm run evaluate", "node_modules/vitest/vitest.mjs", ["run", "--config", "vitest.evaluation.config.ts"]],
  ["npm run lint", "node_modules/eslint/bin/eslint.js", ["lib/log.ts"]],
])("%s by an old Node says what to install", async (_name, program, args) => {
  const child = spawn(process.execPath, ["--import", oldNode, program, ...args], { stdio: "pipe" });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  expect(output).toContain("Install Node 24 from https://nodejs.org and try again.");
  expect(code).toBe(1);
});

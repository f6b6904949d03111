import { setTimeout as wait } from "node:timers/promises";
import { allocatorSettings } from "./allocator.mjs";
import { serveProgram } from "./build.mjs";
import { becomeProgram } from "./child.mjs";

/**
 * Serves the build until it is told to stop, says in one line when it is ready, and exits with the server's
 * code.
 */
export async function serveProduct({ host, port, distDir, siteUrl = null, readyLimitMs = 60_000 }) {
  const env = {
    ...allocatorSettings,
    ...process.env,
    HOST: host,
    PORT: String(port),
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
  };
  const server = becomeProgram(process.execPath, [serveProgram], { env, stderr: "pipe", hasChannel: true });
  watchStart(server);
  // The server says to whoever started it what it tells no stranger.
  const told = new Promise((resolve) => server.once("message", resolve));
  const url = toUrl(host, port);
  const health = await waitForHealth(url, readyLimitMs);
  if (health) {
    const details = await Promise.race([told, wait(toldLimitMs, {}, { ref: false })]);
    console.log(toReadyLine(url, { siteUrl, ...details, ...health }));
    return;
  }
  console.error(
    `Sextant did not answer at ${url} within ${readyLimitMs / 1000} seconds and was stopped. Its last lines above say why.`,
  );
  server.kill("SIGKILL");
}

/** It is said before the first answer; without a store that answers, never. */
const toldLimitMs = 1_000;

/**
 * Passes on what the server complains about. When its start hook refuses to serve, Next would go on and
 * answer every request with an error; here the server is ended and the person reads the reason alone.
 */
function watchStart(server) {
  const refusal = /error occurred while loading (?:the )?instrumentation hook: ([^\n]+)/;
  let isRefused = false;
  server.stderr.on("data", (chunk) => {
    const reason = refusal.exec(String(chunk))?.[1];
    if (isRefused) return;
    if (!reason) {
      process.stderr.write(chunk);
      return;
    }
    isRefused = true;
    console.error(reason);
    server.removeAllListeners("exit");
    server.once("exit", () => process.exit(1));
    server.kill("SIGKILL");
  });
}

/**
 * What the person reads when the server answers: where, and what serves there. With accounts it answers to
 * its public address alone.
 */
export function toReadyLine(url, { siteUrl, ok, reason, store, model }) {
  const what = store === undefined ? "" : ` · store ${store} · model ${model}`;
  const site = siteUrl === null ? url : new URL(siteUrl).origin;
  const line = `Sextant is ready at ${site}${site === url ? "" : ` · listens at ${url}`}${what}`;
  return ok ? line : `${line} · ${reason}`;
}

/** The address to open in a browser: one that listens everywhere is opened on this machine. */
export function toUrl(host, port) {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

async function waitForHealth(url, limitMs) {
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    const health = await readHealth(url);
    if (health) return health;
    await wait(50);
  }
  return null;
}

/** Any JSON answer counts: 503 says that the store is down, and the line says so. */
async function readHealth(url) {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    const health = await response.json();
    return typeof health?.ok === "boolean" ? health : null;
  } catch {
    return null;
  }
}

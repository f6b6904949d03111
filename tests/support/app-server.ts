import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "./free-port";

export type AppServer = {
  url: string;
  pid: number;
  dataDir: string;
  /** What the server printed, for a failing test to show. */
  output(): string;
  /** Ends the process; with `keepData` another server may be started on the same folder. */
  close(options?: { signal?: NodeJS.Signals; keepData?: boolean }): Promise<void>;
};

/** `env` may depend on the address at which the server will answer. */
export type AppOptions = {
  env?: Record<string, string> | ((url: string) => Record<string, string>);
  dataDir?: string;
};

/**
 * The production build, served by a process of its own on a free port and a fresh folder. `npm test` has
 * built it.
 */
export async function startApp({ env = {}, dataDir }: AppOptions = {}): Promise<AppServer> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), "sextant-app-")));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const given = typeof env === "function" ? env(url) : env;
  const server = spawn(process.execPath, ["scripts/lib/serve-build.mjs"], {
    env: {
      ...toCleanEnv(),
      HOST: "127.0.0.1",
      PORT: String(port),
      NEXT_DIST_DIR: process.env["NEXT_DIST_DIR"] ?? ".next-test",
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      MEDIAWIKI_URL: "http://127.0.0.1:9",
      ...given,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (bytes: Buffer) => void (output += bytes.toString()));
  const ended = once(server, "exit");
  await Promise.race([
    waitUntilReady(url),
    ended.then(() => Promise.reject(new Error(`The server ended at once:\n${output}`))),
  ]);
  return {
    url,
    pid: server.pid ?? 0,
    dataDir: folder,
    output: () => output,
    async close({ signal = "SIGTERM", keepData = false } = {}) {
      if (server.exitCode === null && server.signalCode === null) server.kill(signal);
      await ended;
      if (!keepData) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without the keys and models of whoever runs the tests. */
function toCleanEnv(): NodeJS.ProcessEnv {
  const own =
    /^(MODEL_|GOOGLE_|OPENAI_|ANTHROPIC_|LOCAL_|COMPATIBLE_|AUTH_|ADMIN_|ALLOWED_|OIDC_|SMTP_|MAIL_|CLIENT_ADDRESS_|FIREBASE_|FIRESTORE_|STORAGE_|STORE$|HOST$|PORT$|VERCEL)/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))),
    NODE_ENV: "production",
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    const isReady = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > until) throw new Error(`${url} did not get ready within 30 s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

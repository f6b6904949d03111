import { setTimeout as wait } from "node:timers/promises";
import type { InviteReply } from "@/lib/features/accounts/shape/accounts";
import { allocatorSettings } from "@/scripts/lib/allocator.mjs";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";
import { findFreePort } from "@/tests/support/free-port";
import { startChild, type Child } from "./children";
import { bareFolder, benchFolder, productDistDir, root } from "./folders";

/** `readyMs` is from the start of the program to its first answer at `readyPath`. */
export type Server = {
  url: string;
  pid: number;
  readyMs: number;
  /** Of the people with accounts there. */
  cookies?: string[];
  stop: () => Promise<void>;
  output: () => string;
};
export type StartOptions = {
  providerUrl: string;
  dataDir: string;
  profileFolder?: string | undefined;
  more?: Record<string, string>;
  /** How many people have accounts; without any the server has one owner. */
  people?: number;
};

const readyLimitMs = 60_000;

export function startProvider(): Promise<Server> {
  return startProgram("provider-process.ts");
}

/** Forty lines of Node that only pass words on. */
export function startRelay(providerUrl: string): Promise<Server> {
  return startProgram("relay-process.ts", providerUrl);
}

function startProgram(...args: string[]): Promise<Server> {
  return waitForPort(startChild(process.execPath, [...typescriptFlags, ...args], { cwd: benchFolder }));
}

/** A program of the bench's own, once it has printed the port on which it answers. */
export async function waitForPort(child: Child): Promise<Server> {
  const began = performance.now();
  while (performance.now() - began < readyLimitMs) {
    const port = /^\d+$/m.exec(child.output())?.[0];
    if (port !== undefined) return toServer(child, `http://127.0.0.1:${port}`, performance.now() - began);
    await wait(10);
  }
  await child.stop();
  throw new Error(`A program did not start:\n${child.output()}`);
}

/** The product's own build, with fresh data and a local model. */
export async function startProduct({
  providerUrl,
  dataDir,
  profileFolder,
  more = {},
  people = 0,
}: StartOptions): Promise<Server> {
  const port = await findFreePort();
  const env = {
    ...allocatorSettings,
    NEXT_DIST_DIR: productDistDir,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    LOCAL_BASE_URL: `${providerUrl}/v1`,
    MODEL_MAIN: "local:bench",
    // Offered, so that the bench can choose it.
    MODEL_PRO: "google:gemini-bench",
    MODEL_LITE: "local:small",
    GOOGLE_BASE_URL: `${providerUrl}/v1beta`,
    GOOGLE_GENERATIVE_AI_API_KEY: "bench",
    // All that the bench asks is asked by one person.
    MAX_RUNS: "2000",
    MAX_RUNS_PER_PERSON: "2000",
    ...(people > 0 ? { AUTH_URL: `http://127.0.0.1:${port}` } : {}),
    ...more,
  };
  const program = ["scripts/lib/serve-build.mjs"];
  const readyPath = "/api/health";
  const server = await startNext({ folder: root, program, env, port, readyPath, profileFolder });
  const cookies: string[] = [];
  for (let n = 0; n < people; n += 1) cookies.push(await signUp(server.url, n, cookies[0]));
  return liftLimits({ ...server, cookies });
}

/** Gives the cookies of a new account. The first one is an administrator's, who invites the others. */
async function signUp(url: string, number: number, admin: string | undefined): Promise<string> {
  const post = async (path: string, body: object, cookie = "") => {
    const headers = { "content-type": "application/json", origin: url, cookie };
    const reply = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body), headers });
    if (!reply.ok) throw new Error(`No account was made: ${await reply.text()}`);
    return reply;
  };
  const invite = async (cookie: string) => {
    const { results } = (await (await post("/api/admin/invitations", {}, cookie)).json()) as InviteReply;
    return { invitation: new URL(results[0]?.link ?? "").searchParams.get("invitation") };
  };
  const person = { name: "Bench", email: `person${number}@bench.example`, password: "correct horse battery" };
  const invitation = admin === undefined ? {} : await invite(admin);
  const reply = await post("/api/auth/sign-up/email", { ...person, ...invitation });
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The bench asks more than a person may in a day. */
async function liftLimits(server: Server): Promise<Server> {
  const body = JSON.stringify({
    version: 0,
    settings: { messagesPerDay: null, centsPerDay: null, centsPerMonth: null, toolLimits: {} },
  });
  const saved = await fetch(`${server.url}/api/admin/settings`, {
    method: "PUT",
    body,
    headers: { "content-type": "application/json", origin: server.url, cookie: server.cookies?.[0] ?? "" },
  });
  // 409: the folder is one on which they were lifted before.
  if (saved.ok || saved.status === 409) return server;
  await server.stop();
  throw new Error(`The limits were not lifted: ${await saved.text()}`);
}

/** The bare route beside it: one `streamText` in a fresh application. */
export async function startBare({
  providerUrl,
  profileFolder,
}: Omit<StartOptions, "dataDir">): Promise<Server> {
  const env = { LOCAL_BASE_URL: `${providerUrl}/v1`, GOOGLE_BASE_URL: `${providerUrl}/v1beta` };
  const program = ["node_modules/next/dist/bin/next", "start"];
  const port = await findFreePort();
  return startNext({ folder: bareFolder, program, env, port, readyPath: "/", profileFolder });
}

type NextOptions = {
  folder: string;
  /** What serves the build, with its arguments; host and port are told by the environment, and by arguments to Next's own. */
  program: string[];
  env: Record<string, string>;
  port: number;
  readyPath: string;
  profileFolder?: string | undefined;
};

async function startNext({
  folder,
  program,
  env,
  port,
  readyPath,
  profileFolder,
}: NextOptions): Promise<Server> {
  const profile = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const args = [...profile, ...program, "-H", "127.0.0.1", "-p", String(port)];
  const began = performance.now();
  const child = startChild(process.execPath, args, {
    cwd: folder,
    env: { ...env, HOST: "127.0.0.1", PORT: String(port) },
  });
  const server = toServer(child, `http://127.0.0.1:${port}`, 0);
  let isOver = false;
  void child.ended.then(() => (isOver = true));
  while (!isOver && performance.now() - began < readyLimitMs) {
    if (await answers(`${server.url}${readyPath}`)) return { ...server, readyMs: performance.now() - began };
    await wait(5);
  }
  await child.stop();
  throw new Error(`The server in ${folder} did not start:\n${child.output()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function toServer(child: Child, url: string, readyMs: number): Server {
  return { url, readyMs, pid: child.pid, stop: child.stop, output: child.output };
}

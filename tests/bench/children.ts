import { spawn, type ChildProcess } from "node:child_process";

export type Child = {
  pid: number;
  output: () => string;
  ended: Promise<number | null>;
  stop: () => Promise<void>;
};

const running = new Set<ChildProcess>();
const graceMs = 4_000;

// Whatever ends the bench ends what it has started.
process.on("exit", () => running.forEach((child) => signalGroup(child, "SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

/** Starts a program in a process group of its own. What it prints is kept, for the case that it fails. */
export function startChild(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env?: Record<string, string> },
): Child {
  const child = spawn(command, args, {
    cwd,
    env: toEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  let output = "";
  const keep = (text: Buffer) => void (output = (output + text.toString()).slice(-8_000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      keep(Buffer.from(error.message));
      resolve(127);
    });
    child.once("close", (code) => resolve(code));
  });
  void ended.then(() => running.delete(child));
  return { pid: child.pid ?? 0, output: () => output, ended, stop: () => stop(child, ended) };
}

/** Runs a program to its end; throws with what it printed when it fails or takes too long. */
export async function runChild(
  command: string,
  args: string[],
  options: { cwd: string; env?: Record<string, string>; limitMs: number },
): Promise<string> {
  const child = startChild(command, args, options);
  const timer = setTimeout(() => void child.stop(), options.limitMs);
  const code = await child.ended;
  clearTimeout(timer);
  if (code !== 0)
    throw new Error(`${[command, ...args].join(" ")} failed (${code ?? "killed"}):\n${child.output()}`);
  return child.output();
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    running.delete(child);
  }
}

/** The machine's own settings of the product would change what is measured. */
function toEnvironment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG", "CHROMIUM_PATH", "NODE_EXTRA_CA_CERTS"]
    .map((name) => [name, process.env[name]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env };
}

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "./free-port";

export type FirestoreEmulator = {
  /** `127.0.0.1:port`, also after a restart. */
  host: string;
  pid(): number;
  /** Ends it as a crash does, and waits until it is gone. What it held is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts Google's emulator on this machine, `null` where its jar or Java is missing. It lives as long as this process and no longer,
 * however that ends. `rules` is the path of a rules file; without it clients may do everything.
 */
export async function startFirestoreEmulator(
  options: { rules?: string; port?: number } = {},
): Promise<FirestoreEmulator | null> {
  const jar = findJar();
  if (jar === null || !hasJava()) return null;
  const port = options.port ?? (await findFreePort());
  const host = `127.0.0.1:${port}`;
  const rules = options.rules === undefined ? [] : ["--rules", options.rules];
  const start = async () => {
    const begun = await startJava([
      "-Xmx512m",
      // It lives for minutes: compiling well takes more of the processor than it saves.
      "-XX:TieredStopAtLevel=1",
      "-Duser.language=en",
      "-cp",
      jar,
      mainClass,
      "--host",
      "127.0.0.1",
      "--port",
      `${port}`,
      ...rules,
    ]);
    await waitUntilUp(host).catch((error: unknown) => {
      begun.end();
      throw error;
    });
    return begun;
  };
  let java = await start();
  const kill = async () => {
    java.end();
    await java.ended;
  };
  return {
    host,
    pid: () => java.pid,
    kill,
    async restart() {
      await kill();
      java = await start();
    },
    close: kill,
  };
}

/** Says why there is no emulator, and what to do. */
export const noEmulator =
  "The Firestore emulator is not installed, so the tests that need it are SKIPPED. Install Java and the package " +
  "google-cloud-cli-firestore-emulator, or name its jar in FIRESTORE_EMULATOR_JAR.";

const mainClass = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";
const longestStartMs = 60_000;

function findJar(): string | null {
  const named = process.env["FIRESTORE_EMULATOR_JAR"];
  if (named !== undefined && named !== "") return existsSync(named) ? named : null;
  const listed = spawnSync("dpkg", ["-L", "google-cloud-cli-firestore-emulator"], { encoding: "utf8" });
  return listed.stdout?.split("\n").find((line) => line.endsWith("emulator.jar")) ?? null;
}

function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}

type Java = { pid: number; end(): void; ended: Promise<void> };

// The shell's input is a pipe of ours: it closes when this process is gone, even by SIGKILL, and Java goes with it. The session of
// its own keeps the terminal's Ctrl-C from ending the shell before it has done so.
const keeper = 'java "$@" </dev/null >/dev/null 2>&1 & echo $!; cat >/dev/null; kill -9 $!';

async function startJava(args: string[]): Promise<Java> {
  const shell: ChildProcess = spawn("sh", ["-c", keeper, "sh", ...args], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => shell.once("close", () => resolve()));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  shell.once("error", reject);
  if (shell.stdout) createInterface({ input: shell.stdout }).once("line", (line) => resolve(Number(line)));
  const pid = await promise;
  return { pid, ended, end: () => void shell.stdin?.end() };
}

async function waitUntilUp(host: string): Promise<void> {
  const limit = AbortSignal.timeout(longestStartMs);
  for (;;) {
    const isUp = await fetch(`http://${host}/`, { signal: limit }).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await wait(50, undefined, { signal: limit });
  }
}

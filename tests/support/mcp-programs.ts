import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { findFreePort } from "./free-port";
import { waitUntil } from "./wait-until";

const resolve = createRequire(import.meta.url).resolve;

/** The program of one of the protocol's own reference servers, as a command. */
export function findProgram(name: "everything" | "filesystem" | "memory", ...args: string[]) {
  const manifest = resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const program = path.join(path.dirname(manifest), "dist/index.js");
  return { kind: "command" as const, command: process.execPath, args: [program, ...args] };
}

/** The reference server that has everything, by HTTP. */
export async function startEverything(given?: number) {
  const port = given ?? (await findFreePort());
  const { command, args } = findProgram("everything", "streamableHttp");
  const child = spawn(command, args, { env: { ...process.env, PORT: String(port) }, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/mcp`;
  const isThere = () =>
    fetch(url, { method: "DELETE" }).then(
      () => true,
      () => false,
    );
  await waitUntil(isThere);
  return {
    ...{ url, port },
    async close(): Promise<void> {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashFiles } from "@/scripts/lib/stamp.mjs";

/** A program that builds for as long as there is a file `hold`, and ends as the file `fail` says. */
const build = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
appendFileSync("builds", process.pid + "\\n");
while (existsSync("hold")) await setTimeout(20);
if (existsSync("fail")) {
  console.error(readFileSync("fail", "utf8"));
  process.exit(1);
}
mkdirSync(process.env.NEXT_DIST_DIR, { recursive: true });
writeFileSync(process.env.NEXT_DIST_DIR + "/BUILD_ID", "built");
writeFileSync(process.env.NEXT_DIST_DIR + "/required-server-files.json", '{"config":{}}');
`;

const serve = `
const { createServer } = require("node:http");
exports.startServer = async ({ hostname, port }) => {
  createServer((request, response) => response.end('{"ok":true}')).listen(port, hostname);
};
`;

export type Started = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
};

export type Checkout = {
  folder: string;
  /** The processes that have built, in their order. */
  listBuilds: () => number[];
  write: (name: string, text?: string) => void;
  remove: (name: string) => void;
  has: (name: string) => boolean;
  /** `npm start` on this port. */
  start: (port: number, given?: { flags?: string[]; env?: Record<string, string> }) => Started;
  close: () => Promise<void>;
};

/** A checkout with the product's own scripts, its packages installed, and a small program in the place of Next. */
export function openCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "sextant-checkout-"));
  const children: Started[] = [];
  const write = (name: string, text = ""): void => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  cpSync("scripts", join(folder, "scripts"), { recursive: true });
  write("package.json", '{"name":"checkout","type":"module"}');
  write("package-lock.json", '{"packages":{}}');
  write("node_modules/next/package.json", '{"name":"next","main":"index.js"}');
  write("node_modules/next/index.js");
  write("node_modules/next/dist/bin/package.json", '{"type":"module"}');
  write("node_modules/next/dist/bin/next", build);
  write("node_modules/next/dist/server/lib/start-server.js", serve);
  const lock = hashFiles(folder, [join(folder, "package-lock.json")]);
  write("node_modules/.sextant-stamp", `start ${lock}`);
  return {
    folder,
    write,
    remove: (name) => rmSync(join(folder, name), { force: true }),
    has: (name) => existsSync(join(folder, name)),
    listBuilds: () =>
      existsSync(join(folder, "builds"))
        ? readFileSync(join(folder, "builds"), "utf8").trim().split("\n").map(Number)
        : [],
    start(port, { flags = [], env = {} } = {}) {
      const child = spawn(process.execPath, [...flags, join(folder, "scripts/start.mjs")], {
        env: { NODE_ENV: "production", PATH: process.env["PATH"], PORT: String(port), ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      const ended = once(child, "close").then(([code]) => code as number | null);
      const started = { child, ended, output: () => output };
      children.push(started);
      return started;
    },
    async close() {
      for (const { child } of children) child.kill("SIGTERM");
      await Promise.all(children.map(({ ended }) => ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

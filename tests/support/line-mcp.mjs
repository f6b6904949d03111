/** A tool server by lines of JSON, as a program: its tools are what a call may meet. */
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const annotations = process.env["SAFE"] === "yes" ? { readOnlyHint: true } : {};
const names = ["look", "leave", "die", "work"];
const text = (words) => ({ content: [{ type: "text", text: words }] });
const capabilities = { tools: {} };
const serverInfo = { name: "line", version: "1" };

const calls = {
  look: (id) => send({ id, result: text(`Calm sea, seen by ${process.pid}.`) }),
  leave(id) {
    calls.look(id);
    process.stdin.destroy();
  },
  die() {
    process.stderr.write(`\u001b[31mCannot open the log: ${process.env["LOG_KEY"]}\u001b[0m\nGiving up.\n`);
    process.exitCode = 1;
    process.stdin.destroy();
  },
  work(id, progressToken) {
    let told = 0;
    const timer = setInterval(() => {
      if ((told += 1) < 5)
        return send({ method: "notifications/progress", params: { progressToken, progress: told } });
      clearInterval(timer);
      send({ id, result: text("At last.") });
    }, 600);
  },
};

if (process.env["START"] === "fails") calls.die();
else
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === "initialize")
      return send({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
    const tools = names.map((name) => ({ name, annotations, inputSchema: { type: "object" } }));
    if (method === "tools/list") return send({ id, result: { tools } });
    if (method !== "tools/call") return send({ id, error: { code: -32601, message: "Method not found" } });
    calls[params.name](id, params._meta?.progressToken);
  });

import path from "node:path";
import { describe, expect, it } from "vitest";
import { ask, call, openWith, text, toolParts } from "@/tests/support/scripted-services";
import { admin, never, openCalling, outputOf, take } from "@/tests/support/taken-tools";
import { waitUntil } from "@/tests/support/wait-until";

const program = path.resolve("tests/support/line-mcp.mjs");
const command = { kind: "command" as const, command: process.execPath, args: [program] };
const on = { MCP_COMMANDS: "on" };
const secret = "LOG_KEY=k4y-of-the-log\nSAFE=yes";
const policy = { approval: "never" as const };

describe("a command that ends", () => {
  const fields = { name: "far", transport: command, timeLimitSeconds: 30 };

  it("shows the administrator what it wrote last, without its secrets, when it is added and when it is asked", async () => {
    const { services } = await openCalling("mcp_far_look", {}, on);
    const failing = { ...fields, secret: `${secret}\nSTART=fails` };
    const adding = services.toolServers.create(failing, admin, never);
    const reason = expect.objectContaining({
      message: "The tool server's command ended (code 1).\nCannot open the log: …\nGiving up.",
    });
    await expect(adding).rejects.toEqual(reason);
    const { id, version } = await services.toolServers.create({ ...fields, secret }, admin, never);
    await services.toolServers.update(id, { secret: failing.secret }, version, admin);
    await expect(services.toolServers.test(id, admin.id, never)).rejects.toEqual(reason);
    const { servers } = await services.toolServers.listAll();
    expect(servers[0]?.lastError?.message).toContain("Giving up.");
    expect(JSON.stringify(servers)).not.toContain("k4y-of-the-log");
  });

  it("during a call shows it to the administrator, not to the model, and is started anew for the next", async () => {
    const { services, provider } = await openWith(
      ({ turn }) => [call("mcp_far_die", {}), call("mcp_far_look", {})][turn] ?? text("Done."),
      on,
    );
    await take(services, command, { policy: { approval: "when-untrusted" }, secret });
    const reply = await ask(services);
    expect(toolParts(reply)).toMatchObject([
      { output: { ok: false, kind: "unavailable", message: "The tool server's command ended (code 1)." } },
      { output: { ok: true } },
    ]);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain("Giving up");
    const { servers } = await services.toolServers.listAll();
    expect(servers[0]?.lastError?.message).toContain("Cannot open the log: …\nGiving up.");
  });
});

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

describe("a command that has left between two calls", () => {
  it("is started anew at once for the second", async () => {
    const { services } = await openWith(async ({ turn, body }) => {
      const [, pid] = /seen by (\d+)/.exec(JSON.stringify(body)) ?? [];
      if (turn === 1) await waitUntil(() => isGone(Number(pid)));
      return turn < 2 ? call("mcp_far_leave", { turn }) : text("Done.");
    }, on);
    await take(services, command, { policy: { approval: "never" }, secret });
    const made = { output: { ok: true, meta: { attempts: 1 } } };
    expect(toolParts(await ask(services))).toMatchObject([made, made]);
  });
});

describe("a command that tells progress", () => {
  it("has its time limit anew with each word of it", async () => {
    const { services } = await openCalling("mcp_far_work", {}, on);
    await take(services, command, { policy, seconds: 2, secret });
    expect(outputOf(await ask(services))).toMatchObject({ ok: true });
  });
});

import { createSealer } from "@/lib/secrets";
import { createMcpServers } from "@/lib/features/tool-servers/records/mcp-servers";
import type { FoundTools } from "@/lib/features/tool-servers/records/mcp-tools";
import { paths } from "@/lib/data/paths";
import { bothStores } from "@/tests/support/both-stores";
import { describe, expect, it } from "vitest";

const found: FoundTools = {
  instructions: null,
  skipped: 0,
  tools: [
    {
      name: "look",
      fingerprint: "f1",
      reaches: null,
      definition: {
        ...{ title: null, description: "Looks.", outputSchema: null, instructions: null },
        annotations: { readOnlyHint: true },
        // What a store takes in no field: lists in lists, names with dots.
        inputSchema: { type: "object", properties: { "a.b": { enum: [["x"], [1]] } } },
      },
    },
  ],
};
const fields = {
  name: "far",
  transport: { kind: "http" as const, url: "https://tools.example/mcp" },
  secret: "token",
  timeLimitSeconds: 30,
};

describe.each(bothStores)("tool servers in $name", ({ openStore }) => {
  it("are kept with what was taken, their secret sealed, and changed against their version only", async () => {
    const store = await openStore();
    const servers = createMcpServers(store, createSealer("s".repeat(32)), () => 7);
    const made = await servers.create(fields, found, "Ada");
    expect(JSON.stringify((await store.find(`${paths.mcpServers}/${made.id}`))?.data)).not.toContain("token");
    expect(await servers.readSecret(made.id)).toBe("token");
    expect(await servers.get(made.id)).toEqual(made);
    await expect(servers.create(fields, found, "Ada")).rejects.toMatchObject({ code: "already_exists" });

    const take = { tools: { look: { accept: "f1", isEnabled: true } } };
    const taken = await servers.update(made.id, take, 1, "Ada");
    expect(taken.tools).toMatchObject([{ state: "ready", isEnabled: true, taken: { fingerprint: "f1" } }]);
    expect(taken.tools[0]?.taken?.definition).toEqual(found.tools[0]?.definition);
    await expect(servers.update(made.id, { isEnabled: false }, 1, "Bob")).rejects.toMatchObject({
      code: "conflict",
    });
    const place = { name: "near", transport: { kind: "http" as const, url: "https://other.example/mcp" } };
    const stale = servers.replace(made.id, { ...place, secret: null, version: 1 }, found, "Bob");
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
    const third = await servers.create({ ...fields, name: "third" }, found, "Ada");
    const doubled = { ...place, name: "third", secret: null, version: 2 };
    await expect(servers.replace(made.id, doubled, found, "Bob")).rejects.toMatchObject({
      code: "already_exists",
    });
    await servers.delete(third.id);
    expect(
      await servers.replace(made.id, { ...place, secret: null, version: 2 }, found, "Bob"),
    ).toMatchObject({
      ...{ ...place, hasSecret: false, version: 3 },
      tools: [{ offeredAs: "mcp_near_look", state: "new", taken: null, isEnabled: false }],
    });
    await servers.replace(made.id, { ...fields, version: 3 }, found, "Ada");
    await servers.update(made.id, take, 4, "Ada");
    expect((await servers.noteFound(made.id, { ...found, tools: [] })).tools).toMatchObject([
      { state: "gone" },
    ]);
    expect((await servers.noteError(made.id, "Down.")).lastError).toEqual({ at: 7, message: "Down." });
    const other = createMcpServers(store, createSealer("t".repeat(32)), () => 7);
    await expect(other.readSecret(made.id)).rejects.toMatchObject({ code: "configuration" });
    await servers.delete(made.id);
    expect(await servers.list()).toEqual([]);
  });
});

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readProgramEnvironment } from "@/lib/env";
import { openServer, type McpTarget } from "@/lib/features/tool-servers/open-server";
import { readAnswer } from "@/lib/features/tool-servers/read-answer";
import { findProgram, startEverything } from "@/tests/support/mcp-programs";
import { describe, expect, it, onTestFinished } from "vitest";

const options = { guard: { allowedHosts: [], allowsLoopback: true }, programs: readProgramEnvironment() };
const never = new AbortController().signal;

async function open(transport: McpTarget["transport"], secret: string | null = null) {
  const server = await openServer({ name: "real", transport, secret }, options, { signal: never });
  onTestFinished(() => server.close());
  const call = async (tool: string, input: Record<string, unknown>) =>
    readAnswer(await server.call(tool, input, { signal: never }), server, never);
  return { list: () => server.list(never), call };
}

async function openByHttp() {
  const everything = await startEverything();
  onTestFinished(() => everything.close());
  return open({ kind: "http", url: everything.url });
}

describe.each([
  { way: "by HTTP", start: openByHttp },
  { way: "by a command", start: () => open(findProgram("everything")) },
])("the reference server that has everything, $way", ({ start }) => {
  it("is asked for its tools and calls them: text, pictures, resources, links, structures, failures", async () => {
    const { list, call } = await start();
    const { tools, skipped, instructions } = await list();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["echo", "get-sum", "get-tiny-image", "get-resource-links"]),
    );
    expect(skipped).toBe(0);
    expect(instructions).toContain("Everything Server");
    expect(new Set(tools.map(({ fingerprint }) => fingerprint)).size).toBe(tools.length);
    const again = await list();
    expect(again.tools).toEqual(tools);

    expect((await call("echo", { message: "Ahoy" })).words).toEqual(["Echo: Ahoy"]);
    expect((await call("get-sum", { a: 2, b: 3 })).words.join()).toContain("5");
    const { pictures } = await call("get-tiny-image", {});
    expect(pictures).toMatchObject([{ mediaType: "image/png" }]);
    expect((await call("get-resource-links", { count: 2 })).words.join("\n")).toContain("demo://resource/");
    const resource = await call("get-resource-reference", { resourceType: "Text", resourceId: 1 });
    expect(resource.words.join("\n")).toContain("demo://resource/dynamic/text/1");
    expect((await call("get-structured-content", { location: "Chicago" })).words.join()).toContain(
      "temperature",
    );
    expect(await call("get-sum", { a: "two" })).toMatchObject({ isError: true });
  });
});

describe("the reference server of files", () => {
  it("reads and writes in its folder alone", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "sextant-mcp-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(path.join(folder, "log.txt"), "Wind from the west");
    const { list, call } = await open(findProgram("filesystem", folder));
    const { tools } = await list();
    const reading = tools.find(({ name }) => name === "read_text_file");
    expect(reading?.definition.annotations).toMatchObject({ readOnlyHint: true });
    expect((await call("read_text_file", { path: path.join(folder, "log.txt") })).words.join()).toContain(
      "Wind from the west",
    );
    await call("write_file", { path: path.join(folder, "new.txt"), content: "Anchored" });
    expect(await readFile(path.join(folder, "new.txt"), "utf8")).toBe("Anchored");
    expect(await call("read_text_file", { path: "/etc/passwd" })).toMatchObject({ isError: true });
  });
});

describe("the reference server of memories", () => {
  it("is given variables of its own, and keeps what it is told", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "sextant-mcp-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const variables = `MEMORY_FILE_PATH=${path.join(folder, "memory.jsonl")}`;
    const { call } = await open(findProgram("memory"), variables);
    const entities = [{ name: "Beagle", entityType: "ship", observations: ["Carried Darwin"] }];
    await call("create_entities", { entities });
    expect((await call("search_nodes", { query: "Beagle" })).words.join()).toContain("Carried Darwin");
    expect(await readFile(path.join(folder, "memory.jsonl"), "utf8")).toContain("Beagle");
  });
});

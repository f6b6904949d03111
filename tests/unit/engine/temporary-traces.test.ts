import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import type { Platform } from "@/lib/server/core-services";
import type { BlobStore } from "@/lib/store/blobs";
import { openBlobs, openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { sendPage, startPageServer } from "@/tests/support/page-server";
import { readWholeStore } from "@/tests/support/scan-store";
import { call, closeAfter, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { copyFolder, goOn, openProcess, openProvider, readUntil, stalled } from "./cut-runs";
import { openInstances, type Script } from "./instances";

const emulator = await findSharedEmulator();
const owner = "owner";
/** Stands in the question, in a picture's name, on the page that is read, and in the answer. */
const marker = "quillwort";
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function openPage() {
  const server = await startPageServer({
    "/isoetes": sendPage(
      `<title>${marker}</title><main>${`<p>The ${marker} grows in lakes.</p>`.repeat(8_000)}</main>`,
    ),
  });
  closeAfter(server);
  const url = `${server.url}/isoetes`;
  const script: Script = ({ turn }): Reply =>
    turn === 0
      ? call("web_fetch", { urls: [url], query: marker })
      : text(`The ${marker} grows in lakes [1].`);
  return { url, script, env: { WEB_FETCH_ALLOWED_HOSTS: new URL(url).host } };
}

function toAsking(url: string, id = "m1") {
  const question = toQuestion(`What does ${url} say of the ${marker}?`, { message: id });
  const parts = [
    ...question.message.parts,
    { type: "file" as const, mediaType: "image/png" as const, filename: `${marker}.png`, url: picture },
  ];
  return { ...question, message: { ...question.message, parts }, options: { temporary: true } };
}

/** All that stands in the files below a folder, the database's among them. */
async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

/** What the process prints from now on. */
function watchLog(): () => string {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  onTestFinished(() => spy.mockRestore());
  return () => lines.join("");
}

const readBlobs = ({ dataDir }: TestServices): Promise<string> => readFolder(path.join(dataDir, "blobs"));

const readStart = async (services: TestServices, url: string): Promise<void> => {
  expect(textOf(await (await services.runs.start(owner, toAsking(url))).reply)).toContain(marker);
};

describe("a temporary conversation that is deleted", () => {
  it("leaves no word behind in the store, among the files, in the log, and on disk once the server has ended", async () => {
    const { url, script, env } = await openPage();
    const readLog = watchLog();
    const { services, store } = await openProcess(await openProvider(script), {
      env: { ...env, LOG_LEVEL: "debug" },
    });
    await readStart(services, url);
    expect(await readWholeStore(store)).toContain(marker);
    expect(await readBlobs(services)).toContain(marker);
    await services.runs.deleteConversation(owner, "c1");
    await services.settleBackground();
    const left = await readWholeStore(store);
    expect(left).not.toContain(marker);
    expect(left).not.toMatch(/conversations\/c1|\/files\/|\/runs\/|running\//);
    expect(await readBlobs(services)).not.toContain(marker);
    expect(readLog()).toContain("tool_called");
    expect(readLog()).not.toContain(marker);
    await services.close();
    expect(await readFolder(services.dataDir)).not.toContain(marker);
  });

  it("leaves nothing behind an hour after its newest message, also when the server was started anew meanwhile", async () => {
    const { url, script, env } = await openPage();
    const provider = await openProvider(script);
    const { services: before } = await openProcess(provider, { env });
    await readStart(before, url);
    await before.close();
    let now = Date.now();
    const { services, store } = await openProcess(provider, {
      env,
      folder: before.dataDir,
      outside: { now: () => now },
    });
    expect(await services.doDueWork()).toBe(0);
    expect((await services.runs.readConversation(owner, "c1", { limit: 10 })).temporary).toBe(true);
    now += 3_600_000;
    expect(await services.doDueWork()).toBe(1);
    expect(await readWholeStore(store)).not.toContain(marker);
    expect(await readBlobs(services)).not.toContain(marker);
    await expect(services.runs.readConversation(owner, "c1", { limit: 10 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("leaves nothing behind when a crash in the middle of its reply was gone on with before", async () => {
    const { url, script, env } = await openPage();
    let isBack = false;
    const provider = await openProvider((request) =>
      request.turn === 1 && !isBack ? stalled : script(request),
    );
    const { services: crashed } = await openProcess(provider, { env });
    const started = await crashed.runs.start(owner, toAsking(url));
    await readUntil(started.stream(), "two");
    isBack = true;
    let now = Date.now();
    const { services, store } = await openProcess(provider, {
      env,
      folder: await copyFolder(crashed),
      outside: { now: () => now },
    });
    expect(textOf(await goOn(services))).toContain(marker);
    await services.settleBackground();
    now += 3_600_000 + 10_000;
    await services.doDueWork();
    expect(await readWholeStore(store)).not.toContain(marker);
    expect(await readBlobs(services)).not.toContain(marker);
  });

  it("takes what a late hand wrote as well, and nothing is planned any more", async () => {
    const { url, script, env } = await openPage();
    let now = Date.now();
    const { services, store } = await openProcess(await openProvider(script), {
      env,
      outside: { now: () => now },
    });
    await readStart(services, url);
    await services.temporaryChats.note({ userId: owner, conversationId: "c1" }, { id: "tab", isOver: true });
    now += 60_000;
    await services.doDueWork();
    await store.set(`users/${owner}/conversations/c1/evidence/r_late`, { text: marker });
    now += 120_000;
    await services.doDueWork();
    expect(await readWholeStore(store)).not.toContain(marker);
    expect((await store.list({ collection: "jobs", limit: 10 })).documents).toEqual([]);
  });
});

describe.skipIf(emulator === null)("a temporary conversation over two instances", () => {
  it("is deleted by the one that does not make its reply, and leaves nothing behind", async () => {
    const { url, script, env } = await openPage();
    const opened: Store[] = [];
    const keepStore = async (config: Parameters<typeof openStore>[0]) => {
      const store = await openStore(config);
      opened.push(store);
      return store;
    };
    const { promise: files, resolve: shareFiles } = Promise.withResolvers<BlobStore>();
    const outside: Partial<Platform>[] = [
      {
        openStore: keepStore,
        openBlobs: (config) => openBlobs(config).then((blobs) => (shareFiles(blobs), blobs)),
      },
      { openBlobs: () => files },
    ];
    const { first, second } = await openInstances(
      emulator,
      (request) => (request.turn === 1 ? stalled : script(request)),
      outside,
      env,
    );
    const store = opened[0] ?? expect.fail("The store is not open.");
    const started = await first.runs.start(owner, toAsking(url));
    await readUntil(started.stream(), "two");
    expect((await second.runs.listConversations(owner, { limit: 10 })).conversations).toEqual([]);
    expect(await readWholeStore(store)).toContain(marker);
    expect(await readBlobs(first)).toContain(marker);
    await second.runs.deleteConversation(owner, "c1");
    await started.reply;
    // The log stays for some seconds, for those who read it elsewhere.
    await expect
      .poll(() => readWholeStore(store), { timeout: 15_000 })
      .not.toMatch(new RegExp(`${marker}|conversations/c1|/files/|/runs/|running/`));
    expect(await readBlobs(first)).not.toContain(marker);
  });
});

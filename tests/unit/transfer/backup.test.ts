import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { GET as list, POST as begin, PUT as plan } from "@/app/api/admin/backups/route";
import { DELETE as remove, GET as download } from "@/app/api/admin/backups/[name]/route";
import { listBackups, toBackupFile } from "@/lib/features/transfer/backup-folder";
import { makeBackup } from "@/lib/features/transfer/make-backup";
import type { BackupState } from "@/lib/features/transfer/shape";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { holdFolder } from "@/lib/store/copy-store";
import { addAdmin, addMember, readProblem } from "@/tests/support/account-steps";
import { openSite, type Browser } from "@/tests/support/accounts-services";
import { ask, closeAfter, openWith, read, textOf } from "@/tests/support/scripted-services";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { waitUntil } from "@/tests/support/wait-until";
import { fillPlace, importInto, never, openPlace, openStores, readPlace } from "./places";
import { runData, startData } from "./run-data";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 3, minute));
const toPlace = (dataDir: string, kept = 7) => ({ dataDir, folder: join(dataDir, "backups"), kept });
const owner = { id: "owner", role: "admin", name: "Ada" } as never;

async function openFilled(filling = { documents: 300, files: 6 }) {
  const place = await openPlace();
  await fillPlace(place, filling);
  return place;
}

describe("a backup of a store that is in use", () => {
  it("holds every document and file, for its owner alone, and opens in an empty folder", async () => {
    const source = await openFilled();
    const made = await makeBackup(toPlace(source.dataDir), at(0), never);
    const file = join(source.dataDir, "backups", toBackupFile(made.name));
    expect([statSync(file).mode & 0o777, statSync(file).size]).toEqual([0o600, made.bytes]);
    expect(readdirSync(join(source.dataDir, "backups"))).toEqual([toBackupFile(made.name)]);
    expect(readdirSync(join(source.dataDir, "backup-work")).sort()).toEqual(["lock.db"]);

    const target = await openPlace();
    expect((await importInto(target, file)).totals).toEqual(made.totals);
    expect(await readPlace(target)).toEqual(await readPlace(source));
    await expect(importInto(await openFilled({ documents: 1, files: 0 }), file)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("holds one moment while documents are written and files are deleted", async () => {
    const source = await openFilled({ documents: 2_000, files: 20 });
    const before = await readPlace(source);
    const working = runData(source.dataDir, ["backup"]);
    const copying = join(source.dataDir, "backup-work", "copy", "sextant.db");
    let isDone = false;
    void working.then(() => (isDone = true));
    let [n, deleted] = [0, 0];
    for (; !isDone; n += 1) {
      // Both are written at once, so a copy of one moment has the same number in both.
      const data = { n };
      await source.store.batch([
        { kind: "set", path: "users/left", data },
        { kind: "set", path: "users/right", data },
      ]);
      if (deleted < 20 && existsSync(copying)) {
        await source.blobs.delete(`users/u${deleted % 3}/files/f${deleted}`);
        deleted += 1;
      }
    }
    expect((await working).code).toBe(0);
    const [backup] = await listBackups(join(source.dataDir, "backups"));
    const target = await openPlace();
    await importInto(target, join(source.dataDir, "backups", toBackupFile(backup?.name ?? "")));
    const held = await readPlace(target);
    expect(held.get("users/left")).toEqual(held.get("users/right"));
    for (const path of ["users/left", "users/right"]) held.delete(path);
    expect(held).toEqual(before);
    expect(deleted).toBe(20);
  });

  it("keeps the newest ones only, and nobody else's files", async () => {
    const { dataDir } = await openFilled({ documents: 5, files: 0 });
    mkdirSync(join(dataDir, "backups"));
    writeFileSync(join(dataDir, "backups", "notes.txt"), "mine");
    for (const minute of [1, 2, 3]) await makeBackup(toPlace(dataDir, 2), at(minute), never);
    const kept = await listBackups(join(dataDir, "backups"));
    expect(kept.map(({ createdAt }) => createdAt)).toEqual([at(3).getTime(), at(2).getTime()]);
    expect(existsSync(join(dataDir, "backups", "notes.txt"))).toBe(true);
  });

  it("is refused while another one is made, and leaves that one alone", async () => {
    const { dataDir } = await openFilled({ documents: 5, files: 0 });
    mkdirSync(join(dataDir, "backup-work"));
    const lock = holdFolder(join(dataDir, "backup-work"));
    onTestFinished(() => lock.release());
    await expect(makeBackup(toPlace(dataDir), at(0), never)).rejects.toMatchObject({ code: "conflict" });
    const refused = await runData(dataDir, ["backup"]);
    expect([refused.code, refused.errors]).toEqual([1, "A backup is being made already.\n"]);
    expect(await listBackups(join(dataDir, "backups"))).toEqual([]);
  });

  it("leaves nothing listed when it is killed, and the next one clears up", async () => {
    const { dataDir } = await openFilled({ documents: 4_000, files: 20 });
    const folder = join(dataDir, "backups");
    const run = startData(dataDir, ["backup"]);
    const growing = join(folder, "unfinished");
    await waitUntil(() => existsSync(growing) && readdirSync(growing).length > 0);
    run.kill("SIGKILL");
    expect((await run.end).signal).toBe("SIGKILL");
    expect([await listBackups(folder), existsSync(growing)]).toEqual([[], true]);

    await makeBackup(toPlace(dataDir), at(0), never);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

/** Only an administrator of the machine may make a small disk. */
function mountSmallDisk(megabytes: number): string | null {
  const folder = makeTemporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}
const canMount = process.getuid?.() === 0 && process.platform === "linux";

describe("a disk without room", () => {
  it.skipIf(!canMount)("is not filled: the backup is refused, and the store goes on", async () => {
    const folder = mountSmallDisk(1);
    const { dataDir, store } = await openFilled({ documents: 2_000, files: 20 });
    const place = { ...toPlace(dataDir), folder: folder ?? "" };
    await expect(makeBackup(place, at(0), never)).rejects.toMatchObject({ code: "too_large" });
    expect([readdirSync(place.folder), readdirSync(join(dataDir, "backup-work"))]).toEqual([[], ["lock.db"]]);
    await store.set("users/after", { n: 1 });
  });
});

describe("the backups of a site", () => {
  it("hold a reply in the midst of it, which the restored site writes to its end", async () => {
    const words = Array.from({ length: 120 }, (_, n) => `word${n} `);
    let delayMs = 0;
    const { services, provider } = await openWith(() => ({
      parts: [{ type: "text", chunks: words }],
      usage: { input: 20, output: 5 },
      delayMs: () => delayMs,
    }));
    const first = await ask(services, "What is it?", { conversation: "c0", message: "m0" });
    delayMs = 20;
    const { reply } = await services.runs.start("owner", toQuestion("And now?"));
    await services.backups.begin(owner);
    await waitUntil(async () => (await services.backups.state()).running === null);
    delayMs = 0;
    const { backups, problem } = await services.backups.state();
    expect([backups.length, problem]).toEqual([1, null]);
    expect(textOf(await reply)).toBe(textOf(first));

    const dataDir = makeTemporaryFolder();
    const place = await openStores(dataDir);
    const file = join(services.dataDir, "backups", toBackupFile(backups[0]?.name ?? ""));
    await importInto(place, file);
    await place.store.close();
    const env = {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    };
    const restored = await openTestServices(env, dataDir);
    closeAfter({ close: () => restored.dispose() });
    expect((await read(restored, "c1")).activeRunId).not.toBeNull();
    await restored.sweep();
    await restored.runs.untilIdle("owner", "c1");
    expect(JSON.stringify(await read(restored, "c0"))).toContain("word119");
    const { messages } = await read(restored, "c1");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(textOf(messages.at(-1) as ChatMessage)).toBe(textOf(first));
  });

  const look = async (browser: Browser) => (await (await browser.call(list)).json()) as BackupState;
  async function openBackedUp() {
    const site = await openSite();
    onTestFinished(() => site.dispose());
    const admin = await addAdmin();
    expect((await admin.call(begin, { method: "POST" })).status).toBe(202);
    // Told while the first one is made.
    const second = await admin.call(begin, { method: "POST" });
    expect([second.status, (await readProblem(second)).code]).toEqual([409, "conflict"]);
    await waitUntil(async () => (await look(admin)).running === null);
    return { site, admin, state: await look(admin) };
  }

  it("are made, downloaded and deleted by administrators alone, and audited", async () => {
    const { site, admin, state } = await openBackedUp();
    const [{ name, bytes } = { name: "", bytes: 0 }] = state.backups;
    const params = { name };
    const member = await addMember(admin);
    for (const refused of [
      await member.call(list),
      await member.call(begin, { method: "POST" }),
      await member.call(download, { params }),
      await member.call(remove, { method: "DELETE", params }),
    ])
      expect(refused.status).toBe(403);

    const file = await admin.call(download, { params });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/gzip",
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="sextant-${name}.jsonl.gz"`,
    });
    const folder = makeTemporaryFolder();
    writeFileSync(join(folder, "b.gz"), Buffer.from(await file.arrayBuffer()));
    expect(
      (await importInto(await openPlace(), join(folder, "b.gz"))).totals.documents.count,
    ).toBeGreaterThan(0);

    expect((await admin.call(remove, { method: "DELETE", params })).status).toBe(204);
    expect((await look(admin)).backups).toEqual([]);
    expect((await admin.call(download, { params })).status).toBe(404);
    const { entries } = await site.services.accounts.listAudit({ limit: 10 });
    expect(entries.map(({ act }) => act)).toEqual(
      expect.arrayContaining(["backup_made", "backup_downloaded", "backup_deleted"]),
    );
  });

  it.each(["../secret", "..", "%2e%2e", "2026-11-27T03-00-00-000Z/../../x", "secret", ""])(
    "have no name %j",
    async (name) => {
      const { admin } = await openBackedUp();
      for (const [route, method] of [
        [download, "GET"],
        [remove, "DELETE"],
      ] as const)
        expect([400, 404]).toContain((await admin.call(route, { method, params: { name } })).status);
      expect((await look(admin)).backups).toHaveLength(1);
    },
  );

  it("are made by themselves at the time of the plan, and the second of two plans is told", async () => {
    const site = await openSite();
    onTestFinished(() => site.dispose());
    const admin = await addAdmin();
    const save = (version: number, schedule: object | null) =>
      admin.call(plan, { method: "PUT", body: { version, plan: { schedule, timezone: "UTC" } } });
    expect((await save(0, { kind: "hours", every: 1 })).status).toBe(400);
    expect((await save(0, { kind: "daily", at: "03:00" })).status).toBe(200);
    expect((await save(0, { kind: "weekly", day: 0, at: "04:00" })).status).toBe(409);
    const { nextAt, backups } = await look(admin);
    expect(backups).toEqual([]);
    site.clock.now = (nextAt ?? 0) + 1_000;
    await (
      await site.services.sweep()
    ).done;
    const after = await look(admin);
    expect([after.backups.length, after.nextAt]).toEqual([1, (nextAt ?? 0) + 86_400_000]);
    expect((await save(1, null)).status).toBe(200);
    expect((await look(admin)).nextAt).toBeNull();
  });
});

import { chmodSync, copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startChild } from "./start-child";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

describe("opening the embedded store", () => {
  it("makes the folder and those above it", async () => {
    const store = await openEmbeddedStore({ dataDir: join(makeTemporaryFolder(), "a", "b") });
    await store.set("users/u1", {});
    await store.close();
  });

  it("finds its documents again", async () => {
    const dataDir = makeTemporaryFolder();
    await fill(dataDir);
    const store = await openEmbeddedStore({ dataDir });
    expect((await store.find("users/u1"))?.data).toEqual({ name: "Ada" });
    await store.close();
  });

  it("brings a file of version 1 up to date, with its documents, their times and their order", async () => {
    const dataDir = makeTemporaryFolder();
    writeVersion1(join(dataDir, "sextant.db"));
    const store = await openEmbeddedStore({ dataDir });
    expect(store.describe().schema).toBe(4);
    expect(await store.find("users/u1")).toMatchObject({
      data: { name: "Ada" },
      updatedAt: 1_700_000_000_000,
    });
    const orderBy = { field: "seq", direction: "desc" } as const;
    const { documents } = await store.list({ collection: "users/u1/messages", orderBy, limit: 10 });
    expect(documents.map(({ id }) => id)).toEqual(["m2", "m1"]);
    await store.update("users/u1/messages/m1", { seq: 3 });
    await store.close();
    await (await openEmbeddedStore({ dataDir })).close();
  });

  it("gives a column and an index to a field that was declared after the file was made", async () => {
    const dataDir = makeTemporaryFolder();
    const first = await openEmbeddedStore({ dataDir });
    await first.set("things/t1", { status: "new" });
    await first.close();
    changeFile(
      join(dataDir, "sextant.db"),
      "DROP INDEX documents_by_status; ALTER TABLE documents DROP COLUMN key_status",
    );
    const store = await openEmbeddedStore({ dataDir });
    const found = await store.list({
      collection: "things",
      where: [{ field: "status", op: "==", value: "new" }],
      limit: 1,
    });
    expect(found.documents).toHaveLength(1);
    await store.close();
  });

  it.each([
    ["they had an index", 2, "DROP TABLE listed; DROP TABLE listed_values"],
    [
      "the index held beginnings",
      3,
      `DROP TABLE listed_values; CREATE VIRTUAL TABLE listed_values USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    ],
  ])("finds what the lists of a file hold that was written before %s", async (_what, version, sql) => {
    const dataDir = makeTemporaryFolder();
    const first = await openEmbeddedStore({ dataDir });
    await first.batch(
      ["red", "green"].map((term) => ({ kind: "set", path: `things/${term}`, data: { terms: [term] } })),
    );
    await first.close();
    changeFile(join(dataDir, "sextant.db"), `${sql}; PRAGMA user_version = ${version}`);
    const store = await openEmbeddedStore({ dataDir });
    const found = await store.list({
      collection: "things",
      where: [{ field: "terms", op: "has", value: "green" }],
      limit: 5,
    });
    expect(found.documents.map(({ id }) => id)).toEqual(["green"]);
    await store.delete("things/green");
    await store.close();
    expect(readFileSync(join(dataDir, "sextant.db"), "latin1")).not.toMatch(
      new RegExp(`green|${Buffer.from("green").toString("hex")}`),
    );
  });

  it("refuses a file from a newer version and leaves it as it is", async () => {
    const dataDir = makeTemporaryFolder();
    await fill(dataDir);
    changeFile(join(dataDir, "sextant.db"), "PRAGMA user_version = 99");
    await expectRefusal(dataDir, "newer version of Sextant (its format is 99, this one knows 4)");
    changeFile(join(dataDir, "sextant.db"), "PRAGMA user_version = 4");
    await (await openEmbeddedStore({ dataDir })).close();
  });

  it("refuses the database of another program", async () => {
    const dataDir = makeTemporaryFolder();
    changeFile(join(dataDir, "sextant.db"), "CREATE TABLE songs (title TEXT)");
    await expectRefusal(dataDir, "belongs to another program");
  });

  it("refuses a file that is no database and does not touch it", async () => {
    const dataDir = makeTemporaryFolder();
    const file = join(dataDir, "sextant.db");
    writeFileSync(file, "This is a letter to my grandmother.\n".repeat(50));
    await expectRefusal(dataDir, `${file} is damaged or not a database`);
    expect(readFileSync(file, "utf8")).toContain("grandmother");
  });

  it("refuses a file that was cut off", async () => {
    const dataDir = makeTemporaryFolder();
    await fill(dataDir);
    truncateSync(join(dataDir, "sextant.db"), 3000);
    await expectRefusal(dataDir, "damaged");
  });

  it("refuses a folder whose name is taken by a file", async () => {
    const file = join(makeTemporaryFolder(), "file");
    writeFileSync(file, "");
    await expectRefusal(file, `${file} cannot be made`);
    await expectRefusal(join(file, "below"), "cannot be made");
  });

  it("refuses a read-only folder", async () => {
    const dataDir = makeTemporaryFolder();
    chmodSync(dataDir, 0o555);
    const [answer] = await startChild("tryToOpenAsNobody", dataDir).waitForEnd();
    expect(answer).toMatch(
      /^store_invalid: .*lock\.db cannot be opened or made\. Check that this account may write/,
    );
  });

  it("refuses a read-only file", async () => {
    const made = makeTemporaryFolder();
    await fill(made);
    const dataDir = makeTemporaryFolder();
    copyFileSync(join(made, "sextant.db"), join(dataDir, "sextant.db"));
    chmodSync(join(dataDir, "sextant.db"), 0o444);
    chmodSync(dataDir, 0o777);
    const [answer] = await startChild("tryToOpenAsNobody", dataDir).waitForEnd();
    expect(answer).toMatch(/^store_invalid: .*sextant\.db is read-only\. Allow this account to write it/);
  });
});

async function fill(dataDir: string): Promise<void> {
  const store = await openEmbeddedStore({ dataDir });
  await store.set("users/u1", { name: "Ada" });
  await store.close();
}

async function expectRefusal(dataDir: string, words: string): Promise<void> {
  await expect(openEmbeddedStore({ dataDir })).rejects.toMatchObject({
    code: "store_invalid",
    message: expect.stringContaining(words),
  });
}

function changeFile(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function writeVersion1(file: string): void {
  changeFile(
    file,
    `CREATE TABLE documents (
       path TEXT PRIMARY KEY NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, updated_at INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX documents_by_collection ON documents (collection);
     INSERT INTO documents VALUES
       ('users/u1', 'users', 'u1', '{"name":"Ada"}', 1700000000000),
       ('users/u1/messages/m1', 'users/u1/messages', 'm1', '{"seq":9}', 1700000000001),
       ('users/u1/messages/m2', 'users/u1/messages', 'm2', '{"seq":10}', 1700000000002);
     PRAGMA user_version = 1;`,
  );
}

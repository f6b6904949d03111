import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openFirestoreStore } from "@/lib/store/firestore";
import { increment, type Store } from "@/lib/store/store";
import { createProjectId, findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";
import { type FirestoreEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";

// The emulator is a Java program that warms up while others want the same processor.
vi.setConfig({ testTimeout: 90_000 });

const host = await findSharedEmulator();

async function open(projectId?: string, at = host): Promise<Store> {
  const store = await openEmulatedStore(at, projectId);
  onTestFinished(() => store.close());
  return store;
}

describe.skipIf(host === null)("the Firestore store under contention", () => {
  it("loses none of 20 writers on two instances that add to one document in transactions", async () => {
    const projectId = createProjectId();
    const stores = await Promise.all([open(projectId), open(projectId)]);
    await stores[0]?.set("counts/c", { n: 0 });
    const add = (store: Store) =>
      store.transaction(async (tx) => {
        const n = (await tx.find("counts/c"))?.data["n"];
        tx.set("counts/c", { n: Number(n) + 1 });
      });
    await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => add(store))));
    expect((await stores[1]?.find("counts/c"))?.data).toEqual({ n: 20 });
  });

  it("reads everything in an attempt of a transaction as it was at its first read", async () => {
    const store = await open();
    const setBoth = (n: number) =>
      store.batch(["a", "b"].map((id) => ({ kind: "set", path: `users/${id}`, data: { n } })));
    await setBoth(1);
    const seen: unknown[][] = [];
    await store.transaction(async (tx) => {
      const a = await tx.find("users/a");
      await (seen.length === 0 ? setBoth(2) : undefined);
      const [b, page] = await Promise.all([tx.find("users/b"), tx.list({ collection: "users", limit: 5 })]);
      seen.push([a, b, ...page.documents].map((each) => each?.data["n"]));
      tx.set("others/c", {});
    });
    expect(seen).toEqual([
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ]);
  });

  it("lets one of two instances win that check and create the same thing", async () => {
    const projectId = createProjectId();
    const stores = await Promise.all([open(projectId), open(projectId)]);
    const claim = (store: Store, by: string) =>
      store.transaction(async (tx) => {
        const [taken, limit] = await tx.findMany(["claims/c", "limits/l"]);
        if (taken === null && limit === null) tx.create("claims/c", { by });
        return taken === null;
      });
    const won = await Promise.all(stores.map((store, n) => claim(store, `${n}`)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });
});

describe.skipIf(host === null)("what the Firestore store takes at once", () => {
  it("writes 1,200 documents in one batch, and none of them when the last one fails", async () => {
    const store = await open();
    const writes = Array.from(
      { length: 1200 },
      (_, n) => ({ kind: "create", path: `many/d${n}`, data: { n } }) as const,
    );
    await expect(
      store.batch([...writes, { kind: "update", path: "many/none", patch: { n: increment(1) } }]),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await store.list({ collection: "many", limit: 1 })).documents).toEqual([]);
    await store.batch(writes);
    expect((await store.findMany(["many/d0", "many/d1199"])).map((each) => each?.data)).toEqual([
      { n: 0 },
      { n: 1199 },
    ]);
  });

  it("deletes a tree of 1,100 documents in steps, also below documents that are missing", async () => {
    const store = await open();
    await store.batch(
      Array.from({ length: 1100 }, (_, n) => ({
        kind: "set",
        path: `users/u1/gone/g${n % 7}/parts/p${n}`,
        data: {},
      })),
    );
    await store.set("users/u2", {});
    expect(await store.deleteTree("users/u1")).toBe(1100);
    expect((await store.scan({ limit: 5 })).documents.map(({ path }) => path)).toEqual(["users/u2"]);
  });

  it("refuses a batch of more bytes than a request holds, and writes none of it", async () => {
    const store = await open();
    const writes = Array.from(
      { length: 11 },
      (_, n) => ({ kind: "set", path: `big/d${n}`, data: { text: "x".repeat(900_000) } }) as const,
    );
    await expect(store.batch(writes)).rejects.toMatchObject({ code: "too_large" });
    expect((await store.list({ collection: "big", limit: 1 })).documents).toEqual([]);
  });

  it("keeps a document of 990,000 bytes, and refuses one that only Firestore finds too large", async () => {
    const store = await open();
    const text = "x".repeat(990_000);
    await store.set("big/text", { text });
    expect((await store.find("big/text"))?.data).toEqual({ text });
    await expect(
      store.set("big/list", { list: Array.from({ length: 400_000 }, () => 1) }),
    ).rejects.toMatchObject({ code: "too_large" });
  });
});

describe.skipIf(host === null)("the Firestore store without a server", () => {
  let emulator: FirestoreEmulator | null = null;
  beforeAll(async () => {
    emulator = await startFirestoreEmulator();
  });
  afterAll(() => emulator?.close());

  it("fails typed when the server dies in the middle of a save, and works again when it is back", async () => {
    const store = await open(createProjectId(), emulator?.host ?? null);
    await store.set("users/u1", { n: 1 });
    const save = store.transaction(async (tx) => {
      await tx.find("users/u1");
      await emulator?.kill();
      tx.set("users/u1", { n: 2 });
    });
    await expect(save).rejects.toMatchObject({ code: "store_unavailable", isRetryable: true });
    await expect(store.check()).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(store.list({ collection: "users", limit: 1 })).rejects.toMatchObject({
      code: "store_unavailable",
    });
    await emulator?.restart();
    await expect.poll(() => store.check().then(() => "up")).toBe("up");
    await store.set("users/u1", { n: 3 });
    expect((await store.find("users/u1"))?.data).toEqual({ n: 3 });
  });

  it("fails typed when nothing listens where the server should be", async () => {
    const store = await open(createProjectId(), "127.0.0.1:9");
    await expect(store.check()).rejects.toMatchObject({ code: "store_unavailable" });
    await expect(store.set("users/u1", {})).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

describe("the credentials of the Firestore store", () => {
  const clientEmail = "nobody@no-project.example";

  it.each(["nonsense", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleQ==\n-----END PRIVATE KEY-----\n"])(
    "are refused at once, naming the variables and not their values: %j",
    async (privateKey) => {
      const refused = await openFirestoreStore({
        projectId: "no-project",
        credentials: { clientEmail, privateKey },
      }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "store_invalid" });
      expect(String(refused)).toContain("FIREBASE_PRIVATE_KEY");
      expect(String(refused)).not.toMatch(/nonsense|c2VjcmV0|nobody@/);
    },
  );

  it("are not sent anywhere before the first call", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const store = await openFirestoreStore({
      projectId: "no-project",
      credentials: { clientEmail, privateKey },
    });
    await expect(store.close()).resolves.toBeUndefined();
  });
});

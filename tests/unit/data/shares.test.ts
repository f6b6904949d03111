import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { toConversationData, toNewConversation } from "@/lib/data/conversations";
import { paths } from "@/lib/data/paths";
import { createAllRecords } from "@/lib/features/records";
import type { Snapshot } from "@/lib/features/sharing/shape";
import type { Store } from "@/lib/store/store";
import { exportToFile } from "@/lib/features/transfer/export-file";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs } from "@/tests/support/open-test-store";
import { readWholeStore } from "@/tests/support/scan-store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { openPersonData } from "@/tests/support/person-data";

const place = { userId: "u1", conversationId: "c1" };
const snapshot: Snapshot = {
  title: "Masts",
  takenAt: 7,
  turns: [{ role: "user", text: "How tall?", sources: [] }],
};
const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const oldToken = "o".repeat(43);

async function openShares(store: Store, secret = "a secret") {
  const blobs = await openTestBlobs();
  const { shares, audit, conversations } = createAllRecords(store, blobs, {
    ...{ now: () => 7, settings: {}, shareSecret: secret },
  });
  const add = ({ userId, conversationId }: typeof place, share?: object) =>
    store.set(paths.conversation(userId, conversationId), {
      ...toConversationData(toNewConversation(1, false)),
      ...(share && { share: { ...share } }),
    });
  await add(place);
  /** As a version that kept the token of the address with the conversation. */
  async function addOld() {
    await add(place, { token: oldToken, sharedAt: 5, messages: 1 });
    await store.set(paths.share(hash(oldToken)), place);
    const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
    const file = paths.text("u1", "c1", `share-${hash(oldToken)}`);
    await blobs.put(file, bytes, { contentType: "application/json" });
  }
  return { blobs, shares, audit, conversations, personData: openPersonData(store, blobs), add, addOld };
}

type Opened = Awaited<ReturnType<typeof openShares>>;

describe.each(bothStores)("a shared page in $name", ({ openStore }) => {
  it("is found by its address, of which the store and its export hold a hash alone", async () => {
    const store = await openStore();
    const { blobs, shares } = await openShares(store);
    const share = await shares.share(place, snapshot);
    const token = shares.findToken(place, share) ?? "";
    expect(share).toEqual({ id: hash(token), salt: expect.any(String) as unknown, sharedAt: 7, messages: 1 });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await shares.findPlace(hash(token))).toEqual(place);
    expect(await shares.read(place, hash(token))).toEqual(snapshot);
    expect(await readWholeStore(store)).not.toContain(token);
    expect(JSON.stringify(await blobs.list({ limit: 10 }))).not.toContain(token);
    expect(shares.findToken(place, (await shares.find(place)) ?? expect.fail())).toBe(token);
    const other = await openShares(await openStore(), "another secret");
    expect(other.shares.findToken(place, share)).toBeNull();
  });

  const uses: [string, (records: Opened) => Promise<unknown>, unknown][] = [
    ["visited", ({ shares }) => shares.read(place, hash(oldToken)), snapshot],
    ["looked at", ({ shares }) => shares.find(place), { id: hash(oldToken), salt: null, sharedAt: 5 }],
    ["listed", ({ shares }) => shares.list({ limit: 5 }), { shares: [{ ...place, sharedAt: 5 }] }],
    ["shared again", ({ shares }) => shares.share(place, snapshot), { id: hash(oldToken), sharedAt: 7 }],
    ["filed", ({ conversations }) => conversations.file("u1", "c1", { pinned: true }), undefined],
  ];
  it.each(uses)(
    "of an earlier version is there when it is %s, and its address is a hash from then on",
    async (_how, use, found) => {
      const store = await openStore();
      const records = await openShares(store);
      const { shares } = records;
      await records.addOld();
      expect([await use(records)]).toMatchObject([found]);
      expect(await readWholeStore(store)).not.toContain(oldToken);
      expect(await shares.read(place, hash(oldToken))).toEqual(snapshot);
      expect(await shares.end(place, "u1")).toBe(true);
      expect(await shares.findPlace(hash(oldToken))).toBeNull();
    },
  );

  it("of an earlier version is exported with the hash of its address", async () => {
    const store = await openStore();
    const { blobs, addOld } = await openShares(store);
    await addOld();
    const file = path.join(makeTemporaryFolder(), "all.jsonl");
    const { signal } = new AbortController();
    const createdAt = new Date(0);
    await exportToFile({ place: { store, blobs }, source: "s", file, createdAt, signal });
    const written = readFileSync(file, "utf8");
    expect([written.includes(oldToken), written.includes(`"id":"${hash(oldToken)}"`)]).toEqual([false, true]);
  });

  it("is listed in pages, without those whose conversation is gone, and forgotten with its person", async () => {
    const store = await openStore();
    const { shares, personData, add } = await openShares(store);
    const places = Array.from({ length: 5 }, (_, n) => ({ userId: `u${n % 2}`, conversationId: `d${n}` }));
    for (const one of places) {
      await add(one);
      await shares.share(one, snapshot);
    }
    await store.delete(paths.conversation("u0", "d0"));
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await shares.list({ limit: 2, cursor });
      found.push(...page.shares.map(({ conversationId }) => conversationId));
      cursor = page.cursor;
    }
    expect(found.toSorted()).toEqual(["d1", "d2", "d3", "d4"]);
    await personData.deleteAll("u0");
    const left = await store.list({ collection: paths.shares, limit: 10 });
    expect(left.documents.map(({ data }) => data["userId"])).toEqual(["u1", "u1"]);
  });

  it("leads nowhere once it is ended, however sharing and ending meet", async () => {
    const store = await openStore();
    const { shares } = await openShares(store);
    const meet = () =>
      Promise.allSettled([
        ...[shares.share(place, snapshot), shares.end(place, "u1"), shares.share(place, snapshot)],
        ...[shares.end(place, "u1"), shares.share(place, snapshot)],
      ]);
    for (let round = 0; round < 5; round += 1) {
      const met = await meet();
      const refused = met.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      for (const reason of refused) expect(reason).toMatchObject({ code: "conflict" });
      const share = await shares.find(place);
      const { documents } = await store.list({ collection: paths.shares, limit: 10 });
      expect(documents.map(({ id }) => id)).toEqual(share === null ? [] : [share.id]);
      const read = share && (await shares.read(place, share.id));
      expect(read).toEqual(share && snapshot);
      await shares.end(place, "u1");
      expect((await store.list({ collection: paths.shares, limit: 10 })).documents).toEqual([]);
    }
  });
});

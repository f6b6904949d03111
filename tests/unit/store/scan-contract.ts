import { expect, it } from "vitest";
import type { Store, StoredDocument } from "@/lib/store/store";
import { scanStore } from "@/tests/support/scan-store";

/** How every driver goes through all that it holds. */
export function describeScans(get: () => Store): void {
  it("scans every document at any depth once, in the same order every time, with what is in it", async () => {
    const paths = [
      "users/u1",
      "users/u1/notes/n1",
      "users/u1/notes/n1/parts/p1",
      "users/u1-/notes/-",
      "users/u10",
      "a/=",
      "a/@/b/.c",
    ];
    await get().batch(paths.map((path, n) => ({ kind: "set", path, data: { n } })));
    const whole = await scanStore(get(), 100);
    expect(new Map(whole.map(({ path, data }) => [path, data]))).toEqual(
      new Map(paths.map((path, n) => [path, { n }])),
    );
    expect(whole).toHaveLength(paths.length);
    expect(withoutReadAt(await scanStore(get(), 2))).toEqual(withoutReadAt(whole));
    expect(withoutReadAt(whole)).toEqual(withoutReadAt(await get().findMany(whole.map(({ path }) => path))));
  });

  it("goes on at the same place when documents come and go between pages", async () => {
    await get().batch(["b", "d", "f", "h"].map((id) => ({ kind: "set", path: `things/${id}`, data: {} })));
    const first = await get().scan({ limit: 2 });
    await get().delete("things/d");
    await get().batch(["a", "g"].map((id) => ({ kind: "set", path: `things/${id}`, data: {} })));
    const second = await get().scan({ limit: 10, cursor: first.cursor ?? "" });
    expect(first.documents.map(({ id }) => id)).toEqual(["b", "d"]);
    expect(second.documents.map(({ id }) => id)).toEqual(["f", "g", "h"]);
    expect(second.cursor).toBeNull();
  });

  it("scans an empty store", async () => {
    expect(await get().scan({ limit: 5 })).toEqual({ documents: [], cursor: null });
  });

  it.each([0, -1, 501, 1.5, NaN])("refuses to scan a page of %d", async (limit) => {
    await expect(get().scan({ limit })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each(["", "x", "%%%", "W10", Buffer.from('["scan","users"]').toString("base64url")])(
    "refuses to scan from %j",
    async (cursor) => {
      await expect(get().scan({ limit: 1, cursor })).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  it("refuses to scan from a place in a list, and to list from a place in a scan", async () => {
    await get().batch(["b", "d"].map((id) => ({ kind: "set", path: `things/${id}`, data: {} })));
    const [listed, scanned] = await Promise.all([
      get().list({ collection: "things", limit: 1 }),
      get().scan({ limit: 1 }),
    ]);
    const refused = { code: "invalid_request" };
    await expect(get().scan({ limit: 1, cursor: listed.cursor ?? "" })).rejects.toMatchObject(refused);
    await expect(
      get().list({ collection: "things", limit: 1, cursor: scanned.cursor ?? "" }),
    ).rejects.toMatchObject(refused);
  });
}

function withoutReadAt(documents: (StoredDocument | null)[]): unknown[] {
  return documents.map((document) => ({ ...document, readAt: 0 }));
}

import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { createSiteIconRecords } from "@/lib/features/evidence/records/site-icons";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

async function open() {
  const [store, blobs] = [await openTestStore(), await openTestBlobs()];
  await store.set("users/u1/conversations/c1", { title: "T" });
  return { store, blobs, icons: createSiteIconRecords(store, blobs) };
}

describe("the icons that a conversation keeps", () => {
  it("are found by their site, in that conversation of that person alone", async () => {
    const { icons } = await open();
    await icons.keep("u1", "c1", "a.example", png);
    expect(await icons.find("u1", "c1", "a.example")).toEqual(png);
    expect(await icons.find("u1", "c1", "b.example")).toBeNull();
    expect(await icons.find("u1", "c2", "a.example")).toBeNull();
    expect(await icons.find("u2", "c1", "a.example")).toBeNull();
    expect(await icons.find("u1", "c1", "../../../u1/files/x")).toBeNull();
  });

  it("go with it", async () => {
    const { store, blobs, icons } = await open();
    await icons.keep("u1", "c1", "a.example", png);
    await createEvidenceRecords(store, blobs).deleteTexts("u1", "c1");
    expect((await blobs.list({ limit: 10 })).blobs).toEqual([]);
  });

  it("leave nothing when they come after it is gone", async () => {
    const { blobs, icons } = await open();
    await icons.keep("u1", "gone", "a.example", png);
    expect((await blobs.list({ limit: 10 })).blobs).toEqual([]);
  });
});

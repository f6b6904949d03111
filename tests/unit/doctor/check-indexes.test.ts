import { describe, expect, it } from "vitest";
import { listIndexes, toQuery } from "@/lib/features/doctor/check-indexes";

const index = {
  collectionGroup: "runs",
  queryScope: "COLLECTION",
  fields: [
    { fieldPath: "status", order: "ASCENDING" },
    { fieldPath: "at", order: "DESCENDING" },
  ],
};

describe("toQuery", () => {
  it("asks for what the index alone can answer: equal in the first fields, ordered by the last", () => {
    expect(toQuery(index)).toEqual({
      collection: "doctor/indexes/runs",
      where: [{ field: "status", op: "==", value: "" }],
      orderBy: { field: "at", direction: "desc" },
      limit: 1,
    });
  });

  it("keeps the order of three fields and leaves out the document's name", () => {
    const fields = [
      { fieldPath: "a", order: "ASCENDING" },
      { fieldPath: "b", order: "ASCENDING" },
      { fieldPath: "c", order: "ASCENDING" },
      { fieldPath: "__name__", order: "ASCENDING" },
    ];
    expect(toQuery({ ...index, fields })).toMatchObject({
      where: [{ field: "a" }, { field: "b" }],
      orderBy: { field: "c", direction: "asc" },
    });
  });

  it("asks a list for a value beside the order", () => {
    const fields = [
      { fieldPath: "tags", arrayConfig: "CONTAINS" },
      { fieldPath: "at", order: "DESCENDING" },
    ];
    expect(toQuery({ ...index, fields })).toMatchObject({
      where: [{ field: "tags", op: "has", value: "" }],
      orderBy: { field: "at", direction: "desc" },
    });
  });

  it("asks all collections of a name where the index is over them, a single field's too", () => {
    const indexes = [{ order: "DESCENDING", queryScope: "COLLECTION_GROUP" }];
    const override = { collectionGroup: "runs", fieldPath: "startedAt", indexes };
    expect(listIndexes({ indexes: [], fieldOverrides: [override] }).map(toQuery)).toMatchObject([
      { collection: "~runs", orderBy: { field: "startedAt", direction: "desc" } },
    ]);
  });

  it("knows no query for an index over a list alone", () => {
    expect(toQuery({ ...index, fields: [{ fieldPath: "tags", arrayConfig: "CONTAINS" }] })).toBeNull();
  });
});

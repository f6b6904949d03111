import { expect, it } from "vitest";
import { type DocumentData, type Store, deleteField } from "@/lib/store/store";

/** What every driver refuses before anything is written. */
export function describeBadInput(get: () => Store): void {
  const badPaths = [
    "",
    "users",
    "users/",
    "/users/u1",
    "users//u1",
    "users/u1/",
    "users/../secrets",
    "users/.",
    "users/__x__",
  ];
  it.each([...badPaths, "users/a b", "users/ü", `users/${"x".repeat(129)}`, "users/a/b", "users/a\n"])(
    "refuses the document path %j",
    async (path) => {
      const refused = { code: "invalid_request" };
      await expect(get().find(path)).rejects.toMatchObject(refused);
      await expect(get().set(path, {})).rejects.toMatchObject(refused);
      await expect(get().deleteTree(path)).rejects.toMatchObject(refused);
      await expect(get().batch([{ kind: "delete", path }])).rejects.toMatchObject(refused);
      await expect(get().transaction(async (tx) => tx.find(path))).rejects.toMatchObject(refused);
    },
  );

  it("takes the longest segment and every character that is allowed", async () => {
    const path = `users/${"x".repeat(128)}/conversations/Az09_.@=-`;
    await get().set(path, {});
    expect((await get().find(path))?.id).toBe("Az09_.@=-");
  });

  const unstorable: [string, unknown][] = [
    ["not a number", NaN],
    ["infinity", Infinity],
    ["a date", new Date(0)],
    ["a function", () => 1],
    ["undefined in a list", [undefined]],
    ["a big integer", 1n],
    ["a sentinel of updates", deleteField],
  ];
  it.each(unstorable)("refuses to store %s", async (_name, value) => {
    const data = { a: { b: value } } as unknown as DocumentData;
    await expect(get().set("users/u1", data)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await get().find("users/u1")).toBeNull();
  });

  it.each([
    [{ "": 1 }],
    [{ "a..b": 1 }],
    [{ __proto__x: 1, "a.__proto__": 1 }],
    [{ "a b": 1 }],
    [{ a: 1, "a.b": 2 }],
    [{ a: undefined }],
  ])("refuses the patch %j", async (patch) => {
    await get().set("users/u1", { a: 0 });
    await expect(get().update("users/u1", patch as DocumentData)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(get().merge("users/u1", patch as DocumentData)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect((await get().find("users/u1"))?.data).toEqual({ a: 0 });
  });

  it("refuses a document over a million bytes, also when an update makes it far greater", async () => {
    await expect(get().set("users/u1", { text: "ü".repeat(500_000) })).rejects.toMatchObject({
      code: "too_large",
    });
    await get().set("users/u1", { text: "ü".repeat(499_000) });
    await expect(get().update("users/u1", { more: "x".repeat(60_000) })).rejects.toMatchObject({
      code: "too_large",
    });
    expect((await get().find("users/u1"))?.data).not.toHaveProperty("more");
  });

  const badKeys: [string, string][] = [
    ["nothing", ""],
    ["a reserved name", "__x__"],
    ["half a character", "\ud800"],
    ["a very long name", "k".repeat(1501)],
  ];
  it.each(badKeys)("refuses a document with a field called by %s", async (_name, key) => {
    await expect(get().set("users/u1", { [key]: 1 })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(get().create("users/u1", { [key]: 1 })).rejects.toMatchObject({ code: "invalid_request" });
  });
}

import { describe, expect, it } from "vitest";
import { createPrompts } from "@/lib/features/prompts/records";
import { maxPrompts } from "@/lib/protocol/prompt-text";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs } from "@/tests/support/open-test-store";
import { openPersonData } from "@/tests/support/person-data";

const admin = { id: "boss", role: "admin" } as const;
const ada = { id: "ada", role: "member" } as const;
const bob = { id: "bob", role: "member" } as const;
const plan = { name: "plan", text: "Plan {{day}}.", shared: false };

describe.each(bothStores)("saved prompts in $name", ({ openStore }) => {
  const open = async () => createPrompts(await openStore(), () => 5);

  it("are listed by name, the person's own before those of everybody, and nobody else's", async () => {
    const prompts = await open();
    await prompts.create(ada, "p2", { ...plan, name: "translate" });
    await prompts.create(ada, "p1", plan);
    await prompts.create(admin, "p3", { name: "greet", text: "Say hello.", shared: true });
    const names = async (userId: string) => (await prompts.list(userId)).map(({ name }) => name);
    expect([await names("ada"), await names("bob")]).toEqual([["plan", "translate", "greet"], ["greet"]]);
    expect(await prompts.list("bob")).toEqual([
      { id: "p3", name: "greet", text: "Say hello.", shared: true, createdAt: 5 },
    ]);
  });

  it("are changed and deleted by their owner alone, the shared ones by administrators", async () => {
    const prompts = await open();
    await prompts.create(ada, "p1", plan);
    await prompts.create(admin, "p2", { ...plan, shared: true });
    expect(await prompts.change(ada, "p1", { text: "Plan." })).toMatchObject({ name: "plan", text: "Plan." });
    await expect(prompts.change(bob, "p1", { text: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    await expect(prompts.change(admin, "p1", { text: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    await expect(prompts.delete(bob, "p1")).rejects.toMatchObject({ code: "not_found" });
    for (const refused of [
      () => prompts.create(bob, "p3", { ...plan, shared: true }),
      () => prompts.change(ada, "p1", { shared: true }),
      () => prompts.change(bob, "p2", { text: "Mine" }),
      () => prompts.delete(bob, "p2"),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "forbidden" });
    await prompts.delete(ada, "p1");
    await prompts.delete(admin, "p2");
    expect([await prompts.list("ada"), await prompts.list("boss")]).toEqual([[], []]);
  });

  it("go to everybody and back to whoever takes them back, and stand in one place", async () => {
    const prompts = await open();
    await prompts.create(admin, "p1", plan);
    await prompts.change(admin, "p1", { shared: true });
    expect(await prompts.list("ada")).toMatchObject([{ id: "p1", name: "plan", shared: true }]);
    await prompts.change(admin, "p1", { shared: false, name: "mine" });
    expect([await prompts.list("ada"), (await prompts.list("boss")).length]).toEqual([[], 1]);
  });

  it("have a name of their own, and are so many at most", async () => {
    const prompts = await open();
    await prompts.create(ada, "p0", plan);
    await expect(prompts.create(ada, "p1", { ...plan, name: "PLAN" })).rejects.toMatchObject({
      code: "already_exists",
    });
    await prompts.create(bob, "p1", plan);
    for (let n = 1; n < maxPrompts; n += 1)
      await prompts.create(ada, `q${n}`, { ...plan, name: `plan-${n}` });
    await expect(prompts.create(ada, "more", { ...plan, name: "more" })).rejects.toMatchObject({
      code: "too_large",
    });
    expect(await prompts.change(ada, "p0", { name: "Plan" })).toMatchObject({ name: "Plan" });
  });

  it("are in a person's export, and gone with the account, the shared ones excepted", async () => {
    const store = await openStore();
    const prompts = createPrompts(store, () => 5);
    await prompts.create(admin, "p1", plan);
    await prompts.create(admin, "p2", { ...plan, shared: true });
    const person = openPersonData(store, await openTestBlobs());
    const lines = [];
    for await (const line of person.readAll("boss")) lines.push(line);
    expect(lines).toEqual([{ kind: "prompt", id: "p1", name: "plan", text: "Plan {{day}}.", createdAt: 5 }]);
    await person.deleteAll("boss");
    expect(await prompts.list("boss")).toMatchObject([{ id: "p2" }]);
  });
});

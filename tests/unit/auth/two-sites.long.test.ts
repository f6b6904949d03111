import { onTestFinished, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as memories from "@/app/api/memories/route";
import * as people from "@/app/api/admin/people/route";
import * as person from "@/app/api/admin/people/[id]/route";
import { addAdmin, addMember, invite, signIn, signUp, who } from "@/tests/support/account-steps";
import { createBrowser, openSite, serve, type Site } from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";

const emulator = await findSharedEmulator();

/** Two instances over one Firestore; requests go to the one that is served from. */
async function openPair(): Promise<[Site, Site]> {
  const env = {
    FIREBASE_PROJECT_ID: createProjectId(),
    FIRESTORE_EMULATOR_HOST: emulator ?? "",
    AUTH_SECRET: "s".repeat(32),
  };
  const pair: [Site, Site] = [await openSite(env), await openSite(env)];
  onTestFinished(async () => void (await Promise.all(pair.map((site) => site.dispose()))));
  serve(pair[0].services);
  return pair;
}

describe.skipIf(emulator === null)("accounts on two instances over one Firestore", () => {
  it("share the waits after wrong passwords", async () => {
    const pair = await openPair();
    await addAdmin();
    const answers: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      serve((pair[attempt % 2] ?? pair[0]).services);
      answers.push(
        (await signIn(createBrowser(`192.0.2.${attempt}`), "admin@a.example", "wrong password")).status,
      );
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it("end sessions and open streams of who is disabled within five seconds, and give a new role", async () => {
    const [first, second] = await openPair();
    const admin = await addAdmin();
    const member = await addMember(admin);
    const { id } = await who(member);
    serve(second.services);
    expect((await member.call(account.GET)).status).toBe(200);
    expect(await second.services.auth.isStillAllowed(id)).toBe(true);

    serve(first.services);
    await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id } });
    serve(second.services);
    second.clock.now += 4_999;
    expect((await who(member)).role).toBe("admin");
    expect((await member.call(people.GET)).status).toBe(200);

    serve(first.services);
    await admin.call(person.PATCH, { method: "PATCH", body: { isDisabled: true }, params: { id } });
    serve(second.services);
    second.clock.now += 4_999;
    expect((await member.call(account.GET)).status).toBe(401);
    expect(await second.services.auth.isStillAllowed(id)).toBe(false);
  });

  it("leave nothing of a deleted account, also what the other one still wrote for it", async () => {
    const [first, second] = await openPair();
    const admin = await addAdmin();
    const member = await addMember(admin, "gone@b.example", "Gwendolyn");
    const { id } = await who(member);
    serve(second.services);
    expect((await member.call(account.GET)).status).toBe(200);
    serve(first.services);
    const elsewhere = createBrowser();
    for (const [name, value] of member.jar) elsewhere.jar.set(name, value);
    let isOver = false;
    const deleted = member
      .call(account.DELETE, { method: "DELETE", body: { email: "gone@b.example" } })
      .finally(() => (isOver = true));
    await expect.poll(() => first.services.auth.isStillAllowed(id)).toBe(false);
    serve(second.services);
    const write = async () => {
      second.clock.now = Date.now();
      return (await elsewhere.call(memories.POST, { method: "POST", body: { content: "Likes tea" } })).status;
    };
    const statuses: number[] = [];
    while (!isOver) statuses.push(await write());
    expect(statuses[0]).toBe(201);
    expect((await deleted).status).toBe(204);
    expect(await write()).toBe(401);
    expect(await readWholeStore(first.store)).not.toMatch(/gone@b\.example|Gwendolyn|Likes tea/);
  });

  it("ask for admin rights afresh, without any delay", async () => {
    const [first, second] = await openPair();
    const admin = await addAdmin();
    const other = await addMember(admin);
    const { id } = await who(other);
    await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id } });
    serve(second.services);
    expect((await other.call(people.GET)).status).toBe(200);
    serve(first.services);
    await admin.call(person.PATCH, { method: "PATCH", body: { role: "member" }, params: { id } });
    serve(second.services);
    expect((await other.call(people.GET)).status).toBe(403);
  });

  it("make one first administrator and one account of an invitation that many use at once", async () => {
    const [first, second] = await openPair();
    const rush = (make: (index: number) => Promise<Response>) =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          serve((index % 2 === 0 ? first : second).services);
          return make(index);
        }),
      );
    const firsts = await rush((index) => signUp(createBrowser(`203.0.113.${index}`), "same@a.example"));
    expect(firsts.filter(({ status }) => status === 200)).toHaveLength(1);
    const admin = createBrowser("192.0.2.1");
    await signIn(admin, "same@a.example");
    const invitation = await invite(admin);
    const seconds = await rush((index) =>
      signUp(createBrowser(`198.51.100.${index}`), `m${index}@a.example`, { invitation }),
    );
    expect(seconds.filter(({ status }) => status === 200)).toHaveLength(1);
    const users = (await readWholeStore(first.store))
      .split("\n")
      .filter((line) => /^\["users\/[^/"]+"/.test(line));
    expect(users).toHaveLength(2);
  });
});

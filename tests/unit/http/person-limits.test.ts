import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as image from "@/app/api/image/route";
import { addAdmin, addMember, readProblem } from "@/tests/support/account-steps";
import { openSite, type Site } from "@/tests/support/accounts-services";

let site: Site;
afterEach(() => site.dispose());

describe("M4, L13: a person who asks too often", () => {
  it("gets a 429 with Retry-After, while somebody else is served, and is served again later", async () => {
    site = await openSite({ REQUESTS_PER_MINUTE: "20" });
    const admin = await addAdmin();
    const member = await addMember(admin);
    site.clock.now += 60_000;
    const answers: number[] = [];
    for (let count = 0; count < 20; count += 1) answers.push((await member.call(account.GET)).status);
    expect(new Set(answers)).toEqual(new Set([200]));
    const refused = await member.call(account.GET);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(await readProblem(refused)).toMatchObject({ code: "quota_exhausted", retryAfter: 3 });
    expect((await admin.call(account.GET)).status).toBe(200);
    site.clock.now += 3_000;
    expect((await member.call(account.GET)).status).toBe(200);
  });

  it("is refused pictures of other sites by the hour before any of them is asked for", async () => {
    site = await openSite({ REQUESTS_PER_MINUTE: "100000" });
    const admin = await addAdmin();
    const load = () => admin.call(image.GET, { query: "?url=http%3A%2F%2F10.0.0.1%2Fa.png" });
    for (let count = 0; count < 600; count += 1) expect((await load()).status).toBe(400);
    expect((await load()).status).toBe(429);
  });
});

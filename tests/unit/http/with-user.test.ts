import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import { addAdmin } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Site } from "@/tests/support/accounts-services";

let site: Site;
afterEach(() => site.dispose());

describe("a route for a person", () => {
  it("passes on the cookie that spares the store the next questions", async () => {
    site = await openSite();
    const browser = await addAdmin();
    browser.jar.delete("sextant.session_data");
    expect((await browser.call(account.GET)).headers.getSetCookie().join()).toMatch(
      /^sextant\.session_data=[^;]+;/,
    );
    expect((await browser.call(account.GET)).headers.getSetCookie()).toEqual([]);
  });

  it("believes a session without that cookie only as long as the store has it", async () => {
    site = await openSite();
    const browser = await addAdmin();
    const { documents } = await site.store.list({ collection: "auth-sessions", limit: 10 });
    for (const { path } of documents) await site.store.delete(path);
    browser.jar.delete("sextant.session_data");
    expect((await browser.call(account.GET)).status).toBe(401);
  });

  it("ends a session whose time is over", async () => {
    site = await openSite();
    const browser = await addAdmin();
    const { documents } = await site.store.list({ collection: "auth-sessions", limit: 10 });
    for (const { path } of documents) await site.store.update(path, { expiresAt: Date.now() - 1 });
    browser.jar.delete("sextant.session_data");
    expect((await browser.call(account.GET)).status).toBe(401);
    expect((await site.store.list({ collection: "auth-sessions", limit: 10 })).documents).toEqual([]);
  });

  it("is nobody's without cookies", async () => {
    site = await openSite();
    expect((await createBrowser().call(account.GET)).status).toBe(401);
  });
});

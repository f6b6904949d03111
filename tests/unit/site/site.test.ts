import { afterEach, describe, expect, it } from "vitest";
import * as adminSite from "@/app/api/admin/site/route";
import * as mark from "@/app/api/site/mark/route";
import * as publicSite from "@/app/api/site/route";
import { paths } from "@/lib/data/paths";
import { createSiteRecords } from "@/lib/features/site/records";
import {
  accents,
  papers,
  toContrast,
  unchangedSite,
  type PublicSite,
  type SiteRecord,
} from "@/lib/features/site/shape";
import { addAdmin, invite, readProblem, signUp, who } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";
import { siteStores } from "@/tests/support/site-stores";

let site: Site;
afterEach(() => site.dispose());

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const toBase64 = (text: string) => Buffer.from(text, "latin1").toString("base64");
const { site: unchanged } = unchangedSite;

const save = (browser: Browser, version: number, change: object) =>
  browser.call(adminSite.PUT, { method: "PUT", body: { version, site: { ...unchanged, ...change } } });
const look = async (browser = createBrowser()) =>
  (await (await browser.call(publicSite.GET)).json()) as PublicSite;

describe.each(siteStores)("the site on $name", ({ outside }) => {
  it("is shown to strangers as an administrator set it, with its mark as a picture", async () => {
    site = await openSite({}, outside);
    const admin = await addAdmin();
    expect(await look()).toEqual({ name: "Sextant", mark: null, accent: null, hasTerms: false });
    expect((await createBrowser().call(mark.GET)).status).toBe(404);

    const change = { name: " Northwind ", mark: png, accent: accents.blue, terms: "# Be kind" };
    expect((await save(admin, 0, change)).status).toBe(200);
    const address = "/api/site/mark?v=1";
    expect(await look()).toEqual({ name: "Northwind", mark: address, accent: accents.blue, hasTerms: true });
    const picture = await createBrowser().call(mark.GET);
    expect([picture.headers.get("content-type"), picture.headers.get("x-content-type-options")]).toEqual([
      "image/png",
      "nosniff",
    ]);
    expect(Buffer.from(await picture.arrayBuffer()).toString("base64")).toBe(png);
    const { entries } = await site.services.accounts.listAudit({ limit: 5 });
    expect(entries).toContainEqual(expect.objectContaining({ act: "site_changed", detail: "1" }));
  });

  it("tells the second of two administrators that it has changed, and overwrites nothing", async () => {
    site = await openSite({}, outside);
    const admin = await addAdmin();
    const answers = await Promise.all([
      save(admin, 0, { name: "Northwind" }),
      save(admin, 0, { name: "Southwind" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409) ?? new Response();
    expect(await readProblem(refused)).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("Ada"),
    });
    const kept = (await (await admin.call(adminSite.GET)).json()) as SiteRecord;
    expect([kept.version, kept.site.name]).toEqual([1, (await look()).name]);
  });

  it("is seen by another instance within 5 seconds", async () => {
    site = await openSite({}, outside);
    const other = createSiteRecords(site.store, () => site.clock.now);
    expect((await other.get()).site.name).toBe("Sextant");
    await save(await addAdmin(), 0, { name: "Northwind" });
    site.clock.now += 3_000;
    expect((await other.get()).site.name).toBe("Northwind");
  });
});

describe("a change of the site", () => {
  it.each([
    ["site.name", { name: "  " }],
    ["site.name", { name: "x".repeat(61) }],
    ["site.name", { name: "two\nlines" }],
    ["site.mark", { mark: toBase64('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') }],
    ["site.mark", { mark: toBase64("GIF89a....") }],
    ["site.mark", { mark: "no base64!" }],
    ["site.mark", { mark: toBase64("\x89PNG\r\n\x1a\n" + "x".repeat(100_000)) }],
    ["site.accent.light", { accent: { light: "#e0b25b", dark: "#e0b25b" } }],
    ["site.accent.dark", { accent: { light: "#8a6116", dark: "#8a6116" } }],
    ["site.accent.light", { accent: { light: "red;}*{display:none", dark: "#e0b25b" } }],
    ["site.notice", { notice: "x".repeat(501) }],
    ["site.terms", { terms: "x".repeat(20_001) }],
  ])("that cannot be is refused at %s, and nothing is saved: %j", async (field, change) => {
    site = await openSite();
    const refused = await save(await addAdmin(), 0, change);
    const { status, fields = {} } = await readProblem(refused);
    expect([status, Object.keys(fields)]).toEqual([400, [field]]);
    expect(await look()).toEqual({ name: "Sextant", mark: null, accent: null, hasTerms: false });
  });

  it("repairs what cannot be read, which counts as unchanged until then", async () => {
    site = await openSite();
    const admin = await addAdmin();
    await site.store.set(paths.site, { version: 7, site: { name: 5 } });
    expect((await look()).name).toBe("Sextant");
    expect((await save(admin, 7, { name: "Northwind" })).status).toBe(200);
    expect((await look()).name).toBe("Northwind");
  });
});

it("every hue that is offered stands out from both papers as text has to", () => {
  for (const accent of Object.values(accents))
    for (const scheme of ["light", "dark"] as const)
      expect(toContrast(accent[scheme], papers[scheme])).toBeGreaterThanOrEqual(4.5);
});

describe("terms of the site", () => {
  it("are accepted by whoever signs up, or nobody does", async () => {
    site = await openSite({ ALLOWED_EMAILS: "@a.example" });
    const admin = await addAdmin();
    await save(admin, 0, { terms: "Be kind." });
    const token = await invite(admin);
    const refused = await signUp(createBrowser(), "mo@a.example", { invitation: token });
    expect(await readProblem(refused)).toMatchObject({ status: 400, fields: { acceptsTerms: "is needed" } });
    const member = createBrowser();
    expect((await signUp(member, "mo@a.example", { invitation: token, acceptsTerms: true })).status).toBe(
      200,
    );
    const record = await site.store.find(paths.person((await who(member)).id));
    expect(record?.data["acceptedTermsAt"]).toBe(site.clock.now);
  });
});

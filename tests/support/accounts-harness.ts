import { GET as listConversations } from "@/app/api/conversations/route";
import { addAdmin, addMember, signIn } from "./account-steps";
import { createBrowser, openSite, type Browser, type Call, type Site } from "./accounts-services";

export type Caller =
  "nobody" | "member" | "other member" | "disabled member" | "operator" | "auditor" | "admin";
type Prepared = Pick<Call, "params" | "headers" | "body" | "query">;
export type RouteCall = { prepare?: (harness: AccountsHarness) => Promise<Prepared> | Prepared };

export type AccountsHarness = {
  site: Site;
  /** Ids of the people by who they are. */
  ids: Record<Exclude<Caller, "nobody">, string>;
  /**
   * Calls `METHOD /api/…` as somebody who is signed in, anew where a call before ended that; the disabled
   * member has a session from before.
   */
  call(route: string, caller: Caller, row: RouteCall): Promise<Response>;
  close(): Promise<void>;
};

const emails = {
  admin: "admin@a.example",
  member: "member@a.example",
  "other member": "other@a.example",
  "disabled member": "gone@a.example",
  operator: "operator@a.example",
  auditor: "auditor@a.example",
} as const;

/** A site with somebody of each role, another member, and one who was disabled while signed in. */
export async function openAccounts(): Promise<AccountsHarness> {
  // An attacker with many accounts is not held up by the limit of one.
  const site = await openSite({ REQUESTS_PER_MINUTE: "100000" });
  const admin = await addAdmin(emails.admin);
  const browsers: Partial<Record<Caller, Browser>> = { admin };
  for (const caller of ["member", "other member", "disabled member", "operator", "auditor"] as const)
    browsers[caller] = await addMember(admin, emails[caller], caller);
  const ids = await readIds(site);
  await site.services.accounts.patchPerson(ids.admin, ids["disabled member"], { isDisabled: true });
  for (const role of ["operator", "auditor"] as const)
    await site.services.accounts.patchPerson(ids.admin, ids[role], { role });
  site.clock.now += 5_000;

  const enter = async (caller: Caller): Promise<Browser> => {
    if (caller === "nobody") return createBrowser();
    const known = browsers[caller];
    if (known && (caller === "disabled member" || (await isSignedIn(known)))) return known;
    const browser = createBrowser();
    browsers[caller] = browser;
    await signIn(browser, emails[caller]);
    return browser;
  };
  const harness: AccountsHarness = {
    site,
    ids,
    async call(route, caller, row) {
      const [method = "", address = ""] = route.split(" ");
      const handlers = (await import(`@/app${address}/route`)) as Record<string, unknown>;
      const { params = {}, headers = {}, body, query = "" } = (await row.prepare?.(harness)) ?? {};
      const browser = await enter(caller);
      return browser.call(handlers[method], {
        method,
        ...{ params, headers, query },
        ...(body === undefined ? {} : { body }),
      });
    },
    close: () => site.dispose(),
  };
  return harness;
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.call(listConversations)).status === 200;

async function readIds({ services }: Site): Promise<AccountsHarness["ids"]> {
  const { people } = await services.accounts.listPeople({ limit: 10 });
  const find = (email: string) => people.find((person) => person.email === email)?.id ?? "";
  return {
    admin: find(emails.admin),
    member: find(emails.member),
    "other member": find(emails["other member"]),
    "disabled member": find(emails["disabled member"]),
    operator: find(emails.operator),
    auditor: find(emails.auditor),
  };
}

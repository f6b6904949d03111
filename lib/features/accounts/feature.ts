import { createAccounts } from "./accounts";
import type { AccountsAuth } from "@/lib/features/accounts/auth/accounts-auth";
import type { AccountsDeps } from "@/lib/features/accounts/auth/accounts-options";
import { createHostCheck } from "@/lib/features/accounts/auth/host-check";
import { createInternalCalls } from "@/lib/features/accounts/auth/internal-calls";
import { createLocalAuth, localOwner } from "@/lib/features/accounts/auth/local-owner";
import { createPersonData } from "@/lib/data/kept-records";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { waitFor } from "@/lib/models/open-chain";
import { toAccountsOptions } from "./accounts-config";

type Report = (event: string, fields: Record<string, unknown>) => void;

/** Who may use the site, and their accounts. */
export async function openAccounts(ground: Ground, { runs, kept }: Doors) {
  const { env, records, secret, log, now } = ground;
  const { AUTH_URL: url = null, HOST: host, PORT: port } = env;
  const report: Report = (event, fields) => log.info(event, fields);
  const checkHost = createHostCheck({ url, host, port }, log.warn);
  const auth = await openAuth(ground, { report, checkHost });
  if (auth === null) await records.people.ensure(localOwner);
  const quotas = toQuotaViews(ground);
  const accounts = createAccounts({
    ...{ ...records, auth, quotas, report, now },
    personData: {
      readAll: (userId) => createPersonData(kept()).readAll(userId),
      deleteAll: (userId) => createPersonData(kept()).deleteAll(userId),
    },
    endRuns: (userId) => runs().endAllOf(userId),
    waitForRevocation: () => waitForRevocation(ground),
    adminEmails: env.ADMIN_EMAILS ?? [],
  });
  const cronSecret = env.CRON_SECRET ?? null;
  return {
    name: "accounts",
    service: { auth: auth ?? createLocalAuth(checkHost), accounts, quotas },
    internalCalls: createInternalCalls({ secret, siteUrl: url, cronSecret, now }),
    /** `null` where no mail is set up. */
    mail: { alert: auth?.mailAlert ?? null, waiting: auth?.mailWaiting ?? null },
    close: () => auth?.close(),
  };
}

/** `null` on a server without sign-in, which need not load what signs people in. */
async function openAuth(
  { env, store, records, secret, inBackground, now, newId }: Ground,
  deps: { report: Report } & Pick<AccountsDeps, "checkHost">,
): Promise<AccountsAuth | null> {
  const options = toAccountsOptions(env, secret);
  if (options === null) return null;
  const { createAccountsAuth } = await import("@/lib/features/accounts/auth/accounts-auth");
  const readSite = async () => (await records.site.get()).site;
  return createAccountsAuth(options, { store, inBackground, now, newId, readSite, ...deps });
}

/** Instances read who was shut out every 3 seconds, and a reply that they make ends within 2 more. */
async function waitForRevocation({ env: { STORE } }: Ground): Promise<void> {
  if (STORE === "firestore") await waitFor(6_000, new AbortController().signal);
}

/** Quotas against the settings in force. */
function toQuotaViews({ records, settings }: Ground) {
  return {
    read: async (userId: string) => records.quotas.read(userId, (await settings.get()).settings),
    list: async (userIds: readonly string[]) => records.quotas.list(userIds, (await settings.get()).settings),
    setOverrides: records.quotas.setOverrides,
  };
}

import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Person } from "@/lib/data/people";
import { isAppError } from "@/lib/errors";
import { getServices } from "@/lib/server/services";
import { pathHeader } from "./path-header";

/**
 * Leads to the sign-in page when nobody is signed in; throws `forbidden` for a foreign `Host`. Frame and page
 * of a request ask once.
 */
export const requirePageUser = cache(async (): Promise<Person> => {
  const found = await findPageUser({ leadsDisabled: true });
  if (found !== null) return found;
  const path = (await headers()).get(pathHeader) ?? "/";
  redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
});

/** Who looks at a page, or `null` when nobody is signed in. */
export async function findPageUser({ leadsDisabled = false } = {}): Promise<Person | null> {
  try {
    const { auth } = await getServices();
    return (await auth.identify(await headers(), { isReadOnly: true })).person;
  } catch (error) {
    if (!isAppError(error) || error.code !== "unauthenticated") throw error;
    if (leadsDisabled && error.reason === "disabled") redirect("/sign-in?error=account_disabled");
    return null;
  }
}

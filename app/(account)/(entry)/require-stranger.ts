import { redirect } from "next/navigation";
import { findPageUser } from "@/lib/http/page-user";
import type { SignInOptions } from "@/lib/features/accounts/shape/accounts";
import { getServices } from "@/lib/server/services";

/** What somebody not signed in may do here. Whoever is, or need not be (no accounts), is led on. */
export async function requireStranger(next: string): Promise<SignInOptions> {
  const { auth } = await getServices();
  if (auth.mode === "owner" || (await findPageUser()) !== null) redirect(next);
  return auth.signInOptions();
}

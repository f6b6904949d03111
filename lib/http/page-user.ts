import "server-only";
import { headers } from "next/headers";
import { authenticateLocal } from "@/lib/auth/local-owner";
import type { Person } from "@/lib/data/people";

/** Who looks at a page. Throws `forbidden` for a foreign `Host`. */
export async function requirePageUser(): Promise<Person> {
  return authenticateLocal(await headers());
}

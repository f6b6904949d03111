import type { AccountsAuth } from "@/lib/features/accounts/auth/accounts-auth";
import type { AuditLog } from "@/lib/data/audit";
import type { Invitations } from "./records";
import type { People } from "@/lib/data/people";
import type { PersonData } from "@/lib/data/kept-records";
import type { PersonQuota } from "@/lib/features/quotas/records/quotas";
import { AppError } from "@/lib/errors";
import type { QuotaOverrides, QuotaState } from "@/lib/features/quotas/shape/quotas";

export type AccountsDeps = {
  /** `null` on a server without sign-in. */
  auth: AccountsAuth | null;
  people: People;
  audit: AuditLog;
  invitations: Invitations;
  personData: PersonData;
  quotas: {
    read(userId: string): Promise<QuotaState>;
    list(userIds: readonly string[]): Promise<PersonQuota[]>;
    setOverrides(userId: string, overrides: QuotaOverrides | null, seen?: QuotaOverrides): Promise<void>;
  };
  /** Ends what runs for a person in this process. */
  endRuns(userId: string): Promise<void>;
  /** Resolves when every instance has noticed who was shut out. */
  waitForRevocation(): Promise<void>;
  adminEmails: readonly string[];
  report(event: string, fields: Record<string, unknown>): void;
  now: () => number;
};

/** Throws `conflict` on a server without sign-in. */
export function getAuth({ auth }: AccountsDeps): AccountsAuth {
  if (auth === null)
    throw new AppError("conflict", "This server has no accounts. Set AUTH_URL to have some.");
  return auth;
}

import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { RouteCall } from "@/tests/support/accounts-harness";

export type RouteRow = RouteCall & {
  /** `the site`: only its own processes, and its scheduler where it says so. */
  for: "everybody" | "people" | "admins" | "the site" | readonly Role[];
  /** What whoever may use it gets. */
  status: number;
  /** The record that `prepare` makes is the member's. */
  isOwned?: boolean;
};

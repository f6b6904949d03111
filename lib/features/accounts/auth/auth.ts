import type { Person } from "@/lib/data/people";
import type { InvitationView, SignInOptions } from "@/lib/features/accounts/shape/accounts";

/** Who asks, and the cookies that the answer has to set so that the session goes on. */
export type Identity = { person: Person; setCookies: string[] };

/** `isFresh` asks the store, not a cookie; `isReadOnly` is for pages, whose answers cannot set cookies. */
export type IdentifyOptions = { isFresh?: boolean; isReadOnly?: boolean };

/** A request below `/api/auth`: `path` is what follows, without a slash at its ends. */
export type AuthRequest = {
  method: string;
  path: string;
  headers: Headers;
  query: URLSearchParams;
  body: unknown;
};

/** Who may be here. Two implementations: the local owner of a server without sign-in, and accounts. */
export interface Auth {
  readonly mode: "owner" | "accounts";
  /** Throws `forbidden` for a foreign `Host`. */
  checkHost(headers: Headers): void;
  /** Refuses a change that a page of another site asks for, with `forbidden`. */
  checkOrigin(headers: Headers): void;
  /** Throws `forbidden` for a foreign `Host`, `unauthenticated` without a sign-in or an enabled account. */
  identify(headers: Headers, options?: IdentifyOptions): Promise<Identity>;
  /** What the pages for signing in may offer. */
  signInOptions(): Promise<SignInOptions>;
  /** What the link of an invitation shows; `null` where there is none (any more). */
  findInvitation(token: string): Promise<InvitationView | null>;
  /** Whether the link for a new password is still good. */
  isResetGood(token: string): Promise<boolean>;
  /** The address that a link opened in this browser confirms. */
  findConfirming(headers: Headers): Promise<string | null>;
  /**
   * Whether a running reply or an open stream of this person may go on. At most one read in 3 s, whoever is
   * asked about; throws `store_unavailable` when the store does not answer.
   */
  isStillAllowed(userId: string): Promise<boolean>;
  /** Answers a request below `/api/auth`. Throws `not_found` for what is not there. */
  handle(request: AuthRequest): Promise<Response>;
}

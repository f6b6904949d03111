import type { Person } from "@/lib/data/people";
import type { SignInOptions } from "@/lib/protocol/accounts";

/** Who asks, and the cookies that the answer has to set so that the session goes on. */
export type Identity = { person: Person; setCookies: string[] };

/** `isFresh` asks the store instead of a cookie; `isReadOnly` is for pages, whose answers cannot set cookies. */
export type IdentifyOptions = { isFresh?: boolean; isReadOnly?: boolean };

/** Who may be here. Two implementations: the local owner of a server without sign-in, and accounts. */
export interface Auth {
  readonly mode: "owner" | "accounts";
  /** Throws `forbidden` for a foreign `Host`. */
  checkHost(headers: Headers): void;
  /** Refuses a change that a page of another site asks for, with `forbidden`. */
  checkOrigin(headers: Headers): void;
  /** Throws `forbidden` for a foreign `Host`, `unauthenticated` when nobody is signed in or the account is disabled. */
  identify(headers: Headers, options?: IdentifyOptions): Promise<Identity>;
  /** What the pages for signing in may offer. */
  signInOptions(): Promise<SignInOptions>;
  /** Whether a running reply or an open stream of this person may go on. At most one read in 3 s, whoever is asked about. */
  isStillAllowed(userId: string): Promise<boolean>;
  /** Answers a request below `/api/auth`. */
  handle(request: Request): Promise<Response>;
}

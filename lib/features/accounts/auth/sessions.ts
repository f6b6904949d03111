import type { Person } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import { roleSchema } from "@/lib/features/accounts/shape/accounts";
import { z } from "zod";
import type { Identity, IdentifyOptions } from "./auth";
import { readCookies, toCookie } from "./cookies";
import { isApiError } from "./library-errors";
import type { EpochRecords } from "./epochs";
import type { Library } from "./library";

const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema.catch("member"),
  disabledAt: z.number().nullish(),
});
const sessionSchema = z.object({ user: userSchema, session: z.object({ createdAt: z.coerce.date() }) });
type KnownSession = { at: number; version: string; person: Person };

const keepMs = 3_000;
const mostKept = 2_000;

type SessionDeps = {
  library: Library;
  epochs: EpochRecords;
  now: () => number;
  prefix: string;
  /** A session's longest life in milliseconds, however much it is used. */
  longestMs: number;
};

export function createSessions({ library, epochs, now, prefix, longestMs }: SessionDeps) {
  const known = new Map<string, KnownSession>();

  async function findKnown(key: string): Promise<Person | null> {
    const found = known.get(key);
    if (found === undefined || Math.abs(now() - found.at) >= keepMs) return null;
    return found.version === (await epochs.versionOf(found.person.id)) ? found.person : null;
  }

  async function ask(cookie: string, { isFresh = false, isReadOnly = false }: IdentifyOptions) {
    const answer = await askLibrary(library, cookie, {
      disableCookieCache: isFresh,
      disableRefresh: isReadOnly,
    });
    const parsed = sessionSchema.safeParse(answer.response);
    if (!parsed.success) throw createSignedOut();
    const { user, session } = parsed.data;
    if (now() - session.createdAt.getTime() >= longestMs) throw createSignedOut();
    return {
      person: toPerson(user),
      createdAt: session.createdAt.getTime(),
      setCookies: isReadOnly ? [] : answer.headers.getSetCookie(),
    };
  }

  return {
    /** Who holds the session of the cookies. Throws `unauthenticated`. */
    async identify(headers: Headers, options: IdentifyOptions = {}): Promise<Identity> {
      const key = toCookieKey(headers, prefix);
      const before = options.isFresh === true ? null : await findKnown(key);
      if (before !== null) return { person: before, setCookies: [] };
      await epochs.versionOf("");
      const { person, setCookies } = await ask(key, options);
      if (known.size >= mostKept) known.clear();
      known.set(key, { at: now(), version: await epochs.versionOf(person.id), person });
      return { person, setCookies };
    },

    /** When the person signed in, in milliseconds since 1970. Throws `unauthenticated`. */
    async readStart(headers: Headers): Promise<number> {
      return (await ask(toCookieKey(headers, prefix), { isFresh: true, isReadOnly: true })).createdAt;
    },

    /** From the session cookie, whose signature is not checked: who has a token may end its session. */
    readToken(headers: Headers): string | null {
      const value = readCookies(headers).get(`${prefix}.session_token`);
      return value === undefined ? null : (decodeSafely(value).split(".")[0] ?? null);
    },

    /** The cookies that make a browser forget the session. */
    toGoneCookies(): string[] {
      const isSecure = prefix.startsWith("__Host-");
      return ["session_token", "session_data"].map((name) =>
        toCookie(`${prefix}.${name}`, "", { maxAge: 0, isSecure }),
      );
    },
  };
}

/** What our cookies say, as the key of what was found. Throws `unauthenticated` without a session. */
function toCookieKey(headers: Headers, prefix: string): string {
  const ours = [...readCookies(headers)].filter(([name]) => name.startsWith(`${prefix}.`));
  if (!ours.some(([name]) => name === `${prefix}.session_token`)) throw createSignedOut();
  return ours.map(([name, value]) => `${name}=${value}`).join("; ");
}

export type Sessions = ReturnType<typeof createSessions>;

function toPerson({ id, name, email, role, disabledAt }: z.output<typeof userSchema>): Person {
  if (typeof disabledAt === "number")
    throw new AppError("unauthenticated", "This account is disabled. Ask an administrator.", {
      reason: "disabled",
    });
  return { id, name, email, role };
}

async function askLibrary(
  library: Library,
  cookie: string,
  query: { disableCookieCache: boolean; disableRefresh: boolean },
) {
  try {
    return await library.api.getSession({ headers: new Headers({ cookie }), query, returnHeaders: true });
  } catch (error) {
    if (isApiError(error) && error.statusCode === 401) throw createSignedOut();
    // The library hides why; looking up a session fails when the store does.
    throw new AppError(
      "store_unavailable",
      "It cannot be looked up who you are just now. Try again in a moment.",
      { cause: error, retryAfter: 2 },
    );
  }
}

function createSignedOut(): AppError {
  return new AppError("unauthenticated", "Sign in first.");
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

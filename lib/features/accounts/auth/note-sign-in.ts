import { findLocale } from "@/i18n/find-locale";
import { paths } from "@/lib/data/paths";
import type { AccountsContext } from "./accounts-options";
import { authPaths, toKey } from "./auth-paths";

/**
 * Notes a new session, which the cookies of the answer begin, and gives them with the one of the device. Its
 * owner is told of a browser not seen before, but of the account's first sign-in.
 */
export async function noteSignIn(
  { deps, sessions, devices, notices }: AccountsContext,
  headers: Headers,
  cookies: readonly string[],
): Promise<string[]> {
  const token = sessions.readToken(
    new Headers({ cookie: cookies.map((cookie) => cookie.split(";")[0] ?? "").join("; ") }),
  );
  const userId = token === null ? null : (await deps.store.find(authPaths.session(token)))?.data["userId"];
  if (token === null || typeof userId !== "string") return [...cookies];
  const browser = toBrowserName(headers.get("user-agent") ?? "");
  const person = (await deps.store.find(paths.person(userId)))?.data ?? {};
  await deps.store.batch([
    {
      kind: "update",
      path: paths.person(userId),
      patch: { signedInAt: deps.now(), locale: findLocale(headers) },
    },
    {
      kind: "update",
      path: authPaths.sessionOf(userId, toKey(token)),
      patch: { browser },
    },
  ]);
  const email = String(person["email"]);
  const isFirst = typeof person["signedInAt"] !== "number";
  await notices.signedIn(userId, {
    isNewPlace: !isFirst && devices.find(headers, email) === null,
    about: browser,
  });
  return [...cookies, devices.remember(headers, email)];
}

/** Most browsers name those that they descend from as well, so the order counts. */
const browsers: readonly [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];

/** The family alone: a list of one's sessions needs no more, and no more is kept. */
export function toBrowserName(userAgent: string): string | null {
  return browsers.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}

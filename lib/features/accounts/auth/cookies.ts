/** The cookies of a request by name, as they stand there. Names that repeat keep their first value. */
export function readCookies(headers: Headers): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const cut = pair.indexOf("=");
    const name = pair.slice(0, cut).trim();
    if (cut > 0 && !found.has(name)) found.set(name, pair.slice(cut + 1).trim());
  }
  return found;
}

/** A cookie that scripts cannot read and other sites' forms do not send. `maxAge`: seconds; 0 removes it. */
export function toCookie(
  name: string,
  value: string,
  { maxAge, isSecure }: { maxAge: number; isSecure: boolean },
): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure ? "; Secure" : ""}`;
}

const name = "mcp_sign_in";
const seconds = 600;

/** The browser keeps a sealed sign-in until it comes back; `null` forgets it. */
export function toSignInCookie(flow: string | null, { headers }: Request): string {
  const isPlain = headers.get("origin")?.startsWith("http:") === true;
  return [
    `${name}=${encodeURIComponent(flow ?? "")}`,
    ...["Path=/api/admin/mcp", "HttpOnly", "SameSite=Lax", `Max-Age=${flow === null ? 0 : seconds}`],
    ...(isPlain || flow === null ? [] : ["Secure"]),
  ].join("; ");
}

export function readSignInCookie({ headers }: Request): string {
  const cookies = (headers.get("cookie") ?? "").split("; ");
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}

import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { toKey } from "./auth-paths";
import { readCookies, toCookie } from "./cookies";

const yearSeconds = 365 * 24 * 60 * 60;

type DevicesOptions = { secret: string; prefix: string; now: () => number };

/**
 * A signed cookie for each account by which a browser shows that somebody signed in to it there before. It
 * opens nothing; whoever guesses elsewhere does not make this browser wait. As in
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function createDevices({ secret, prefix, now }: DevicesOptions) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "sextant devices", 32));
  const toName = (email: string) => `${prefix}-device-${toKey(email).slice(0, 16)}`;
  const sign = (email: string, device: string, until: string) =>
    createHmac("sha256", key).update(`${email}\n${device}\n${until}`).digest("base64url");
  const write = (email: string, value: string, maxAge: number) =>
    toCookie(toName(email), value, { maxAge, isSecure: prefix.startsWith("__Host-") });

  return {
    /** The id of the device that signed in to the account before, else `null`. */
    find(headers: Headers, email: string): string | null {
      const [device = "", until = "", signature = ""] = (readCookies(headers).get(toName(email)) ?? "").split(
        ".",
      );
      const isOurs = isEqual(signature, sign(email, device, until));
      return isOurs && Number(until) > now() ? device : null;
    },

    /** The cookie for who has just signed in; a device keeps its id. */
    remember(headers: Headers, email: string): string {
      const device = this.find(headers, email) ?? randomBytes(16).toString("base64url");
      const until = String(now() + yearSeconds * 1000);
      return write(email, `${device}.${until}.${sign(email, device, until)}`, yearSeconds);
    },

    /** The cookie that makes the browser forget the account. */
    forget: (email: string): string => write(email, "", 0),
  };
}
export type Devices = ReturnType<typeof createDevices>;

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

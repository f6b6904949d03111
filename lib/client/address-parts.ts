/** An address taken apart for a person's eyes: what it is, whom it reaches, and what it tells there. */
export type AddressParts = {
  before: string;
  /** As it is really written: letters of other scripts in their plain form. */
  host: string;
  after: string;
  /** Whether the host's name has letters of another script. */
  isEncoded: boolean;
  /** What it hands over, readable. */
  told: { name: string; value: string }[];
};

export function readAddress(text: string): AddressParts | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const { protocol, username, password, host, pathname, search, hash } = url;
  const told = [...url.searchParams].map(([name, value]) => ({
    name: toVisible(name),
    value: toVisible(value),
  }));
  if (protocol === "mailto:")
    return { before: protocol, host: pathname, after: search, isEncoded: false, told };
  const person =
    username === "" && password === "" ? "" : `${username}${password === "" ? "" : `:${password}`}@`;
  return {
    before: `${protocol}//${person}`,
    host,
    after: pathname + search + hash,
    isEncoded: host.includes("xn--"),
    told,
  };
}

/** Marks that turn text around, or take no room, would show something else than is sent. */
function toVisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

import type { Env } from "@/lib/env";
import type { Finding } from "./finding";

/** Whether the secret looks made by chance: whoever guesses it can sign in as anybody. */
export function checkSecret({ AUTH_SECRET: secret, STORE }: Pick<Env, "AUTH_SECRET" | "STORE">): Finding[] {
  const check = "secret";
  if (secret === undefined) {
    const text =
      "AUTH_SECRET is not set, so a file in DATA_DIR holds the secret, beside the data that it protects";
    return [{ check, status: STORE === "embedded" ? "missing" : "failed", text }];
  }
  if (isGuessable(secret)) {
    return [
      {
        check,
        status: "failed",
        text: "AUTH_SECRET is easy to guess. Make a random one: openssl rand -base64 48",
      },
    ];
  }
  return [{ check, status: "ok", text: `AUTH_SECRET has ${secret.length} characters` }];
}

/** A secret made by chance, even one of 32 hexadecimal digits, has about 110 bits by this count. */
const leastBits = 90;
const placeholder = /change.?me|secret|password|passwort|example|replace|your.?key|12345678|abcdefgh|qwerty/i;

function isGuessable(secret: string): boolean {
  return placeholder.test(secret) || isRepetition(secret) || countBits(secret) < leastBits;
}

function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Shannon's entropy of the characters' frequencies, times the length. */
function countBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "./errors";

/** Encrypts and decrypts short texts; `open` gives `null` when the text was sealed with another secret. */
export type Sealer = { seal(text: string): string; open(sealed: string): string | null };

/** `AUTH_SECRET`, or a file in `DATA_DIR` that only its owner can read, made at the first start. */
export async function openServerSecret({
  authSecret,
  dataDir,
}: {
  authSecret: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (authSecret !== undefined) return authSecret;
  const file = path.join(/* turbopackIgnore: true */ dataDir, "secret");
  try {
    await mkdir(dataDir, { recursive: true });
    const handle = await open(file, "wx", 0o600);
    const secret = randomBytes(32).toString("base64url");
    await handle.writeFile(secret);
    await handle.sync();
    await handle.close();
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return readSecret(file);
    throw new AppError(
      "store_invalid",
      `The secret file ${file} cannot be made. Check that the folder can be written, or set AUTH_SECRET.`,
      { cause: error },
    );
  }
}

/** A file that a crash left empty would make a secret that everybody knows. */
async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= 32) return secret;
  throw new AppError(
    "store_invalid",
    `The secret file ${file} is broken. Restore it, or remove it and enter the providers' keys anew.`,
  );
}

/** A secret for one purpose alone, which says nothing about the server's own. */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)).toString("base64url");
}

/** AES-256-GCM with a key derived from the server's secret for this one purpose. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "sextant provider keys", 32));
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      try {
        const bytes = Buffer.from(sealed, "base64url");
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

/** In the same time wherever they differ. */
export function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { createHash } from "node:crypto";
import type { DocumentData } from "@/lib/store/store";

/**
 * Addresses that do not travel: who is signed in, links that work once, counted failures, and the mark of an
 * import that is under way. Whoever moves signs in again.
 */
const leftOut: readonly string[] = [
  "auth-sessions/*",
  "users/*/sessions/*",
  "auth-verifications/*",
  "auth-attempts/*",
  "transfers/*",
];

/** A star stands for one id; what lies below a document that is left out is left out too. */
export function isLeftOut(path: string): boolean {
  const segments = path.split("/");
  return leftOut.some((pattern) =>
    pattern
      .split("/")
      .every((part, n) => segments[n] !== undefined && (part === "*" || part === segments[n])),
  );
}

/** The address of a shared page, which earlier versions kept with the conversation, travels as its hash. */
export function withoutAddress(data: DocumentData): DocumentData {
  const { share } = data;
  if (typeof share !== "object" || share === null || Array.isArray(share)) return data;
  const { token, ...others } = share;
  if (typeof token !== "string") return data;
  const id = createHash("sha256").update(token).digest("hex");
  return { ...data, share: { ...others, id, salt: null } };
}

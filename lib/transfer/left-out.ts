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

/**
 * Collections that do not travel: who is signed in, links that work once, counted failures, and the mark of an import that
 * is under way. Whoever moves signs in again.
 */
export const leftOutCollections: readonly string[] = ["auth-sessions", "auth-verifications", "auth-attempts", "transfers"];

export function isLeftOut(path: string): boolean {
  return leftOutCollections.includes(path.split("/", 1)[0] ?? "");
}

import { z } from "zod";

/**
 * A conversation is a tree of messages, kept as branches: each leaves branch `parent` behind the message of
 * number `after`, or at the very beginning at 0. `leaf` is the id of its newest message, which the next one
 * goes on from.
 */
export const branchSchema = z.object({
  parent: z.number().int(),
  after: z.number().int(),
  leaf: z.string().nullable(),
});
export type Branch = z.output<typeof branchSchema>;

/** From a branch back to the beginning: of each branch the messages up to number `until`. */
export const branchPathSchema = z.array(z.object({ branch: z.number().int(), until: z.number().int() }));
export type BranchPath = z.output<typeof branchPathSchema>;

/** Of a conversation without branches: all of it. */
export const wholePath: BranchPath = [{ branch: 0, until: Number.MAX_SAFE_INTEGER }];

export function toPath(branches: readonly Branch[], branch: number): BranchPath {
  const path: BranchPath = [{ branch, until: Number.MAX_SAFE_INTEGER }];
  for (let at = branches[branch]; path.at(-1)?.branch !== 0 && at !== undefined; at = branches[at.parent])
    path.push({ branch: at.parent, until: at.after });
  return path;
}

export function isOnPath(
  path: BranchPath,
  { branch = 0, seq }: { branch?: number | undefined; seq: number },
): boolean {
  return path.some((part) => part.branch === branch && seq <= part.until);
}

import { hashPassword, verifyPassword } from "better-auth/crypto";
import { AppError } from "@/lib/errors";

const atOnce = 4;
const longestQueue = 64;

/**
 * The library's scrypt (N = 2^14, r = 16, p = 1), at most four at work, because each takes a thread and 32 MB
 * for tens of milliseconds. Its cost stays as it is: verifying older hashes at another one would tell by its
 * time which addresses have an account.
 */
export function createPasswords() {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= longestQueue)
      throw new AppError("overloaded", "Too many people sign in at once. Try again in a moment.", {
        retryAfter: 2,
      });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password: string): Promise<string> => take(() => hashPassword(password)),
    verify: ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
      take(() => verifyPassword({ hash, password })),
  };
}
export type Passwords = ReturnType<typeof createPasswords>;

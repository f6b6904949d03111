/**
 * `memoryMb`: what all values of the code may take together, with buffers, text, and what it let go but is
 * not collected yet. What runs it takes its own memory beside that.
 */
export type SandboxOrder = { code: string; memoryMb: number };

/**
 * `failure`: it threw (`error`), or was ended because it took too much memory or time, wrote too much or went
 * too deep. `value`: of the last expression, `null` where there is none.
 */
export type SandboxAnswer =
  | { output: string; value: string | null }
  | { output: string; failure: "error" | "memory" | "time" | "output" | "depth"; message: string };

/**
 * Runs JavaScript apart from the server: without network, files and environment. When the signal fires
 * nothing of it goes on. The one here is a process; another one may be far away.
 */
export type Sandbox = (order: SandboxOrder, signal: AbortSignal) => Promise<SandboxAnswer>;

/** What the code may write in all, and give back. */
export const mostCharacters = 20_000;

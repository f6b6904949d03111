import { parseProblem } from "@/lib/protocol/problem";

type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the page that the server no longer knows the person, whoever has asked. */
function tellSessionEnded(): void {
  for (const listener of listeners) listener();
}

export function subscribeToSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Looks at an answer of ours and leaves its words to whoever asked. Where one signs in, a 401 is about what was typed. */
export async function watchSession(response: Response): Promise<void> {
  if (response.status !== 401 || new URL(response.url).pathname.startsWith("/api/auth/")) return;
  if (parseProblem(await response.clone().text())?.code === "unauthenticated") tellSessionEnded();
}

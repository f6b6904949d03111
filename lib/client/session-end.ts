import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { parseProblem } from "@/lib/protocol/problem";

/** Whether the server no longer lets the person in, whoever has asked, and whether they are disabled. */
export const sessionStore = createStore(() => ({ isOver: false, isDisabled: false }));
const { subscribe, getState } = sessionStore;
export const useSessionEnd = () => useSyncExternalStore(subscribe, getState, getState);

/** Leaves the answer's words to whoever asked. Where one signs in, a 401 is about what was typed. */
export async function watchSession(response: Response): Promise<void> {
  if (response.status !== 401 || new URL(response.url).pathname.startsWith("/api/auth/")) return;
  const problem = parseProblem(await response.clone().text());
  if (problem?.code === "unauthenticated")
    sessionStore.setState({ isOver: true, isDisabled: problem.reason === "disabled" });
}

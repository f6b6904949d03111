"use client";

import { useCallback, useEffect, useState } from "react";
import type { EvidenceReply } from "@/lib/protocol/evidence";
import { getEvidence } from "./evidence-api";

/** `absent`: nothing was kept under that id, because the page was found but not read. */
export type EvidenceState =
  | { kind: "loading" }
  | { kind: "absent" }
  | { kind: "failed"; retry: () => void }
  | { kind: "kept"; evidence: EvidenceReply };

/** A kept text for a component that shows it; its id stays the same for as long as it is mounted. */
export function useEvidence(conversationId: string, evidenceId: string | undefined): EvidenceState {
  const [state, setState] = useState<EvidenceState>(
    evidenceId === undefined ? { kind: "absent" } : { kind: "loading" },
  );
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setState({ kind: "loading" });
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (evidenceId === undefined) return;
    const left = new AbortController();
    void getEvidence(conversationId, evidenceId, left.signal).then((answer) => {
      if (left.signal.aborted) return;
      if (answer.ok) setState({ kind: "kept", evidence: answer.value });
      else setState(answer.status === 404 ? { kind: "absent" } : { kind: "failed", retry });
    });
    return () => left.abort();
  }, [conversationId, evidenceId, attempt, retry]);
  return state;
}

"use client";

import { createContext } from "react";
import type { ClaimsByMessage } from "@/lib/client/message/use-claims";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import type { ShownVerdict, SignedMark } from "@/lib/client/message/claims";

/** What the panel shows: all sources of an answer, or the text of one, where a mark cites it. */
export type EvidenceView =
  | { kind: "sources"; messageId: string }
  | { kind: "text"; messageId: string; number: number; markKey?: string | undefined };

/** Opens the panel; the focus goes back to `opener` when it is closed. `null` where there is no panel. */
export type OpenEvidence = (view: EvidenceView, opener: HTMLElement) => void;

export const OpenEvidenceContext = createContext<OpenEvidence | null>(null);

/** Checks that ended after their message had come. */
export const ClaimsContext = createContext<ClaimsByMessage>(new Map());

/** The answer in which a citation stands. */
export type CitedAnswer = {
  messageId: string;
  shown: ShownNumbers;
  findVerdict: (markKey: string | undefined, number: number) => ShownVerdict | undefined;
  /** The numbers that have a sign, once there is a check. */
  marks?: readonly SignedMark[];
  /** The figure of the sentence that its source has otherwise. */
  findFigure?: (markKey: string, number: number) => string | undefined;
};

/** Asks in the conversation; `null` where nobody can. */
export const AskContext = createContext<((question: string) => void) | null>(null);

export const AnswerContext = createContext<CitedAnswer | null>(null);

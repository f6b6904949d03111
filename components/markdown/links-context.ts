"use client";

import { createContext } from "react";

/** What is about to be reached that no source has named. */
export type LinkQuestion =
  { kind: "link"; url: string } | { kind: "picture"; url: string; onAgree: () => void };

export type LinkRules = {
  isKnown: (url: string) => boolean;
  /** `null` where nobody can be asked: then what is not known stays text. */
  ask: ((question: LinkQuestion) => void) | null;
};

export const LinksContext = createContext<LinkRules>({ isKnown: () => false, ask: null });

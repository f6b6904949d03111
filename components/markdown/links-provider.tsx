"use client";

import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { collectKnownAddresses, countAddressPlaces, toComparableAddress } from "@/lib/client/known-addresses";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { LinksContext, type LinkQuestion, type Links } from "./links-context";

const LinkDialog = lazy(async () => ({ default: (await import("./link-dialog")).LinkDialog }));

/** Opens addresses that the conversation knows, and asks before any other. */
export function LinksProvider({ messages, children }: { messages: ChatMessage[]; children: ReactNode }) {
  const known = useKnownAddresses(messages);
  const [question, setQuestion] = useState<LinkQuestion | null>(null);
  const links = useMemo<Links>(
    () => ({ isKnown: (url) => known.has(toComparableAddress(url) ?? ""), ask: setQuestion }),
    [known],
  );
  return (
    <LinksContext value={links}>
      {children}
      {question !== null && (
        <Suspense fallback={null}>
          <LinkDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </LinksContext>
  );
}

/** The same set until something was said or found, so that links are not drawn again with every token. */
function useKnownAddresses(messages: ChatMessage[]): ReadonlySet<string> {
  const places = countAddressPlaces(messages);
  const [stable, setStable] = useState(() => ({ places, known: collectKnownAddresses(messages) }));
  if (stable.places === places) return stable.known;
  const next = { places, known: collectKnownAddresses(messages) };
  setStable(next);
  return next.known;
}

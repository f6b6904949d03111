"use client";

import { lazy, Suspense, type ReactNode } from "react";
import { LinksProvider } from "@/components/markdown/links-provider";
import { useClaims } from "@/lib/client/message/use-claims";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { AskContext, ClaimsContext, OpenEvidenceContext } from "@/components/markdown/evidence-context";
import { IconKeeperContext } from "./source-tile";
import { useEvidencePanel } from "./use-evidence-panel";

const EvidencePanel = lazy(async () => ({ default: (await import("./evidence-panel")).EvidencePanel }));

type EvidenceFrameProps = {
  conversationId: string;
  /** The conversation that keeps what was read here: of a plan's step that of the plan. */
  keptIn: string;
  messages: ChatMessage[];
  isBusy: boolean;
  /** Asks a question in the conversation; `null` where it is only read. */
  onAsk: ((question: string) => void) | null;
  children: ReactNode;
};

/** A conversation, with room beside it for what its answers rest on. */
export function EvidenceFrame({
  conversationId,
  keptIn,
  messages,
  isBusy,
  onAsk,
  children,
}: EvidenceFrameProps) {
  const panel = useEvidencePanel();
  const claims = useClaims(conversationId, messages);
  const ask = (question: string) => {
    panel.close();
    onAsk?.(question);
  };
  return (
    <LinksProvider messages={messages}>
      <ClaimsContext value={claims}>
        <OpenEvidenceContext value={panel.open}>
          <IconKeeperContext value={keptIn}>
            <div className="flex h-full min-h-0 flex-1">
              <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">{children}</div>
              {panel.view !== null && (
                <AskContext value={onAsk && ask}>
                  <Suspense fallback={null}>
                    <EvidencePanel
                      {...{ messages, isBusy, panel, view: panel.view }}
                      conversationId={keptIn}
                    />
                  </Suspense>
                </AskContext>
              )}
            </div>
          </IconKeeperContext>
        </OpenEvidenceContext>
      </ClaimsContext>
    </LinksProvider>
  );
}

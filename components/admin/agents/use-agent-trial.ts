import { DefaultChatTransport, readUIMessageStream } from "ai";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { call, type RequestFailure } from "@/lib/client/request";
import { watchSession } from "@/lib/client/session-end";
import { tryAgent } from "@/lib/features/agents/api";
import type { AgentTrial } from "@/lib/features/agents/shape/agents";
import { stopReply } from "@/lib/features/chat/api";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toPath } from "@/lib/protocol/endpoint";
import { parseProblem } from "@/lib/protocol/problem";

export type TrialSide = "draft" | "published";
export type TrialAnswer = { isRunning: boolean; message: ChatMessage | null; failure: RequestFailure | null };
type TrialTurn = { id: string; text: string; answers: Partial<Record<TrialSide, TrialAnswer>> };

const createPlaces = (): Record<TrialSide, string> => ({
  draft: crypto.randomUUID(),
  published: crypto.randomUUID(),
});

/** Questions to an agent, each side in a conversation of its own that nobody lists. */
export function useAgentTrial(toAgent: (side: TrialSide) => AgentTrial["agent"]) {
  const language = useLocale();
  const [turns, setTurns] = useState<TrialTurn[]>([]);
  const places = useRef(createPlaces());

  const note = (id: string, side: TrialSide, change: Partial<TrialAnswer>): void =>
    setTurns((before) =>
      before.map((turn) => {
        const answer = turn.answers[side];
        if (turn.id !== id || answer === undefined) return turn;
        return { ...turn, answers: { ...turn.answers, [side]: { ...answer, ...change } } };
      }),
    );

  /** Gives `false` where a side did not take the question. */
  async function ask(text: string, sides: readonly TrialSide[]): Promise<boolean> {
    const id = crypto.randomUUID();
    const answers = Object.fromEntries(sides.map((side) => [side, begun]));
    setTurns((before) => [...before, { id, text, answers }]);
    const taken = await Promise.all(
      sides.map(async (side) => {
        const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
        const place = { conversationId: places.current[side], messageId: id };
        const body = { agent: toAgent(side), ...place, text, timezone, language };
        const failure = await follow(body, (message) => note(id, side, { message }));
        note(id, side, { isRunning: false, failure });
        return failure === null;
      }),
    );
    return taken.every(Boolean);
  }

  return {
    turns,
    isRunning: turns.some(({ answers }) => Object.values(answers).some(({ isRunning }) => isRunning)),
    ask,
    stop(): void {
      for (const id of Object.values(places.current)) void call(stopReply, { params: { id } });
    },
    startOver(): void {
      places.current = createPlaces();
      setTurns([]);
    },
  };
}

const begun: TrialAnswer = { isRunning: true, message: null, failure: null };

/** Hands the reply on as it grows. Never throws: gives what went wrong. */
async function follow(
  body: AgentTrial,
  onMessage: (message: ChatMessage) => void,
): Promise<RequestFailure | null> {
  let failure: RequestFailure = { ok: false, status: null, problem: null };
  const transport = new DefaultChatTransport<ChatMessage>({
    api: toPath(tryAgent),
    prepareSendMessagesRequest: () => ({ body }),
    fetch: async (...request) => {
      const response = await fetch(...request);
      await watchSession(response);
      const { ok, status } = response;
      if (!ok) failure = { ok, status, problem: parseProblem(await response.clone().text()) };
      return response;
    },
  });
  try {
    const asked = { chatId: body.conversationId, messages: [], messageId: undefined, abortSignal: undefined };
    const stream = await transport.sendMessages({ ...asked, trigger: "submit-message" });
    for await (const message of readUIMessageStream<ChatMessage>({ stream })) onMessage(message);
    return null;
  } catch {
    return failure;
  }
}

import type { ContextRoom } from "@/lib/engine/loop/context/room";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import { listCitable } from "@/lib/engine/context/contributions";
import type { Contribution } from "@/lib/engine/feature";
import type { KnownContext } from "@/lib/engine/consent/consent-view";
import type { Judge } from "@/lib/engine/consent/judge-calls";
import type { Compactions } from "@/lib/engine/context/compactions";
import type { KeptSummary } from "@/lib/engine/records/summaries";
import { addEarlierSources, type ListCitations } from "@/lib/engine/cited-sources";
import type { Reply } from "./reply";

/** As the model gets it; `placed`: the messages with their numbers, `contributions`: of subjects. */
export type OpenedContext = KnownContext & {
  placed: PlacedMessage[];
  summary: KeptSummary | null;
  contributions: readonly Contribution[];
  /** What a step is told that holds for the whole answer; empty for a reply to a person. */
  taskNote: string;
  judge: Judge;
};

/** What the model gets when a loop begins. */
export type LoopInput = {
  /** What the messages and all that follow may take; `null` before a loop has begun. */
  room: ContextRoom | null;
  messages: number;
  tools: number;
  /** Whether the first step had to be a call. */
  isCallRequired: boolean;
  /** Those that its agent must call and that could be called. */
  requiredTools: string[];
};
const nothing: LoopInput = { room: null, messages: 0, tools: 0, isCallRequired: false, requiredTools: [] };

export type Context = ReturnType<typeof createContext>;

type Reading = { compactions: Compactions; read: () => Promise<OpenedContext>; listCitations: ListCitations };

/** What the model was given. */
export function createContext(reply: Reply, { compactions, read, listCitations }: Reading) {
  let context: OpenedContext | null = null;
  let given = nothing;
  return {
    /** `null` until the conversation is read. */
    opened: (): OpenedContext | null => context,
    /** The conversation and what subjects add to it, read once. */
    async open(): Promise<OpenedContext> {
      if (context !== null) return context;
      context = await read();
      reply.noteEarlier(context.messages);
      addEarlierSources(reply.sources, context.messages, listCitations);
      for (const { source } of listCitable(context.contributions)) reply.sources.set(source.number, source);
      return context;
    },
    forget: (): void => void (context = null),
    give: (next: LoopInput): void => void (given = next),
    given: (): LoopInput => given,
    compactions,
  };
}

import type { TurnHook } from "@/lib/data/turn";
import { wordsOfTurn } from "@/lib/features/conversation-search/on-turn";
import { learningOfTurn } from "@/lib/features/memory/on-turn";
import { quotaOfTurn } from "@/lib/features/quotas/on-turn";
import { forgettingOfTurn } from "@/lib/features/temporary-chats/on-turn";

/** What is written with each turn, in its transaction. */
export const turnHooks: readonly TurnHook[] = [quotaOfTurn, learningOfTurn, forgettingOfTurn, wordsOfTurn];

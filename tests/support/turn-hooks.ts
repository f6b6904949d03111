import { wordsOfTurn } from "@/lib/features/conversation-search/on-turn";
import { learningOfTurn } from "@/lib/features/memory/on-turn";
import { quotaOfTurn } from "@/lib/features/quotas/on-turn";
import { forgettingOfTurn } from "@/lib/features/temporary-chats/on-turn";

/** What the product writes with each turn. */
export const turnHooks = [learningOfTurn, forgettingOfTurn, quotaOfTurn, wordsOfTurn];

import type { ReplyBudget } from "@/lib/protocol/client-settings";
import type { AgentSettings } from "@/lib/protocol/settings";

/** What the purse of a reply holds at most, and that of one with a plan, as the settings say in cents. */
export function toReplyBudget({
  costBudgetPerRequest,
  planBudget,
}: Pick<AgentSettings, "costBudgetPerRequest" | "planBudget">): ReplyBudget {
  return {
    microUsd: Math.round(costBudgetPerRequest * 10_000),
    planMicroUsd: Math.round(planBudget * 10_000),
  };
}

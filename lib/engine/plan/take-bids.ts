import { chooseBid, listBidders, toBidQuestion, type Bid } from "@/lib/engine/planning/bids";
import { estimateCalls } from "@/lib/engine/planning/estimate";
import type { Helper } from "@/lib/engine/planning/helpers";
import type { Agent } from "@/lib/features/agents/shape/agents";
import type { PlanTask } from "@/lib/features/plans/shape";
import type { RunHost } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import { listHelpers } from "./helpers";

/**
 * Who does a task that helpers bid for; `null`, as for any task without a helper, where none of them bids.
 * Each bid is a message of the plan.
 */
export async function takeBids(
  host: RunHost,
  run: Pick<Run, "brief" | "account" | "plan">,
  task: PlanTask,
): Promise<PlanTask["agent"]> {
  const bidders = listBidders(await listHelpers(host, run.brief.userId), task);
  const bids = await Promise.all(bidders.map((helper) => bid(host, run, task, helper)));
  const best = chooseBid(bids.filter((one) => one !== null));
  return best === null ? null : { id: best.helper.id, name: best.helper.name };
}

type Bidder = Helper & Partial<Pick<Agent, "models">>;

async function bid(
  host: RunHost,
  run: Pick<Run, "brief" | "account" | "plan">,
  task: PlanTask,
  helper: Bidder,
): Promise<Bid | null> {
  const { answer } = await run.account.ask(toBidQuestion(helper, task), "plan_bids");
  if (answer === null) return null;
  const { confidence, calls, reason } = answer;
  run.plan.note(`${task.id}-bid-${helper.id}`, {
    ...{ kind: "bid", from: helper.name, to: task.id, at: host.now() },
    text: `${Math.round(confidence * 100)}% · ${calls} × · ${reason}`.slice(0, 280),
  });
  const model = helper.models?.[0] ?? run.brief.chain[0] ?? "";
  // As everywhere where money counts: a micro-dollar a token where the price is unknown.
  const price = host.models().describe(model).price ?? { input: 1, output: 1 };
  return { helper, confidence, calls, costMicroUsd: estimateCalls(calls, price) };
}

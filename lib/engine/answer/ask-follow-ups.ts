import { chooseFollowUps, toFollowUpQuestion } from "@/lib/engine/loop/follow-ups";
import type { FollowUps } from "@/lib/protocol/follow-ups";
import { toMessageText } from "@/lib/protocol/message-text";
import type { RunEnd } from "@/lib/engine/log/entries";
import type { RunDeps } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import { toSourceChunks } from "@/lib/engine/run/cited-sources";
import { waitForQuietMoment } from "./quiet-moment";
import { listSmallModels } from "./title";

type FollowUpDeps = Pick<RunDeps, "models" | "askSmall" | "messages" | "closing">;

/** What the reply is saved with; `null` where nobody is asked for questions. */
export function planFollowUps(
  deps: Pick<FollowUpDeps, "models">,
  run: Pick<Run, "brief" | "reply">,
  { outcome }: RunEnd,
): FollowUps | null {
  const isWanted =
    run.brief.settings.followUpsEnabled && outcome === "completed" && run.reply.answer.text().trim() !== "";
  const isAsked = isWanted && listSmallModels(deps, run.brief.settings).length > 0;
  return isAsked ? { questions: [], isPending: true } : null;
}

/** Asks the small model what the person may ask next, and puts it into the stored reply; nothing waits. */
export async function askFollowUps(deps: FollowUpDeps, run: Pick<Run, "brief" | "reply">): Promise<void> {
  await waitForQuietMoment();
  const answered = {
    question: toMessageText(run.brief.question),
    answer: run.reply.answer.text(),
    titles: toSourceChunks(run.reply.answer.text(), run.reply.sources).flatMap((chunk) =>
      chunk.type === "source-url" && chunk.title !== undefined ? [chunk.title] : [],
    ),
  };
  const { answer } = await deps.askSmall(toFollowUpQuestion(answered), deps.closing);
  const followUps = { questions: chooseFollowUps(answer, answered), isPending: false };
  await deps.messages.change(run.brief.userId, run.brief.conversationId, run.brief.messageId, (message) => ({
    ...message,
    metadata: { ...message.metadata, followUps },
  }));
}

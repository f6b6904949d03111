import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { waitForQuietMoment } from "@/lib/engine/quiet-moment";
import { toSourceChunks } from "@/lib/engine/cited-sources";
import { toMessageText } from "@/lib/protocol/message-text";
import { chooseFollowUps, toFollowUpQuestion } from "./follow-ups";

/** Asks the small model what the person may ask next, and puts it into the stored answer; nothing waits. */
export function openFollowUps({ askSmall, records: { messages } }: Ground): Feature {
  return {
    name: "follow-ups",
    async onAnswer({ brief, end, text, sources, hasSmallModel, annotate }) {
      const isWanted = brief.settings.followUpsEnabled && end.outcome === "completed" && text.trim() !== "";
      if (!isWanted || !hasSmallModel) return null;
      annotate({ followUps: { questions: [], isPending: true } });
      if (brief.task !== null) return null;
      const titles = toSourceChunks(text, sources).flatMap((chunk) =>
        chunk.type === "source-url" && chunk.title !== undefined ? [chunk.title] : [],
      );
      const answered = { question: toMessageText(brief.question), answer: text, titles };
      return {
        event: "follow_ups_not_asked",
        async work({ closing }) {
          await waitForQuietMoment();
          const { answer } = await askSmall(toFollowUpQuestion(answered), closing);
          const followUps = { questions: chooseFollowUps(answer, answered), isPending: false };
          await messages.change(brief.userId, brief.conversationId, brief.messageId, (message) => ({
            ...message,
            metadata: { ...message.metadata, followUps },
          }));
        },
      };
    },
  };
}

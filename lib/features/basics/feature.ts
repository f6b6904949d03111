import type { LibraryReader } from "@/lib/features/documents/library";
import { replyDocuments } from "@/lib/features/documents/reply-documents";
import { findCells } from "@/lib/features/documents/sheet-cells";
import type { Ground } from "@/lib/engine/ground";
import { createAnswerDirectly } from "@/lib/engine/tools/answer-directly/answer-directly";
import { createAskPerson } from "@/lib/engine/tools/ask-person/ask-person";
import { createCalculate } from "@/lib/features/basics/tools/calculate/calculate";
import { createCurrentTime } from "@/lib/features/basics/tools/current-time/current-time";
import { createRecallDetails } from "@/lib/engine/tools/recall-details/recall-details";
import type { ToolFeature } from "@/lib/engine/tools/tool";

/** The tools that every reply has. */
export function openBasics({ askSmall }: Ground, library: LibraryReader): ToolFeature {
  return {
    name: "basics",
    tools: [
      createRecallDetails(askSmall),
      createCurrentTime(),
      createCalculate({
        findCells: (file, range, { run }) =>
          findCells(library, { scopes: replyDocuments.get(run).scopes, file, range }),
      }),
      createAskPerson(),
      createAnswerDirectly(),
    ],
  };
}

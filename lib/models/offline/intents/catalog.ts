import type { Intent } from "@/lib/models/offline/task";
import { answerKnown } from "./answer-known";
import { askMemory } from "./ask-memory";
import { askTime } from "./ask-time";
import { doArithmetic } from "./do-arithmetic";
import { drawPicture } from "./draw-picture";
import { lookUp } from "./look-up";
import { readAddress } from "./read-address";
import { saveFact } from "./save-fact";
import { smallTalk } from "./small-talk";

/** The kinds of request, the narrowest first; the last one takes whatever is left. */
export const intents: readonly Intent[] = [
  saveFact,
  askMemory,
  readAddress,
  drawPicture,
  doArithmetic,
  askTime,
  smallTalk,
  answerKnown,
  lookUp,
];

import { rateConfidence } from "@/lib/models/offline/confidence";
import { knownAnswers, type KnownAnswer } from "@/lib/models/offline/known-answers";
import type { Question } from "@/lib/models/offline/question";
import { canAnswerDirectly } from "@/lib/models/offline/style";
import { inLanguage, type Intent, type Task } from "@/lib/models/offline/task";
import { createLookup } from "./look-up";

/** General knowledge, how-to and opinions, where a tool may help: the style decides whether one is used. */
export const answerKnown: Intent = ({ question, style }) => {
  if (isPersonalFact(question.text)) return null;
  const known = knownAnswers.find((entry) => entry.asked.test(question.text) && fitsKind(entry, question));
  if (known === undefined && !asksOpinion.test(question.text)) return null;
  const own = inLanguage(question.language, known?.english ?? noOpinion[0], known?.chinese ?? noOpinion[1]);
  const confidence = rateConfidence(question.text, known?.kind ?? "opinion", known?.isElementary === true);
  return canAnswerDirectly(confidence, style) ? createOwnAnswer(question, own) : createLookup(question, own);
};

const asksOpinion =
  /\b(?:do you think|what do you think|your opinion|your (?:favou?rite|view)|which is (?:better|best)|is .+ better than|should (?:i|we|one|people)|would you (?:rather|recommend)|do you (?:like|prefer)|is it worth|recommend)\b|你觉得|你认为|你喜欢|你最喜欢|哪个(?:更)?好|更好|应该|该不该|值得|推荐/iu;
const noOpinion: [string, string] = [
  "I am a rule-driven guide and hold no opinions of my own. I can look up what is written about it when you ask me to search.",
  "我是规则驱动的向导，没有自己的看法。如果需要，可以让我搜索相关资料。",
];

function isPersonalFact(text: string): boolean {
  return /\b(?:who|when|which year) (?:invented|discovered|created|founded|first)\b|谁(?:发明|发现|创立|提出)|(?:哪一?年|什么时候)(?:发明|发现|创立|提出)/iu.test(
    text,
  );
}

/** A definition is only given to somebody who asks what a thing is, and a way only to somebody who asks how. */
function fitsKind(entry: KnownAnswer, { text }: Question): boolean {
  switch (entry.kind) {
    case "definition":
      return asksDefinition.test(text);
    case "how_to":
      return /\b(?:how|tips?|best way|steps|advice)\b|怎么|怎样|如何|方法|步骤|建议/iu.test(text);
    case "fact":
    case "opinion":
      return true;
  }
}

const asksDefinition =
  /\bwhat(?:'s| is| are| does)\b(?!.*\b(?:inventor|year|date|rate|number|percentage|population)\b)|\b(?:define|explain|describe|tell me about|meaning of|definition)\b|什么是|是什么|什么叫|解释|介绍|意思|说说/iu;

function createOwnAnswer(question: Question, own: string): Task {
  return {
    next: () => ({
      kind: "say",
      thought: inLanguage(
        question.language,
        "I am sure enough of this in the chosen style to answer without a tool.",
        "按照当前风格，我有足够把握，不用工具直接回答。",
      ),
      text: own,
    }),
  };
}

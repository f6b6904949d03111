import { splitSentences } from "@/lib/models/offline/sentences";
import { listSynonyms } from "@/lib/models/offline/synonyms";
import { inLanguage, type Intent } from "@/lib/models/offline/task";
import type { Question } from "@/lib/models/offline/question";
import { createCallTask } from "@/lib/models/offline/use-tool";
import { listTerms } from "@/lib/models/offline/words";

/** What is remembered about the person, all of it or the part that was asked for. */
export const askMemory: Intent = ({ question, original }) => {
  if (!asksAboutSelf(original)) return null;
  const { language } = question;
  return createCallTask({
    call: { tool: "memory_retrieve", input: {} },
    thought: inLanguage(language, "This is about you, so I look into what I remember.", "这个问题关于你本人，我查看记忆。"),
    report: (output) => ({
      thought: inLanguage(language, "Memory has answered.", "记忆工具有了结果。"),
      text: reportMemory(output, question),
    }),
  });
};

const english = [
  /\b(?:know|remember|recall|saved?|learned|stored?)\b.*\babout me\b|\bwhat (?:do|did) you remember\b|\bdo you (?:remember|know) (?:my|me|where i|what i|who i|when i)\b/iu,
  /\b(?:what|who|where|when|which|how old)(?:'s|’s| is| are| was| were| time| day)?\s+(?:my|mine)\b/iu,
  /\b(?:where|when|what|which [a-z]+|how old) (?:do|did|am|was|have|should) i\b(?!\s+(?:do|need|get|make|use|say|know|learn|buy|install|write|cook|go)\b).*\b(?:live|born|work|like|prefer|love|hate|named|called|old|favou?rite|told|am i|from)\b/iu,
  /\bhow old am i\b|\bwho am i\b|\bam i (?:allergic|vegetarian|vegan|married)\b|\bdo i (?:like|prefer|have|own|live|work|speak)\b|\bmy favou?rite\b.*\?/iu,
  /\b(?:did|have) i (?:ever )?(?:tell|told|mention)/iu,
];
const chinese = [
  /(?:记得|知道|了解|记住了?|保存了?).{0,6}(?:关于我|我的?什么|我哪些|我多少|我的|我叫|我是谁|我住|我喜欢|我吗)/u,
  /关于我.{0,6}(?:什么|哪些|知道|记得)|我是谁|我叫什么|我的名字(?:是|叫)?什么/u,
  /我(?:最?喜欢|爱|讨厌|住|在|来自|姓|对什么|的).{0,10}(?:什么|哪里|哪儿|哪个|哪些|哪天|谁|几号|多少|过敏)(?!.*怎么)/u,
  /我(?:多大|几岁|有没有告诉|告诉过你|说过)/u,
];

function asksAboutSelf(text: string): boolean {
  return english.some((pattern) => pattern.test(text)) || chinese.some((pattern) => pattern.test(text));
}

function reportMemory(output: string, question: Question): string {
  const facts = [...output.matchAll(/^- (.+?)(?: \((?:[\w-]+, )?[\w-]+\))?$/gmu)].map((match) => match[1] ?? "");
  const { language } = question;
  if (facts.length === 0)
    return inLanguage(
      language,
      "Nothing is remembered about you yet. Say “remember that …” and I keep it.",
      "目前还没有记住关于你的任何事。说“记住……”，我就会保存。",
    );
  const asked = listTerms(question.text).flatMap(listSynonyms);
  const isGeneral = /\babout me\b|do you remember\s*\??$|关于我|我什么|我哪些|我是谁|who am i/iu.test(question.text);
  const fitting = isGeneral ? facts : facts.filter((fact) => asked.some((term) => fits(fact, term)));
  if (fitting.length > 0) return list(inLanguage(language, "This is what I remember:", "我记得："), fitting);
  return list(inLanguage(language, "I find no such thing in memory. What I do remember:", "记忆里没有这一项。我记得的有："), facts);
}

function fits(fact: string, term: string): boolean {
  return /\p{Script=Han}/u.test(term)
    ? fact.includes(term)
    : listTerms(fact).includes(term) || (term === "nam" && /\bname\b|\bcalled\b/iu.test(fact));
}

function list(lead: string, facts: string[]): string {
  return `${lead}\n\n${facts.map((fact) => `- ${splitSentences(fact).join(" ") || fact}`).join("\n")}`;
}

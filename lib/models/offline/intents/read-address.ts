import { sayMissing, sayQuotes } from "@/lib/models/offline/answers";
import { pickSentences } from "@/lib/models/offline/pick-sentences";
import { toQuestion, type Question } from "@/lib/models/offline/question";
import { splitSentences } from "@/lib/models/offline/sentences";
import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { parsePages, type ReadPage } from "@/lib/models/offline/tool-texts";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** An address in the message is read, and the rest of the message is asked of it. */
export const readAddress: Intent = ({ original, question }) => {
  const urls = [...new Set(original.match(/https?:\/\/[^\s<>"'，。；）)]+/gu) ?? [])]
    .map((url) => url.replace(/[.,;:!?]+$/u, ""))
    .slice(0, 3);
  if (urls.length === 0) return null;
  const asked = original
    .replace(/https?:\/\/[^\s<>"'，。；）)]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const about = toQuestion(asked === "" ? question.text : asked);
  return createCallTask({
    call: {
      tool: "web_fetch",
      input: { urls, query: (asked === "" ? urls.join(" ") : asked).slice(0, 400) },
    },
    thought: inLanguage(
      about.language,
      "You name an address, so I read that page.",
      "你给出了网址，我来读这个网页。",
    ),
    report: (output) => reportPages(parsePages(output), about, asked),
  });
};

function reportPages(
  pages: ReadPage[],
  question: Question,
  asked: string,
): { thought: string; text: string } {
  const picked = pickSentences(pages, question);
  if (picked.answers && !wantsSummary(asked)) return sayQuotes(question, picked.quotes);
  if (!wantsSummary(asked)) return sayMissing(question, pages, [asked]);
  const quotes = pages.flatMap((page) =>
    page.passages
      .flatMap((passage) => splitSentences(passage.text))
      .slice(0, 3)
      .map((text) => ({ text, number: page.number, title: page.title })),
  );
  return quotes.length === 0 ? sayMissing(question, pages, [asked]) : sayQuotes(question, quotes);
}

function wantsSummary(asked: string): boolean {
  return (
    asked.length < 3 ||
    /\b(?:summari[sz]e|summary|what(?:'s| is| does) (?:this|it|the page|on)|read|about this|tl;?dr|open|look at)\b|总结|概括|讲了什么|说了什么|读一?下|看一?下|内容/iu.test(
      asked,
    )
  );
}

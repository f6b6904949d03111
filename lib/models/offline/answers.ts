import type { Quote } from "./pick-sentences";
import type { Question } from "./question";
import { splitSentences } from "./sentences";
import { inLanguage, type Step } from "./task";
import type { ReadPage, SearchHit } from "./tool-texts";

/** What is said in the end; `isAnswer` tells an answer from an account of what was missing. */
export type Answer = Extract<Step, { kind: "say" }> & { isAnswer: boolean };

/** Quotes sentences with the number of the page each stands on. */
export function sayQuotes(question: Question, quotes: Quote[]): Answer {
  const pages = [...new Set(quotes.map((quote) => quote.title))];
  const blocks = pages.map((title) => {
    const own = quotes.filter((quote) => quote.title === title);
    const text = own.map((quote) => quote.text).join(inLanguage(question.language, " ", ""));
    const number = own[0]?.number ?? 0;
    return inLanguage(
      question.language,
      `“${text}” [${number}]\n\nThis stands in *${title}*.`,
      `“${text}”[${number}]\n\n出自《${title}》。`,
    );
  });
  return {
    kind: "say",
    isAnswer: true,
    thought: inLanguage(
      question.language,
      "The page has a sentence that answers, so I quote it.",
      "网页里有回答问题的句子，我来引用。",
    ),
    text: blocks.join("\n\n"),
  };
}

export function sayNotFound(question: Question, queries: string[]): Answer {
  const tried = queries
    .map((query) => inLanguage(question.language, `“${query}”`, `“${query}”`))
    .join(inLanguage(question.language, " and ", "和"));
  return {
    kind: "say",
    isAnswer: false,
    thought: inLanguage(
      question.language,
      "The search brought nothing, and I say so.",
      "没有搜索到结果，我如实说明。",
    ),
    text: inLanguage(
      question.language,
      `I did not find an answer. I searched for ${tried} and got no results. Other words for it may help, or the address of a page that I should read.`,
      `没有找到答案。我搜索了${tried}，没有结果。可以换一种说法，或者给我一个网页地址。`,
    ),
  };
}

/** Pages were read, and none has a sentence that answers. */
export function sayMissing(question: Question, pages: ReadPage[], queries: string[]): Answer {
  const titles = pages
    .map((page) =>
      inLanguage(question.language, `*${page.title}* [${page.number}]`, `《${page.title}》[${page.number}]`),
    )
    .join(inLanguage(question.language, " and ", "和"));
  const query = queries[0] ?? "";
  return {
    kind: "say",
    isAnswer: false,
    thought: inLanguage(
      question.language,
      "None of the pages answers, and I say so.",
      "读过的网页都没有回答，我如实说明。",
    ),
    text: inLanguage(
      question.language,
      `I did not find an answer. I searched for “${query}” and read ${titles}, but no sentence there answers the question. Other words for it may help, or the address of a page that I should read.`,
      `没有找到答案。我搜索了“${query}”，读了${titles}，但其中没有句子回答这个问题。可以换一种说法，或者给我一个网页地址。`,
    ),
  };
}

/** No page could be read: what the search itself showed, marked as such. */
export function saySnippets(
  question: Question,
  hits: SearchHit[],
  failures: string[],
  mayRead: boolean,
): Answer {
  const { language } = question;
  const lines = hits
    .slice(0, 2)
    .map((hit) => `- ${splitSentences(hit.snippet).join(" ") || hit.title} [${hit.number}]`);
  const cause = failures[0];
  const why =
    cause !== undefined
      ? inLanguage(language, `The pages could not be read: ${cause}`, `网页无法读取：${cause}`)
      : mayRead
        ? inLanguage(language, "I could not read the pages any more.", "我没有机会再读网页。")
        : inLanguage(language, "Reading web pages is switched off.", "读取网页的功能已关闭。");
  return {
    kind: "say",
    isAnswer: false,
    thought: inLanguage(
      language,
      "I only have the search results, so I show those and say so.",
      "我只有搜索结果，就展示它们并说明情况。",
    ),
    text: `${why} ${inLanguage(language, "The search results alone say:", "搜索结果里写着：")}\n\n${lines.join("\n")}`,
  };
}

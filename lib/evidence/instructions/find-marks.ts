import type { Sign } from "./signs";

export type FoundMark = { sign: Sign; start: number; end: number };

/** What chat templates, tool results, page fences and forms of address are made of, in the order of the text. */
export function findMarks(text: string): FoundMark[] {
  const { plain, toPlace } = stripEscapes(text);
  const isTalk = talk.test(plain);
  return [...plain.matchAll(marks)].map(({ 0: found, index, groups }) => ({
    sign: toSign(groups ?? {}, isTalk),
    start: toPlace(index),
    end: toPlace(index + found.length),
  }));
}

/** Markdown puts a backslash before what would be a mark. Places must be asked for in rising order. */
function stripEscapes(text: string): { plain: string; toPlace: (at: number) => number } {
  const escapes = [...text.matchAll(/\\(?=[!-/:-@[-`{-~])/g)].map(({ index }) => index);
  let passed = 0;
  const toPlace = (at: number) => {
    while ((escapes[passed] ?? Infinity) < at + passed + 1) passed += 1;
    return at + passed;
  };
  return { plain: escapes.length === 0 ? text : text.replace(/\\(?=[!-/:-@[-`{-~])/g, ""), toPlace };
}

const marks = new RegExp(
  [
    String.raw`(?<template><\|[a-z_]{2,24}\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer)(?:[ _-](?:prompt|message|instructions?|reminder))?>|#{2,4} ?(?:system|instructions?|new instructions?|response|assistant) ?:|\[(?:system|assistant|developer|admin)(?: (?:message|note|override|prompt))?\]|"role"\s{0,3}:\s{0,3}"(?:system|assistant|developer)")`,
    String.raw`(?<end><\/page>|(?:-{2,}|={2,}|\[|<|\*{2}|#{1,3} ?)\s{0,3}(?:end|begin|start|fin|fim|ende|конец|начало) (?:of|de|del|der|des|da) (?:the )?(?:untrusted |external |web |retrieved |system |user )?(?:page|document|content|context|data|article|website|prompt|instructions?|message|página|documento|seite|document)|(?:页面|网页|文档|内容|正文)(?:到此)?结束|(?:ページ|文書|コンテンツ)(?:の)?(?:終わり|終了)|конец (?:страницы|документа))`,
    String.raw`(?<tool><\/?(?:tool_result|tool_response|tool_call|function_results?|function_calls?|function_response|tool_use|invoke)\b|\[(?:tool|function)[ _](?:result|output|call|response)\]|\b(?:tool|function)[ _](?:result|output|response) ?:)`,
    String.raw`(?<vocative>(?<=^|\n|[.!?…>] )[ \t*#>-]{0,4}(?:(?:dear|hey|hello) )?(?:AI (?:assistants?|agents?|models?|readers?|systems?)|AIs?|assistants?|language models?|chatbots?|LLMs?|you, (?:the )?(?:AI|assistant))[ \t*]{0,3}[:,])`,
    String.raw`(?<role>(?<=^|\n)[ \t>*#-]{0,4}(?:system|assistant|human|user|ai|sistema|asistente|système|assistent|система|ассистент|系统|助手|用户|システム|アシスタント)[ \t*]{0,3}[:：])`,
  ].join("|"),
  "giu",
);

/** In a written talk everybody's words begin with who says them. */
const talk = /(?:^|\n)[ \t>*#-]{0,4}(?:user|human|customer|用户|ユーザー)[ \t*]{0,3}[:：]/i;

function toSign({ template, end, tool, role }: Partial<Record<string, string>>, isTalk: boolean): Sign {
  if (template !== undefined) return "template";
  if (end !== undefined) return "endMark";
  if (tool !== undefined) return "toolMark";
  return role === undefined && !isTalk ? "vocative" : "roleLine";
}

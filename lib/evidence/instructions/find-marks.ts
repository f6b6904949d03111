import type { Sign } from "./signs";

export type FoundMark = { sign: Sign; start: number; end: number };

/** What chat templates, tool results and page fences are made of, in the order of the text. */
export function findMarks(text: string): FoundMark[] {
  return [...text.matchAll(marks)].map(({ 0: found, index, groups }) => ({ sign: toSign(groups ?? {}), start: index, end: index + found.length }));
}

const marks = new RegExp(
  [
    String.raw`(?<template><\|[a-z_]{2,24}\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer)(?:[ _-](?:prompt|message|instructions?|reminder))?>|#{2,4} ?(?:system|instructions?|new instructions?|response|assistant) ?:|\[(?:system|assistant|developer|admin)(?: (?:message|note|override|prompt))?\]|"role"\s{0,3}:\s{0,3}"(?:system|assistant|developer)")`,
    String.raw`(?<end><\/page>|(?:-{2,}|={2,}|\[|<|\*{2}|#{1,3} ?)\s{0,3}(?:end|begin|start|fin|fim|ende|конец|начало) (?:of|de|del|der|des|da) (?:the )?(?:untrusted |external |web |retrieved |system |user )?(?:page|document|content|context|data|article|website|prompt|instructions?|message|página|documento|seite|document)|(?:页面|网页|文档|内容|正文)(?:到此)?结束|(?:ページ|文書|コンテンツ)(?:の)?(?:終わり|終了)|конец (?:страницы|документа))`,
    String.raw`(?<tool><\/?(?:tool_result|tool_response|tool_call|function_results?|function_calls?|function_response|tool_use|invoke)\b|\[(?:tool|function)[ _](?:result|output|call|response)\]|\b(?:tool|function)[ _](?:result|output|response) ?:)`,
    String.raw`(?<role>(?<=^|\n)[ \t>*#-]{0,4}(?:system|assistant|human|user|ai|sistema|asistente|système|assistent|система|ассистент|系统|助手|用户|システム|アシスタント)[ \t*]{0,3}[:：])`,
  ].join("|"),
  "giu",
);

function toSign({ template, end, tool }: Partial<Record<string, string>>): Sign {
  if (template !== undefined) return "template";
  if (end !== undefined) return "endMark";
  return tool === undefined ? "roleLine" : "toolMark";
}

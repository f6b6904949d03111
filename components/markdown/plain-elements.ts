/** Elements of Markdown that our style sheet draws as they are. */
export const plainElements = {
  p: "p",
  ul: "ul",
  ol: "ol",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  sup: "sup",
  sub: "sub",
  section: "section",
  code: "code",
} as const;

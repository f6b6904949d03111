import { readFileSync } from "node:fs";
import ts from "typescript";

const isSql = /^\s*(SELECT|DELETE|INSERT|UPDATE|PRAGMA|CREATE|ALTER|DROP|ROLLBACK)\b/;
const leastWords = 3;

/** The texts of three words or more in a file, in their order, with `{}` for what is put in. */
export function listSentences(path: string): string[] {
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = findText(node);
    if (text !== null && text.trim().split(/\s+/).length >= leastWords && !isSql.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function findText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { listSources } from "./list-sources";

/** `isLater`: it is loaded when the code that names it runs. */
export type SourceImport = { specifier: string; isTypeOnly: boolean; isLater: boolean };
export type SourceFile = {
  path: string;
  lines: number;
  imports: SourceImport[];
  longestFunction: { name: string; lines: number };
  /**
   * Exported functions with a parameter that is a text, or a list of texts, by whatever name but that of an
   * id or a path.
   */
  textFunctions: string[];
  /** Whether a regular expression in it repeats something without a limit. */
  hasOpenPattern: boolean;
};

/** Reads every TypeScript file of these folders; paths are relative to `root`, with forward slashes. */
export function readSources(root: string, folders: string[]): SourceFile[] {
  return listSources(root, folders).map((path) => parseSource(path, readFileSync(join(root, path), "utf8")));
}

/**
 * What one file imports (static, dynamic, re-exported, in types), and how long it and its longest function
 * are.
 */
export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const source: SourceFile = {
    path,
    lines: text.trimEnd().split("\n").length,
    imports: [],
    longestFunction: { name: "", lines: 0 },
    textFunctions: tree.statements.flatMap((statement) => findTextFunction(statement, tree)),
    hasOpenPattern: false,
  };
  const visit = (node: ts.Node): void => {
    const found = findImport(node);
    if (found) source.imports.push(found);
    if (ts.isRegularExpressionLiteral(node)) source.hasOpenPattern ||= openPattern.test(node.text);
    if (ts.isFunctionLike(node)) {
      const lines = countLines(tree, node);
      if (lines > source.longestFunction.lines) source.longestFunction = { name: findName(node), lines };
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return source;
}

/** `+`, `*` or `{2,}` that is neither escaped nor inside of brackets. */
const openPattern = /^(?:[^\\[]|\\.|\[(?:[^\]\\]|\\.)*\])*?(?:[+*]|\{\d+,\})/;
const textType = /^(?:readonly )?string(?:\[\])?(?: \| (?:null|undefined))*$/;
/** Parameters by these names are made by us: ids, paths in the store, names of models and of tools. */
const ownName =
  /^(?:id|key|ref|refs|path|tool|name|locale|purpose|(?:fact|user|person|conversation|tool ?call|call|approval|provider|evidence)Ids?|toolCallId)$/;

function findTextFunction(statement: ts.Statement, tree: ts.SourceFile): string[] {
  if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const takesText = statement.parameters.some(
    ({ name, type }) =>
      type !== undefined && textType.test(type.getText(tree)) && !ownName.test(name.getText(tree)),
  );
  return takesText ? [statement.name.text] : [];
}

/** The path inside the project that an import names, without its ending; null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

/** Files (or any names) that reach themselves: each cycle once, as the names on the way round. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, way: string[]): void => {
    const start = way.indexOf(name);
    if (start >= 0) {
      cycles.push([...way.slice(start), name]);
      return;
    }
    if (done.has(name)) return;
    for (const next of edges.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of edges.keys()) visit(name, []);
  return cycles;
}

/** Which file imports which, types among it. */
export function toFileEdges(sources: readonly SourceFile[]): Map<string, string[]> {
  const byName = new Map(sources.map(({ path }) => [path.replace(/\.tsx?$/, ""), path]));
  return new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap((one) => findImportedFile(path, one, byName))]),
  );
}

function findImportedFile(
  from: string,
  { specifier }: SourceImport,
  byName: ReadonlyMap<string, string>,
): string[] {
  const target = resolveImport(from, specifier);
  const path = target === null ? undefined : (byName.get(target) ?? byName.get(`${target}/index`));
  return path === undefined ? [] : [path];
}

function findImport(node: ts.Node): SourceImport | null {
  if (ts.isImportDeclaration(node))
    return toImport(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  if (ts.isExportDeclaration(node)) return toImport(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return toImport(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return toImport(node.arguments[0], false, true);
  return null;
}

function toImport(specifier: ts.Node | undefined, isTypeOnly: boolean, isLater = false): SourceImport | null {
  return specifier && ts.isStringLiteralLike(specifier)
    ? { specifier: specifier.text, isTypeOnly, isLater }
    : null;
}

function countLines(tree: ts.SourceFile, node: ts.Node): number {
  const line = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(tree)) + 1;
}

function findName(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? "(anonymous)";
}

import ts from "typescript";
import { resolveImport } from "./source-graph";

/**
 * A component as its source says it: each element that it draws, with what stands around it in the same
 * function: what a portal draws stands elsewhere. `slots` are names of props that it draws, such as
 * `children`; `spreads` says that it hands on props that it does not name.
 */
type Drawn = { tag: string; around: string[]; slots: string[]; spreads: boolean; isElsewhere: boolean };
type Component = { drawn: Drawn[]; slots: { name: string; around: string[] }[] };
type Sources = ReadonlyMap<string, string>;

/** Where a form may be drawn inside of a form, over all components: `file Component: Inner in Outer`. */
export function listNestedForms(sources: Sources): string[] {
  const components = new Map<string, Component>();
  const names = new Map<string, Map<string, string>>();
  for (const [path, text] of sources) {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const imported = listImported(tree, path, sources);
    const own = listComponents(tree);
    names.set(
      path,
      new Map([...imported, ...[...own.keys()].map((name) => [name, `${path} ${name}`] as const)]),
    );
    for (const [name, component] of own) components.set(`${path} ${name}`, component);
  }
  const find = (id: string, tag: string): string => names.get(id.split(" ")[0] ?? "")?.get(tag) ?? tag;
  const isForm = createIsForm(components, find);
  const wraps = createWraps(components, find);
  return [...components].flatMap(([id, { drawn }]) =>
    drawn.flatMap(({ tag, around }) => {
      if (!isForm(find(id, tag))) return [];
      const outer = around.find((each) => {
        const [name = "", slot = "children"] = each.split(" ");
        return name === "form" || wraps(find(id, name), slot);
      });
      return outer === undefined ? [] : [`${id}: ${tag} in ${outer}`];
    }),
  );
}

/** Whether a component draws a form, itself or by what it draws. */
function createIsForm(components: ReadonlyMap<string, Component>, find: (id: string, tag: string) => string) {
  const known = new Map<string, boolean>([["form", true]]);
  const isForm = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const answer =
      components.get(id)?.drawn.some(({ tag, isElsewhere }) => !isElsewhere && isForm(find(id, tag))) ??
      false;
    known.set(id, answer);
    return answer;
  };
  return isForm;
}

/** Whether a component draws what it is given under a name inside of a form. */
function createWraps(components: ReadonlyMap<string, Component>, find: (id: string, tag: string) => string) {
  const known = new Map<string, boolean>();
  const wraps = (id: string, slot: string): boolean => {
    const key = `${id} ${slot}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const component = components.get(id);
    const isInForm = (around: string[]): boolean =>
      around.some((each) => {
        const [name = "", inner = "children"] = each.split(" ");
        return name === "form" || wraps(find(id, name), inner);
      });
    const answer =
      component !== undefined &&
      (component.slots.some(({ name, around }) => name === slot && isInForm(around)) ||
        component.drawn.some(
          ({ tag, spreads, slots }) => (spreads || slots.includes(slot)) && wraps(find(id, tag), slot),
        ));
    known.set(key, answer);
    return answer;
  };
  return wraps;
}

/** Which component of which file stands behind a name, also where it is loaded late. */
function listImported(tree: ts.SourceFile, path: string, sources: Sources): Map<string, string> {
  const found = new Map<string, string>();
  const toFile = (specifier: string): string | undefined =>
    [`${resolveImport(path, specifier)}.tsx`].find((each) => sources.has(each));
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const file = toFile(node.moduleSpecifier.text);
      const bindings = node.importClause?.namedBindings;
      if (file !== undefined && bindings && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          found.set(name.text, `${file} ${(propertyName ?? name).text}`);
    }
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const text = node.initializer.getText(tree);
      const file = toFile(/import\("([^"]+)"\)/.exec(text)?.[1] ?? "");
      const name = /default:[^}]*\.(\w+)/.exec(text)?.[1];
      if (text.startsWith("lazy(") && file !== undefined && name !== undefined)
        found.set(node.name.text, `${file} ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function listComponents(tree: ts.SourceFile): Map<string, Component> {
  const found = new Map<string, Component>();
  for (const statement of tree.statements)
    if (ts.isFunctionDeclaration(statement) && /^[A-Z]/.test(statement.name?.text ?? ""))
      found.set(statement.name?.text ?? "", readComponent(statement));
  return found;
}

const portal = "(portal)";

function readComponent(component: ts.FunctionDeclaration): Component {
  const read: Component = { drawn: [], slots: [] };
  const kept = new Map<string, ts.Expression>();
  const visit = (node: ts.Node, around: string[]): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "createPortal")
      return node.arguments.forEach((argument) => visit(argument, [portal]));
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      kept.set(node.name.text, node.initializer);
    if (ts.isJsxExpression(node) && node.expression) readSlots(node.expression, around);
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) return readElement(node, around);
    ts.forEachChild(node, (child) => visit(child, around));
  };
  const readSlots = (expression: ts.Expression, around: string[]): void => {
    if (!ts.isIdentifier(expression)) return;
    read.slots.push({ name: expression.text, around });
    const held = kept.get(expression.text);
    if (held !== undefined && around.length > 0) visit(held, around);
  };
  const readElement = (node: ts.JsxElement | ts.JsxSelfClosingElement, around: string[]): void => {
    const opening = ts.isJsxElement(node) ? node.openingElement : node;
    const tag = opening.tagName.getText();
    const { properties } = opening.attributes;
    const slots = properties.flatMap((property) =>
      ts.isJsxAttribute(property) &&
      property.initializer &&
      ts.isJsxExpression(property.initializer) &&
      property.initializer.expression?.getText() === property.name.getText()
        ? [property.name.getText()]
        : [],
    );
    const isElsewhere = around[0] === portal;
    read.drawn.push({ tag, around, slots, spreads: properties.some(ts.isJsxSpreadAttribute), isElsewhere });
    for (const property of properties)
      if (ts.isJsxAttribute(property) && property.initializer)
        visit(property.initializer, [...around, `${tag} ${property.name.getText()}`]);
    if (ts.isJsxElement(node)) node.children.forEach((child) => visit(child, [...around, tag]));
  };
  if (component.body) visit(component.body, []);
  return read;
}

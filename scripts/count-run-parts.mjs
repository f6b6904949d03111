/**
 * Counts who takes a whole reply in the making (`Run`), or all of its parts that change, and how large its
 * parts are, by the type checker: `node scripts/count-run-parts.mjs [--list]`.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "./lib/root.mjs";

const changing = ["reply", "account", "control"];
const partNames = ["Run", "Brief", "Context", "Reply", "Account", "Control", "RunHost"];
/** These numbers may only fall: whoever raises one says why in the commit. */
const held = {
  conductors: 16,
  Run: 7,
  Brief: 22,
  Context: 6,
  Reply: 20,
  Account: 16,
  Control: 2,
  RunHost: 18,
};
/** Where these types are declared, and whose functions may take them. */
const folders = ["lib/engine", "lib/features"];
const fewMembers = 2;

const program = openProgram();
const checker = program.getTypeChecker();
const sources = program.getSourceFiles().filter(({ fileName }) => isOurs(toPath(fileName)));
const parts = sources.flatMap(listParts);
const takers = sources.flatMap(listTakers);
const using = takers.filter(({ isPassedOn, members }) => !isPassedOn && members.size <= fewMembers);

console.log(
  `${takers.length} functions take the whole run, or its three parts that change (conductors), ${takers.filter(({ isPassedOn }) => isPassedOn).length} pass it on, ${using.length} use at most ${fewMembers} members of it and pass it to nobody.`,
);
hold("conductors", takers.length);
for (const { name, place, type } of parts) {
  const count = checker.getPropertiesOfType(type).length;
  console.log(`${name} has ${count} members (${place}).`);
  hold(name, count);
}
if (process.argv.includes("--list")) {
  for (const { place, name, isPassedOn, members } of takers)
    console.log(
      `${place} ${name}: ${isPassedOn ? "passes it on; " : ""}${[...members].join(" ") || "nothing"}`,
    );
}

function hold(name, count) {
  if (count <= held[name]) return;
  console.error(`${name}: ${count}, and at most ${held[name]} are allowed.`);
  process.exitCode = 1;
}

function openProgram() {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const files = folders.filter((folder) => ts.sys.directoryExists(join(root, folder))).flatMap(listFiles);
  return ts.createProgram(files, { ...options, noEmit: true, incremental: false, skipLibCheck: true });
}

function listFiles(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(root, folder, name));
}

function toPath(fileName) {
  return relative(root, fileName).replaceAll("\\", "/");
}

function isOurs(path) {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

/** Types of these names that the engine exports. */
function listParts(source) {
  const path = toPath(source.fileName);
  if (path.startsWith("lib/features/")) return [];
  return source.statements.flatMap((node) => {
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
    if (!isType || !partNames.includes(node.name.text) || !isExported(node)) return [];
    return [{ name: node.name.text, place: path, type: checker.getTypeAtLocation(node.name) }];
  });
}

function isExported(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Functions with a body that say that they take the whole run; callbacks that are handed one do not count. */
function listTakers(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined)
      for (const parameter of node.parameters)
        if (parameter.type !== undefined && isWhole(parameter)) found.push(toTaker(source, node, parameter));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isWhole(parameter) {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  return changing.every((name) => type.getProperty(name) !== undefined);
}

function toTaker(source, node, { name }) {
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const uses = ts.isIdentifier(name)
    ? readUses(node.body, checker.getSymbolAtLocation(name))
    : readPattern(name);
  return { place: `${toPath(source.fileName)}:${line}`, name: toName(node), ...uses };
}

function toName(node) {
  const named = node.name ?? node.parent.name;
  return named === undefined ? "(anonymous)" : named.getText();
}

/** Members by name; with a rest it goes on whole. */
function readPattern({ elements }) {
  const members = elements.filter(({ dotDotDotToken }) => dotDotDotToken === undefined);
  const names = members.map(({ propertyName, name }) => (propertyName ?? name).getText());
  return { members: new Set(names), isPassedOn: members.length < elements.length };
}

/** What is done with the run by its name. */
function readUses(body, symbol) {
  const members = new Set();
  let isPassedOn = false;
  const visit = (node) => {
    if (ts.isIdentifier(node) && isNamed(node, symbol)) {
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) members.add(parent.name.text);
      else if (
        ts.isVariableDeclaration(parent) &&
        parent.initializer === node &&
        !ts.isIdentifier(parent.name)
      ) {
        const pattern = readPattern(parent.name);
        for (const member of pattern.members) members.add(member);
        isPassedOn ||= pattern.isPassedOn;
      } else isPassedOn = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return { members, isPassedOn };
}

function isNamed(node, symbol) {
  if (ts.isShorthandPropertyAssignment(node.parent))
    return checker.getShorthandAssignmentValueSymbol(node.parent) === symbol;
  return checker.getSymbolAtLocation(node) === symbol;
}

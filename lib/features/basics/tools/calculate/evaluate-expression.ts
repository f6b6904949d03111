import { AppError } from "@/lib/errors";
import type { MathNode } from "mathjs";
import { createNumber, math, toFiniteValue, type Value } from "./expression-numbers";
import { constants, createCall, findFunction, functionNames } from "./expression-functions";

export type EvaluationResult = { text: string; isExact: boolean };

/**
 * Evaluates a formula. Only mathjs' parser, units and number type are used: each kind of node is walked here,
 * and what is not named here (assignments, strings, properties, ranges, the library's own functions) is
 * refused. It is bounded by construction: at most 500 characters and so as many nodes, numbers of 120 digits
 * and exponents within ±5,000, transcendental functions in double precision, and counting functions with
 * limits on their arguments. `cells`: names that stand for lists of numbers. Throws `invalid_request` with a
 * message that lets the model repair the formula.
 */
export function evaluateExpression(
  expression: string,
  cells: ReadonlyMap<string, readonly string[]> = new Map(),
): EvaluationResult {
  const node = parseExpression(expression);
  const call = createCall(cells);
  try {
    return formatValue(evaluateNode(node, call), call.isRounded);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof RangeError) throw refuse("it is nested too deeply", error);
    throw refuse(
      error instanceof Error ? explainLibraryError(error.message) : "it cannot be calculated",
      error,
    );
  }
}

type Call = ReturnType<typeof createCall>;

function parseExpression(expression: string): MathNode {
  if (expression.length > 500) throw refuse("expected at most 500 characters");
  try {
    // "%" before a number is the remainder, anywhere else a percentage, which the parser would often misread.
    return math.parse(expression.replace(/%(?!\s*[\w(.])/g, " percent"));
  } catch (error) {
    throw refuse(
      error instanceof RangeError
        ? "it is nested too deeply"
        : `it cannot be read: ${error instanceof Error ? error.message : "syntax error"}`,
      error,
    );
  }
}

function evaluateNode(node: MathNode, call: Call): Value {
  if (math.isConstantNode(node)) return evaluateConstant(node.value);
  if (math.isParenthesisNode(node)) return evaluateNode(node.content, call);
  if (math.isSymbolNode(node)) return evaluateSymbol(node.name, call);
  if (math.isOperatorNode(node)) return evaluateOperator(node.fn, node.args, call);
  if (math.isFunctionNode(node)) return evaluateFunction(node.fn.name, node.args, call);
  throw refuse(`${describeNode(node)} cannot be calculated here`);
}

function evaluateConstant(value: unknown): Value {
  if (typeof value === "boolean" || math.isBigNumber(value)) return toFiniteValue(value);
  if (typeof value === "number") return createNumber(value);
  throw refuse("text cannot be calculated");
}

function evaluateSymbol(name: string, call: Call): Value {
  const cells = findCellValues(name, call);
  if (cells !== null) {
    const [only, ...others] = cells;
    if (only !== undefined && others.length === 0) return only;
    throw refuse(`expected one cell with a number, got ${cells.length}; use sum, average, min, max or count`);
  }
  if (name === "percent") return createNumber("0.01");
  const constant = constants.get(name);
  if (constant !== undefined) {
    call.isRounded = true;
    return createNumber(constant);
  }
  if (math.Unit.isValuelessUnit(name)) return math.unit(name);
  const hint =
    findFunction(name) === null
      ? "expected a number, a unit or one of pi, e, tau, phi"
      : "write its arguments in brackets";
  throw refuse(`"${name}" is not known: ${hint}`);
}

function findCellValues(name: string, { cells }: Call): Value[] | null {
  return cells.get(name)?.map((text) => toFiniteValue(createNumber(text))) ?? null;
}

function evaluateFunction(name: string, args: MathNode[], call: Call): Value {
  const found = findFunction(name);
  if (found === null) throw refuse(`there is no function "${name}"; known are ${functionNames.join(", ")}`);
  const values = args
    .flatMap((arg) => (math.isArrayNode(arg) ? arg.items : [arg]))
    .flatMap((arg) => (math.isSymbolNode(arg) && findCellValues(arg.name, call)) || evaluateNode(arg, call));
  return toFiniteValue(found(values, call));
}

function evaluateOperator(operator: string, [left, right]: readonly MathNode[], call: Call): Value {
  if (left === undefined) throw refuse("an operator has nothing to work on");
  if (right === undefined) return evaluateUnary(operator, evaluateNode(left, call), call);
  const a = evaluateNode(left, call);
  const b = evaluateNode(right, call);
  // As on a pocket calculator: 240 + 15% adds 15% of 240. Percentages among themselves are plain numbers.
  const isShare =
    (operator === "add" || operator === "subtract") && isPercentage(right) && !isPercentage(left);
  return toFiniteValue(applyBinary(operator, a, isShare ? applyBinary("multiply", a, b, call) : b, call));
}

function evaluateUnary(operator: string, value: Value, call: Call): Value {
  if (operator === "unaryPlus") return value;
  if (operator === "unaryMinus" && typeof value !== "boolean") return toFiniteValue(math.unaryMinus(value));
  const factorial = operator === "factorial" ? findFunction("factorial") : null;
  if (factorial === null) throw refuse(`the operator ${operator} cannot be used here`);
  return toFiniteValue(factorial([value], call));
}

function applyBinary(operator: string, a: Value, b: unknown, call: Call): unknown {
  const second = toFiniteValue(b);
  if (typeof a === "boolean" || typeof second === "boolean")
    throw refuse("true and false cannot be calculated with");
  switch (operator) {
    case "add":
      return math.add(a, second);
    case "subtract":
      return math.subtract(a, second);
    case "multiply":
      return keepFromVanishing(math.multiply(a, second), isZero(a) || isZero(second));
    case "divide":
      if (isZero(second)) throw refuse("division by zero");
      return keepFromVanishing(math.divide(a, second), isZero(a));
    case "to":
      if (math.isUnit(a) && math.isUnit(second)) return math.to(a, second);
      throw refuse("to needs a quantity on its left and a unit on its right, as in 3 km to mile");
    case "larger":
      return math.larger(a, second);
    case "smaller":
      return math.smaller(a, second);
    case "largerEq":
      return !math.smaller(a, second);
    case "smallerEq":
      return !math.larger(a, second);
    case "equal":
      return math.equal(a, second);
    case "unequal":
      return !math.equal(a, second);
    case "pow":
      return keepFromVanishing(findFunction(operator)?.([a, second], call), isZero(a));
    case "mod":
      return findFunction(operator)?.([a, second], call);
    default:
      throw refuse(`the operator ${operator} cannot be used here`);
  }
}

/** What is too small for the number type becomes zero there; here that is an error, not an answer. */
function keepFromVanishing(result: unknown, mayBeZero: boolean): unknown {
  if (!mayBeZero && isZero(result)) throw refuse("a number in it is too small to be told from zero");
  return result;
}

function isZero(value: unknown): boolean {
  return math.isBigNumber(value) && value.isZero();
}

/** A percent literal, or a sum of such. */
function isPercentage(node: MathNode): boolean {
  if (math.isParenthesisNode(node)) return isPercentage(node.content);
  if (!math.isOperatorNode(node)) return false;
  const last = node.args.at(-1);
  if (node.fn === "multiply" && node.implicit)
    return last !== undefined && math.isSymbolNode(last) && last.name === "percent";
  return ["add", "subtract", "unaryMinus"].includes(node.fn) && node.args.every(isPercentage);
}

function formatValue(value: Value, isRounded: boolean): EvaluationResult {
  if (typeof value === "boolean") return { text: String(value), isExact: true };
  if (math.isUnit(value)) {
    const write = (precision: number) => math.format(value, { precision, lowerExp: -9, upperExp: 15 });
    return { text: write(15), isExact: !isRounded && write(15) === write(60) };
  }
  const isExact = value.precision() < 100 && (!isRounded || value.isInteger());
  const shown = isExact ? value : value.toSignificantDigits(15);
  const isLong = shown.e > (isExact ? 120 : 20) || shown.e < -9;
  return { text: isLong ? shown.toExponential() : shown.toFixed(), isExact };
}

function describeNode(node: MathNode): string {
  if (math.isArrayNode(node)) return "a list outside of a function such as mean([1, 2])";
  if (node.type === "AssignmentNode" || node.type === "FunctionAssignmentNode") return "an assignment";
  if (node.type === "BlockNode") return "more than one expression";
  return `this notation (${node.type.replace("Node", "").toLowerCase()})`;
}

function explainLibraryError(message: string): string {
  if (/Units do not match|dimensions|Cannot convert/i.test(message)) return "the units do not fit together";
  if (/Unexpected type|Cannot implicitly|Cannot calculate/i.test(message))
    return "a plain number and a quantity with a unit cannot be combined this way";
  return message.slice(0, 200);
}

function refuse(problem: string, cause?: unknown): AppError {
  return new AppError("invalid_request", `expression: ${problem}.`, { cause });
}

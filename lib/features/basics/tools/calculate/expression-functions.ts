import { AppError } from "@/lib/errors";
import type { BigNumber } from "mathjs";
import { createNumber, math, type Value } from "./expression-numbers";

/**
 * `isRounded` is noted on the way: whether a step was rounded, so that the result is not said to be exact.
 * `cells`: the numbers that names stand for.
 */
export const createCall = (cells: ReadonlyMap<string, readonly string[]>) => ({ isRounded: false, cells });
type Call = ReturnType<typeof createCall>;
type ExpressionFunction = (args: readonly Value[], call: Call) => unknown;

export const constants = new Map([
  ["pi", "3.14159265358979323846264338327950288419716939937510582097494459"],
  ["tau", "6.28318530717958647692528676655900576839433879875021164194988918"],
  ["e", "2.71828182845904523536028747135266249775724709369995957496696763"],
  ["phi", "1.61803398874989484820458683436563811772030917980576286213544862"],
]);

const maxFactorial = 1_000;
const maxDecimals = 60;

const functions = new Map<string, ExpressionFunction>([
  ...Object.entries({ sin: Math.sin, cos: Math.cos, tan: Math.tan }).map(
    ([name, compute]) => [name, toTrigonometric(name, compute)] as const,
  ),
  ...Object.entries({
    asin: Math.asin,
    acos: Math.acos,
    atan: Math.atan,
    sinh: Math.sinh,
    cosh: Math.cosh,
    tanh: Math.tanh,
    exp: Math.exp,
  }).map(([name, compute]) => [name, toDouble(name, 1, compute)] as const),
  ["atan2", toDouble("atan2", 2, Math.atan2)],
  ["log", (args, call) => logarithm(args, call)],
  ["ln", (args, call) => logarithm(args.slice(0, 1), call)],
  ["log10", (args, call) => logarithm([...args.slice(0, 1), createNumber(10)], call)],
  ["log2", (args, call) => logarithm([...args.slice(0, 1), createNumber(2)], call)],
  ["pow", power],
  ["sqrt", ([x]) => getNumber("sqrt", x).sqrt()],
  ["cbrt", ([x]) => getNumber("cbrt", x).cbrt()],
  ["nthRoot", nthRoot],
  ["abs", ([x]) => (isNegative(x) ? math.unaryMinus(getQuantity("abs", x)) : x)],
  ["sign", ([x]) => createNumber(Math.sign(getNumber("sign", x).toNumber()))],
  [
    "round",
    ([x, decimals]) =>
      getNumber("round", x).toDecimalPlaces(
        decimals === undefined ? 0 : getInteger("round", decimals, maxDecimals),
        4,
      ),
  ],
  ["floor", ([x]) => getNumber("floor", x).floor()],
  ["ceil", ([x]) => getNumber("ceil", x).ceil()],
  ["fix", ([x]) => getNumber("fix", x).trunc()],
  ["mod", ([a, b]) => modulo(getNumber("mod", a), getNumber("mod", b))],
  ["gcd", (args) => toBigNumber(args.map((arg) => toBigInt("gcd", arg)).reduce(greatestDivisor, 0n))],
  ["lcm", (args) => toBigNumber(args.map((arg) => toBigInt("lcm", arg)).reduce(leastMultiple, 1n))],
  ["factorial", ([n]) => product(1, getInteger("factorial", n, maxFactorial))],
  [
    "combinations",
    ([n, k]) =>
      combinations(getInteger("combinations", n, maxFactorial), getInteger("combinations", k, maxFactorial)),
  ],
  [
    "permutations",
    ([n, k]) =>
      permutations(
        getInteger("permutations", n, maxFactorial),
        k === undefined ? undefined : getInteger("permutations", k, maxFactorial),
      ),
  ],
  ["sum", (args) => sum(args)],
  [
    "prod",
    (args) =>
      args.reduce<unknown>(
        (total, arg) => math.multiply(getQuantity("prod", total), getQuantity("prod", arg)),
        createNumber(1),
      ),
  ],
  ["count", (args) => createNumber(args.length)],
  ...["mean", "average"].map(
    (name) => [name, (args: readonly Value[]) => divide(sum(args), createNumber(args.length))] as const,
  ),
  ["median", median],
  ["min", (args) => sortQuantities("min", args)[0]],
  ["max", (args) => sortQuantities("max", args).at(-1)],
  ["variance", (args) => variance(args)],
  ["std", (args) => variance(args).sqrt()],
  [
    "hypot",
    (args) =>
      args
        .map((arg) => getNumber("hypot", arg))
        .reduce((total, x) => total.plus(x.times(x)), createNumber(0))
        .sqrt(),
  ],
]);

export const functionNames = [...functions.keys()];

export function findFunction(name: string): ExpressionFunction | null {
  return functions.get(name) ?? null;
}

/** Computes in double precision, in constant time, and keeps the 15 digits that a double holds. */
function toDouble(name: string, count: number, compute: (...args: number[]) => number): ExpressionFunction {
  return (args, call) => {
    if (args.length !== count)
      throw refuse(`${name} expects ${count} argument${count === 1 ? "" : "s"}, got ${args.length}`);
    return fromDouble(name, compute(...args.map((arg) => getNumber(name, arg).toNumber())), call);
  };
}

function toTrigonometric(name: string, compute: (angle: number) => number): ExpressionFunction {
  return ([angle], call) => {
    const radians = math.isUnit(angle) ? Number(angle.toNumber("rad")) : getNumber(name, angle).toNumber();
    if (Math.abs(radians) > 1e9) throw refuse(`${name} expects an angle below 10^9 radians`);
    const result = compute(radians);
    if (Math.abs(result) > 1e15) throw refuse(`${name} is not defined there`);
    return fromDouble(name, Math.abs(result) < 1e-15 ? 0 : result, call);
  };
}

function fromDouble(name: string, result: number, call: Call): BigNumber {
  if (Number.isNaN(result)) throw refuse(`${name} has no real number as result there`);
  call.isRounded = true;
  return createNumber(Number.isFinite(result) ? result.toPrecision(15) : result);
}

function logarithm([x, base]: readonly Value[], call: Call): BigNumber {
  const [value, of] = [getNumber("log", x), base === undefined ? null : getNumber("log", base)];
  if (!value.greaterThan(0) || (of !== null && (!of.greaterThan(0) || of.equals(1))))
    throw refuse("a logarithm needs a positive number and a positive base other than 1");
  return fromDouble("log", of === null ? naturalLog(value) : naturalLog(value) / naturalLog(of), call);
}

/** Of numbers far beyond the range of a double too: ln(m * 10^e) = ln m + e ln 10. */
function naturalLog(value: BigNumber): number {
  if (Math.abs(value.e) < 300) return Math.log(value.toNumber());
  return Math.log(value.times(createNumber(`1e${-value.e}`)).toNumber()) + value.e * Math.LN10;
}

/** A whole exponent is exact within the number's digits; any other is computed as a double. */
function power([base, exponent]: readonly Value[], call: Call): unknown {
  const n = getNumber("pow", exponent);
  if (math.isUnit(base)) {
    if (!n.isInteger() || n.abs().greaterThan(20))
      throw refuse("a unit can be raised to whole powers up to 20 only");
    return math.pow(base, n);
  }
  const x = getNumber("pow", base);
  if (x.isZero() && n.isNegative()) throw refuse("division by zero");
  if (n.isInteger() && n.abs().lessThan(1e9)) return x.pow(n);
  if (n.isInteger() && !x.abs().equals(1) && !x.isZero())
    throw refuse("the exponent is too large; expected one below 10^9");
  return n.equals(0.5) && !x.isNegative()
    ? x.sqrt()
    : fromDouble("pow", Math.pow(x.toNumber(), n.toNumber()), call);
}

function nthRoot([x, n]: readonly Value[], call: Call): BigNumber {
  const degree = n === undefined ? 2 : getInteger("nthRoot", n, 1_000);
  const value = getNumber("nthRoot", x);
  if (degree === 0 || (value.isNegative() && degree % 2 === 0))
    throw refuse("nthRoot has no real number as result there");
  const root = fromDouble(
    "nthRoot",
    Math.sign(value.toNumber()) * Math.exp(value.isZero() ? -Infinity : naturalLog(value.abs()) / degree),
    call,
  );
  const whole = root.round();
  return whole.pow(degree).equals(value) ? whole : root;
}

/** The sign of the divisor, as in mathematics: -7 mod 3 is 2. */
function modulo(a: BigNumber, b: BigNumber): BigNumber {
  if (b.isZero()) throw refuse("division by zero");
  if (a.e > 60 || b.e < -60) throw refuse("mod expects numbers below 10^60");
  return a.minus(b.times(a.div(b).floor()));
}

function product(from: number, to: number): BigNumber {
  let total = 1n;
  for (let factor = from; factor <= to; factor += 1) total *= BigInt(factor);
  return toBigNumber(total);
}

function permutations(n: number, k = n): BigNumber {
  return k > n ? createNumber(0) : product(n - k + 1, n);
}

function combinations(n: number, k: number): BigNumber {
  if (k > n) return createNumber(0);
  let total = 1n;
  for (let step = 1; step <= Math.min(k, n - k); step += 1)
    total = (total * BigInt(n - step + 1)) / BigInt(step);
  return toBigNumber(total);
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

function leastMultiple(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : (a / greatestDivisor(a, b)) * b;
}

function sum(args: readonly Value[]): Value {
  const [first, ...rest] = args.map((arg) => getQuantity("sum", arg));
  if (first === undefined) throw refuse("a list of numbers is empty");
  return rest.reduce((total, arg) => getQuantity("sum", math.add(total, arg)), first);
}

function median(args: readonly Value[]): unknown {
  const sorted = sortQuantities("median", args);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return divide(sum(middle), createNumber(middle.length));
}

/** Of a sample: divided by n - 1. */
function variance(args: readonly Value[]): BigNumber {
  const numbers = args.map((arg) => getNumber("variance", arg));
  if (numbers.length < 2) throw refuse("variance and std expect at least two numbers");
  const mean = getNumber("variance", sum(numbers)).div(numbers.length);
  return numbers
    .reduce((total, x) => total.plus(x.minus(mean).pow(2)), createNumber(0))
    .div(numbers.length - 1);
}

function sortQuantities(name: string, args: readonly Value[]) {
  if (args.length === 0) throw refuse(`${name} expects at least one number`);
  return args
    .map((arg) => getQuantity(name, arg))
    .sort((a, b) => (math.smaller(a, b) ? -1 : math.larger(a, b) ? 1 : 0));
}

function divide(a: Value, b: BigNumber): unknown {
  return math.divide(getQuantity("mean", a), b);
}

function isNegative(value: Value | undefined): boolean {
  const quantity = getQuantity("abs", value);
  return Number(math.isUnit(quantity) ? quantity.value : quantity) < 0;
}

function getQuantity(name: string, value: unknown) {
  if (math.isBigNumber(value) || math.isUnit(value)) return value;
  throw refuse(`${name} expects numbers`);
}

function getNumber(name: string, value: unknown): BigNumber {
  if (math.isBigNumber(value)) return value;
  throw refuse(
    `${name} expects a plain number${value === undefined ? ", got too few arguments" : math.isUnit(value) ? ", got a quantity with a unit" : ""}`,
  );
}

function getInteger(name: string, value: unknown, max: number): number {
  const number = getNumber(name, value);
  if (number.isInteger() && !number.isNegative() && number.lessThanOrEqualTo(max)) return number.toNumber();
  throw refuse(
    `${name} expects a whole number from 0 to ${max}, got ${number.toSignificantDigits(15).toString()}`,
  );
}

function toBigInt(name: string, value: unknown): bigint {
  const number = getNumber(name, value);
  if (number.isInteger() && number.e < 60) return BigInt(number.abs().toFixed(0));
  throw refuse(`${name} expects whole numbers below 10^60`);
}

function toBigNumber(value: bigint): BigNumber {
  return createNumber(value.toString());
}

function refuse(problem: string): AppError {
  return new AppError("invalid_request", `expression: ${problem}.`);
}

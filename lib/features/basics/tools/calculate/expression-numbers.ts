import { AppError } from "@/lib/errors";
import {
  addDependencies,
  bignumberDependencies,
  create,
  divideDependencies,
  equalDependencies,
  formatDependencies,
  largerDependencies,
  multiplyDependencies,
  parseDependencies,
  powDependencies,
  smallerDependencies,
  subtractDependencies,
  toDependencies,
  unaryMinusDependencies,
  unitDependencies,
  type BigNumber,
  type Unit,
} from "mathjs";

export type Value = BigNumber | Unit | boolean;

/** Enough for every product and sum that a person writes to be exact. */
const digits = 120;
/** Limits the cost of each single operation; what is larger counts as infinite. */
const maxExponent = 5_000;

const factories = {
  ...addDependencies,
  ...bignumberDependencies,
  ...divideDependencies,
  ...equalDependencies,
  ...formatDependencies,
  ...largerDependencies,
  ...multiplyDependencies,
  ...parseDependencies,
  ...powDependencies,
  ...smallerDependencies,
  ...subtractDependencies,
  ...toDependencies,
  ...unaryMinusDependencies,
  ...unitDependencies,
};
/** The used parts of the expression library: its parser, numbers and units; nothing that evaluates. */
export const math = create(factories, { number: "BigNumber", precision: digits });
configureExponents(math.bignumber(1));

export function createNumber(value: number | string): BigNumber {
  return math.bignumber(value);
}

/** What an operation gave, if it is something that may be calculated with further. */
export function toFiniteValue(value: unknown): Value {
  if (typeof value === "boolean") return value;
  if (math.isUnit(value)) {
    if (value.value !== null && !isFiniteNumber(value.value)) throw createRangeError();
    return value;
  }
  if (!math.isBigNumber(value))
    throw new AppError("invalid_request", "expression: it has no real number as result.");
  if (value.isNaN()) throw new AppError("invalid_request", "expression: it has no defined result.");
  if (!value.isFinite()) throw createRangeError();
  return value;
}

function isFiniteNumber(value: unknown): boolean {
  return math.isBigNumber(value) ? value.isFinite() : Number.isFinite(Number(value));
}

function createRangeError(): AppError {
  return new AppError(
    "invalid_request",
    `expression: a number in it is too large (the limit is 10^${maxExponent}); expected a smaller one.`,
  );
}

/** The number type belongs to this instance alone, so its limits hold nowhere else. */
function configureExponents(sample: BigNumber): void {
  const constructor: unknown = sample.constructor;
  if (
    typeof constructor !== "function" ||
    !("config" in constructor) ||
    typeof constructor.config !== "function"
  ) {
    throw new AppError("configuration", "The expression library has changed its number type.");
  }
  constructor.config({ maxE: maxExponent, minE: -maxExponent });
}

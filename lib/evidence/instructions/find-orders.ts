import type { SignHit } from "./read-signs";
import { signRules, type OrderKind, type Sign, type SignRule } from "./signs";

/** Something in the text that is an order of one kind. `from` and `to` count words. */
export type Order = {
  kind: OrderKind;
  points: number;
  from: number;
  to: number;
  start: number;
  end: number;
  isQuoted: boolean;
  isDisguised: boolean;
  /** “If …, ignore …”, “told them to ignore …”. */
  isConditional: boolean;
};

/** Every place where the signs of a rule stand close enough together. */
export function findOrders(hits: readonly SignHit[]): Order[] {
  const last = new Map<Sign, SignHit>();
  const orders: Order[] = [];
  for (const [index, hit] of hits.entries()) {
    if (isDenied(hit, last.get("not"), hits.slice(index + 1, index + 4))) continue;
    last.set(hit.sign, hit);
    // “Must not” asks for nothing to be done.
    if (hit.sign === "not" && hit.at - (last.get("must")?.at ?? -Infinity) <= 1) last.delete("must");
    for (const rule of rulesBySign.get(hit.sign) ?? []) {
      const order = toOrder(rule, hit, last);
      if (order !== null) orders.push(order);
    }
  }
  return orders;
}

const rulesBySign = new Map<Sign, SignRule[]>();
for (const rule of signRules)
  for (const sign of rule.signs) rulesBySign.set(sign, [...(rulesBySign.get(sign) ?? []), rule]);

const deniedWithin = 2;

/** “Do not ignore the rules” and “n'oubliez pas les consignes” are no orders to forget them. */
function isDenied({ sign, at }: SignHit, before: SignHit | undefined, after: readonly SignHit[]): boolean {
  if (sign !== "override") return false;
  return (
    (before !== undefined && at - before.at <= deniedWithin) ||
    after.some((next) => next.sign === "not" && next.at - at <= deniedWithin)
  );
}

const conditionWithin = 10;

function toOrder(rule: SignRule, hit: SignHit, last: ReadonlyMap<Sign, SignHit>): Order | null {
  const parts = rule.signs.map((sign) => (sign === hit.sign ? hit : last.get(sign)));
  const near = parts.filter((part): part is SignHit => part !== undefined && hit.at - part.at <= rule.within);
  // One word that is two signs is not two words.
  if (
    near.length < parts.length ||
    new Set(near.map(({ start, at }) => `${start} ${at}`)).size < parts.length
  )
    return null;
  const first = near.reduce((one, other) => (other.start < one.start ? other : one));
  return {
    kind: rule.kind,
    points: rule.points,
    from: Math.min(...near.map(({ at }) => at)),
    to: hit.at,
    start: first.start,
    end: hit.end,
    isQuoted: near.some(({ isQuoted }) => isQuoted),
    isDisguised: near.filter(({ isDisguised }) => isDisguised).length > 1,
    isConditional: (["if", "reported"] as const).some(
      (sign) => hit.at - (last.get(sign)?.at ?? -Infinity) <= conditionWithin,
    ),
  };
}

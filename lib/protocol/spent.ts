/**
 * What addresses that were chosen told those who own them: bits and links of pages, and bits on sites that
 * the person named.
 */
export type Spent = { bits: number; links: number; siteBits: number };
export const nothingSpent: Spent = { bits: 0, links: 0, siteBits: 0 };

/** At most so many bits may be told of a question, then the person is asked. */
export const freeBits = 24;
/** So many links of pages, which a page can make by the thousand, are tried before the person is asked. */
export const freeLinks = 3;
/** A site that the person named is one they trust further: about a dozen of 26 links. */
export const freeSiteBits = 60;

export function toSum(one: Spent, other: Spent): Spent {
  return {
    bits: one.bits + other.bits,
    links: one.links + other.links,
    siteBits: one.siteBits + other.siteBits,
  };
}

export function toRest(whole: Spent, part: Spent): Spent {
  return toSum(whole, { bits: -part.bits, links: -part.links, siteBits: -part.siteBits });
}

export function isWithinFree({ bits, links, siteBits }: Spent): boolean {
  return bits <= freeBits && links <= freeLinks && siteBits <= freeSiteBits;
}

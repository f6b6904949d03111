import { createHash } from "node:crypto";
import type { BlobLine, DocumentLine, FooterLine } from "./format";
import { toLine } from "./format";

export type Totals = Pick<FooterLine, "documents" | "blobs">;

/** Counts and hashes what it is given, whatever the order, in constant memory. */
export type Tally = {
  addDocument(line: DocumentLine): void;
  addBlob(line: BlobLine): void;
  toTotals(): Totals;
};

/** Goes on from `totals`, when given. */
export function createTally(totals?: Totals): Tally {
  const documents = createSum(totals?.documents.sha256);
  const blobs = createSum(totals?.blobs.sha256);
  const counts = {
    documents: totals?.documents.count ?? 0,
    blobs: totals?.blobs.count ?? 0,
    bytes: totals?.blobs.bytes ?? 0,
  };
  return {
    addDocument(line) {
      documents.add(toLine(line));
      counts.documents += 1;
    },
    addBlob(line) {
      blobs.add(toLine(line));
      counts.blobs += 1;
      counts.bytes += line.size;
    },
    toTotals: () => ({
      documents: { count: counts.documents, sha256: documents.toHex() },
      blobs: { count: counts.blobs, bytes: counts.bytes, sha256: blobs.toHex() },
    }),
  };
}

export function isSame(one: Totals, other: Totals): boolean {
  const toText = ({ documents, blobs }: Totals) =>
    [documents.count, documents.sha256, blobs.count, blobs.bytes, blobs.sha256].join();
  return toText(one) === toText(other);
}

/**
 * The sum of all elements' hashes modulo 2^256: stores list in different orders, and a sum has none. It finds
 * what was lost, doubled or changed by accident; the hash over the whole file stands against deceit.
 */
function createSum(start = "0") {
  let sum = BigInt(`0x${start}`);
  return {
    add(bytes: Buffer) {
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash("sha256").update(bytes).digest("hex")}`));
    },
    toHex: () => sum.toString(16).padStart(64, "0"),
  };
}

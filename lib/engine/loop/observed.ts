import { isRecord } from "@/lib/protocol/json";
import { toCallKey } from "./loop-guard";
import { toPlain } from "./near-query";

export type TracedCall = {
  toolName: string;
  input: unknown;
  /** What the model read. */
  output: string;
  isOk: boolean;
  /** Addresses, evidence ids or result ids that it brought. */
  sources: string[];
  /** Whether the tool says that it found nothing. */
  isEmpty: boolean;
};

/** What is known from calls, in the order in which they are added. */
export function createObserved() {
  const sources = new Set<string>();
  const pieces = new Set<string>();
  const answers = new Set<string>();
  let text = "";

  function isKnownPiece(piece: string): boolean {
    // A passage cut elsewhere is the same passage; a short one could be the beginning of another number.
    return pieces.has(piece) || (piece.length >= leastCutPiece && text.includes(piece));
  }

  return {
    /** Adds the call, and says whether it brought a source or a successful text that was not there before. */
    add(call: TracedCall): boolean {
      if (!call.isOk || isEmptyAnswer(call)) return false;
      const newSources = listStableSources(call).filter((source) => !sources.has(source));
      const own = listPieces(call);
      const isShort = own.join("").length < leastSubstance && call.sources.length === 0;
      const answer = `${toCallKey(call)} ${own.join("\n")}`;
      const hasNewText = isShort ? !answers.has(answer) : own.some((piece) => !isKnownPiece(piece));
      for (const source of newSources) sources.add(source);
      for (const piece of own) pieces.add(piece);
      answers.add(answer);
      text += `\n${own.join("\n")}`;
      return newSources.length > 0 || (hasNewText && !isPageList(call));
    },
  };
}

/** Equal for observations that say the same in any order of lines; `null` for one too short to tell. */
export function findObservationKey(call: TracedCall): string | null {
  if (!call.isOk || isEmptyAnswer(call)) return null;
  const key = listPieces(call).sort().join("\n");
  return key.length < leastSubstance && call.sources.length === 0 ? null : key;
}

/** The text by which a call looks something up, or null when it does not. */
export function findQuery({ input }: TracedCall): string | null {
  const texts = listFields(input).flatMap(([name, value]) => (isQueryField(name) ? listTexts(value) : []));
  return texts.length === 0 ? null : texts.join(" ");
}

/** The call without the text by which it looks something up, and without its reason. */
export function toFrame({ toolName, input }: TracedCall): string {
  return toCallKey({
    toolName,
    input: Object.fromEntries(listFields(input).filter(([name]) => !isQueryField(name))),
  });
}

const leastSubstance = 30;
const leastCutPiece = 20;
const queryFields = new Set(
  "query queries q search searchquery searchterms terms term keywords keyword question topic focus targetinfo".split(
    " ",
  ),
);
const addressFields = new Set("url urls address addresses resultid id ids path paths file files".split(" "));
const resultId = /\br_[a-z0-9]{8}\b/gi;
/** Where an observation differs though it says the same: ids, moments, how long it took. */
const incidental = [
  resultId,
  /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /\b\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:?\d\d)?/gi,
  /\b\d+(\.\d+)? ?ms\b/gi,
];
/** Data without anything in it. */
const emptyAnswer = /^(\[\s*\]|\{\s*\}|""|null|undefined|\{\s*"\w+":\s*\[\s*\]\s*\})?$/;

function isEmptyAnswer({ output, sources, isEmpty }: TracedCall): boolean {
  return isEmpty || (sources.length === 0 && emptyAnswer.test(toPlain(output)));
}

/** A list of pages brings pages; how it words them differs from query to query. */
function isPageList(call: TracedCall): boolean {
  const readsOne = listFields(call.input).some(([name]) => addressFields.has(toFieldKey(name)));
  return call.sources.length > 0 && findQuery(call) !== null && !readsOne;
}

/** A search gets a new result id each time: beside addresses ids do not count. */
function listStableSources({ sources }: TracedCall): string[] {
  const addresses = sources.filter((source) => source.replace(resultId, "") !== "");
  return addresses.length > 0 ? addresses : sources;
}

/** The sentences and lines of what came back, without what it quotes of the call. */
function listPieces({ input, output }: TracedCall): string[] {
  const echoes = listFields(input).flatMap(([name, value]) =>
    isQueryField(name) ? listTexts(value).map(toPlain) : [],
  );
  const quoted = echoes.flatMap((echo) => [`"${echo}"`, `“${echo}”`, `「${echo}」`]);
  const lines = output
    .split(/\n|(?<=[.!?])\s|(?<=[。！？；])/)
    .map((line) => quoted.reduce((rest, echo) => rest.replaceAll(echo, ""), toPlain(line)));
  const plain = lines.map((line) =>
    toPlain(incidental.reduce((rest, pattern) => rest.replace(pattern, ""), line.replace(/^\[\d+\] /, ""))),
  );
  return [...new Set(plain.filter((line) => /[\p{L}\p{N}]/u.test(line)))];
}

function toFieldKey(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function isQueryField(name: string): boolean {
  return queryFields.has(toFieldKey(name));
}

function listFields(input: unknown): [string, unknown][] {
  return isRecord(input) ? Object.entries(input) : [];
}

function listTexts(value: unknown): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === "string" && text.trim() !== "");
}

import * as docx from "docx";
import type { AnswerSource, MarkVerdicts, ShownAnswer } from "@/lib/features/evidence/shape/answer-evidence";
import { listMarks, signMarks } from "@/lib/features/evidence/shape/citation-marks";
import type { Snapshot, SnapshotTurn } from "@/lib/features/sharing/shape";
import { listHeadings, parseMarkdown, toBlocks, toNumbering, type Block, type Starts } from "./docx-blocks";
import { codeFont, toAddress, toSourceAnchor, toXmlText, type Anchors } from "./docx-runs";
import { listLegend, toSign, writeSeal, type SealWords } from "./seal-lines";
import { listAbout, listDistinct, listFacts, toLine, type ExportWords } from "./source-lines";

/** An answer with its sources as an Office Open XML document. Nothing in it runs or loads from elsewhere. */
export async function toDocx(answer: ShownAnswer, words: ExportWords): Promise<Uint8Array> {
  const starts: Starts = new Set();
  const about = listAbout(answer, words).join(" · ");
  return pack({ title: answer.question ?? answer.title, language: words.language, starts }, [
    ...(about === "" ? [] : [toQuiet(about)]),
    ...toAnswer({ ...answer, text: answer.answer, turn: 0 }, { words, starts }),
    ...toSources(answer.sources, words, starts),
    ...toLegend(answer.marks ?? [], words),
  ]);
}

export type TalkWords = SealWords & { you: string; sextant: string; sources: string };

/** A conversation, each answer with its sources. */
export async function toTalkDocx({ title, turns }: Snapshot, words: TalkWords): Promise<Uint8Array> {
  const starts: Starts = new Set();
  const toTurn = (turn: SnapshotTurn, at: number): Block[] =>
    turn.role === "user"
      ? [toHeading(words.you, "Heading1"), ...turn.text.split("\n").map(toPlain)]
      : [
          toHeading(words.sextant, "Heading1"),
          ...toAnswer({ ...turn, turn: at }, { words, starts }),
          ...(turn.sources.length === 0 ? [] : [toHeading(words.sources, "Heading2")]),
          ...turn.sources.flatMap((source) => [toSourceHead(source, at), toQuiet(source.url)]),
        ];
  return pack({ title, language: words.language, starts }, [
    ...turns.flatMap(toTurn),
    ...toLegend(
      turns.flatMap(({ marks }) => marks ?? []),
      words,
    ),
  ]);
}

async function pack(
  about: { title: string; language: string; starts: Starts },
  blocks: Block[],
): Promise<Uint8Array> {
  const title = toXmlText(toLine(about.title));
  const children = [new docx.Paragraph({ style: "Title", children: [new docx.TextRun(title)] }), ...blocks];
  const document = new docx.Document({
    ...{ title, creator: "Sextant", styles: toStyles(about.language), sections: [{ children }] },
    numbering: { config: [...about.starts].map(toLevels) },
  });
  return new Uint8Array(await docx.Packer.toBuffer(document));
}

type Told = Pick<SnapshotTurn, "text" | "marks"> & { turn: number; sources: readonly { number: number }[] };

/** What the check found of it in one sentence, and its text with signs. */
function toAnswer({ text, turn, ...about }: Told, { words, starts }: { words: SealWords; starts: Starts }) {
  // Read piece by piece, the text would not tell an index from a citation.
  const tokens = parseMarkdown(signMarks(text, toSigns(text, about.marks)));
  const sources = new Set(about.sources.map(({ number }) => number));
  const anchors: Anchors = { headings: listHeadings(tokens, turn), sources, turn };
  const seal = writeSeal(about.marks, words);
  const head = seal === null ? [] : [new docx.TextRun({ text: seal, bold: true })];
  return [
    ...(seal === null ? [] : [new docx.Paragraph({ children: head })]),
    ...toBlocks(docx, tokens, { anchors, starts }),
  ];
}

function toLegend(marks: readonly MarkVerdicts[], words: SealWords): Block[] {
  const legend = listLegend(marks, words).join(" · ");
  return legend === "" ? [] : [toQuiet(legend)];
}

/** For each pair of brackets the signs of its numbers, in order. */
function toSigns(text: string, marks: readonly MarkVerdicts[] | undefined): (index: number) => string {
  const found = listMarks(text);
  if (marks?.length !== found.length) return () => "";
  return (index) => (found[index]?.numbers ?? []).map((number) => toSign(marks[index]?.[number])).join(",");
}

const toPlain = (text: string): docx.Paragraph =>
  new docx.Paragraph({ children: [new docx.TextRun(toXmlText(text))] });
const toHeading = (text: string, style: string): docx.Paragraph =>
  new docx.Paragraph({ style, children: [new docx.TextRun(text)] });

function toSources(sources: readonly AnswerSource[], words: ExportWords, starts: Starts): Block[] {
  if (sources.length === 0) return [];
  return [
    toHeading(words.sources, "Heading1"),
    ...sources.flatMap((source) => toSource(source, words, starts)),
  ];
}

function toSource(source: AnswerSource, words: ExportWords, starts: Starts): Block[] {
  const { site, contentHash } = source;
  const facts = [toLine(site), ...listFacts(source, words)].join(" · ");
  const hash = contentHash === null ? [] : [toQuiet(`${words.hash}${words.colon}${contentHash}`)];
  const anchors: Anchors = { headings: new Map(), sources: new Set(), turn: 0 };
  const quotes = listDistinct(source.quotes).flatMap(({ quote, sentences }): Block[] => [
    ...(quote === null ? [] : toBlocks(docx, parseMarkdown(quote), { anchors, starts, quotes: 1 })),
    ...sentences.map(({ verdict, sentence }) =>
      toQuiet(`${words.verdict[verdict]}${words.colon}${toLine(sentence)}`),
    ),
  ]);
  return [toSourceHead(source, 0), toQuiet(facts), ...hash, ...quotes];
}

/** Its number, where a citation leads, and its title, which leads to the page. */
function toSourceHead({ number, title, url }: Pick<AnswerSource, "number" | "title" | "url">, turn: number) {
  const label = new docx.TextRun({ text: `[${number}] `, bold: true });
  const name = new docx.TextRun({ text: toXmlText(toLine(title)), style: "Hyperlink" });
  const link = toAddress(url);
  return new docx.Paragraph({
    spacing: { before: 160 },
    children: [
      new docx.Bookmark({ id: toSourceAnchor(number, turn), children: [label] }),
      link === null
        ? new docx.TextRun(toXmlText(toLine(title)))
        : new docx.ExternalHyperlink({ link, children: [name] }),
    ],
  });
}

const toQuiet = (text: string): docx.Paragraph =>
  new docx.Paragraph({ style: "Quiet", children: [new docx.TextRun(toXmlText(text))] });

function toLevels(start: number) {
  return {
    reference: toNumbering(start),
    levels: Array.from({ length: 9 }, (_, level) => ({
      ...{ level, format: docx.LevelFormat.DECIMAL, text: `%${level + 1}.`, start },
      style: { paragraph: { indent: { left: (level + 1) * 480, hanging: 360 } } },
    })),
  };
}

/** Chinese has a font of its own, whatever the reader's Office takes for other words. */
function toStyles(language: string): docx.IStylesOptions {
  const font = { ascii: "Calibri", hAnsi: "Calibri", cs: "Calibri", eastAsia: "Microsoft YaHei" };
  const lang = { value: "en-US", eastAsia: "zh-CN", ...(language === "zh" && { value: "zh-CN" }) };
  const base = { basedOn: "Normal", next: "Normal", quickFormat: true };
  return {
    default: {
      document: {
        run: { font, size: 22, language: lang },
        paragraph: { spacing: { after: 120, line: 276 } },
      },
    },
    paragraphStyles: [
      { id: "Quiet", name: "Quiet", ...base, run: { color: "5C6B78", size: 18 } },
      {
        ...{ id: "Quote", name: "Quote", ...base, run: { italics: true, color: "40505E" } },
        paragraph: { indent: { left: 480 } },
      },
      {
        ...{ id: "Code", name: "Code", ...base, run: { font: codeFont, size: 19 } },
        paragraph: { shading: { fill: "F1EFE9" } },
      },
    ],
  };
}

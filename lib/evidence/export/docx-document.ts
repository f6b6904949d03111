import * as docx from "docx";
import type { AnswerSource, ShownAnswer } from "@/lib/protocol/answer-evidence";
import { listMarks, signMarks } from "@/lib/protocol/citation-marks";
import { listHeadings, parseMarkdown, toBlocks, toNumbering, type Block, type Starts } from "./docx-blocks";
import { codeFont, toAddress, toSourceAnchor, toXmlText, type Anchors } from "./docx-runs";
import { listLegend, toSign, writeSeal } from "./seal-lines";
import { listAbout, listDistinct, listFacts, toLine, type ExportWords } from "./source-lines";

/** An answer with its sources as an Office Open XML document. Nothing in it runs or loads from elsewhere. */
export async function toDocx(answer: ShownAnswer, words: ExportWords): Promise<Uint8Array> {
  // Read piece by piece, the text would not tell an index from a citation.
  const tokens = parseMarkdown(signMarks(answer.answer, toSigns(answer)));
  const sources = new Set(answer.sources.map(({ number }) => number));
  const anchors: Anchors = { headings: listHeadings(tokens), sources };
  const starts: Starts = new Set();
  const title = toXmlText(toLine(answer.question ?? answer.title));
  const about = toXmlText(listAbout(answer, words).join(" · "));
  const seal = writeSeal(answer.marks, words);
  const children: Block[] = [
    new docx.Paragraph({ style: "Title", children: [new docx.TextRun(title)] }),
    ...(about === "" ? [] : [toQuiet(about)]),
    ...(seal === null
      ? []
      : [new docx.Paragraph({ children: [new docx.TextRun({ text: seal, bold: true })] })]),
    ...toBlocks(docx, tokens, { anchors, starts }),
    ...toSources(answer.sources, words, starts),
    ...(seal === null ? [] : [toQuiet(listLegend(answer.marks ?? [], words).join(" · "))]),
  ];
  const document = new docx.Document({
    ...{ title, creator: "Sextant", styles: toStyles(words.language), sections: [{ children }] },
    numbering: { config: [...starts].map(toLevels) },
  });
  return new Uint8Array(await docx.Packer.toBuffer(document));
}

/** For each pair of brackets the signs of its numbers, in order. */
function toSigns({ answer, marks }: ShownAnswer): (index: number) => string {
  const found = listMarks(answer);
  if (marks?.length !== found.length) return () => "";
  return (index) => (found[index]?.numbers ?? []).map((number) => toSign(marks[index]?.[number])).join(",");
}

function toSources(sources: readonly AnswerSource[], words: ExportWords, starts: Starts): Block[] {
  if (sources.length === 0) return [];
  const heading = new docx.Paragraph({ style: "Heading1", children: [new docx.TextRun(words.sources)] });
  return [heading, ...sources.flatMap((source) => toSource(source, words, starts))];
}

function toSource(source: AnswerSource, words: ExportWords, starts: Starts): Block[] {
  const { number, title, url, site, contentHash } = source;
  const label = new docx.TextRun({ text: `[${number}] `, bold: true });
  const name = new docx.TextRun({ text: toXmlText(toLine(title)), style: "Hyperlink" });
  const link = toAddress(url);
  const head = new docx.Paragraph({
    spacing: { before: 160 },
    children: [
      new docx.Bookmark({ id: toSourceAnchor(number), children: [label] }),
      link === null
        ? new docx.TextRun(toXmlText(toLine(title)))
        : new docx.ExternalHyperlink({ link, children: [name] }),
    ],
  });
  const facts = [toLine(site), ...listFacts(source, words)].join(" · ");
  const hash = contentHash === null ? [] : [toQuiet(`${words.hash}${words.colon}${contentHash}`)];
  const anchors: Anchors = { headings: new Map(), sources: new Set() };
  const quotes = listDistinct(source.quotes).flatMap(({ quote, sentences }): Block[] => [
    ...(quote === null ? [] : toBlocks(docx, parseMarkdown(quote), { anchors, starts, quotes: 1 })),
    ...sentences.map(({ verdict, sentence }) =>
      toQuiet(`${words.verdict[verdict]}${words.colon}${toLine(sentence)}`),
    ),
  ]);
  return [head, toQuiet(facts), ...hash, ...quotes];
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

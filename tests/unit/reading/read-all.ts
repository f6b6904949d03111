import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { pickPassages } from "@/lib/net/passages";
import { readDocument, type ReadDocument } from "@/lib/net/read-document";
import { documentPages } from "@/tests/fixtures/pages/documents";
import { everydayPages } from "@/tests/fixtures/pages/everyday";
import { languagePages } from "@/tests/fixtures/pages/languages";
import { newsPages } from "@/tests/fixtures/pages/news";
import type { ReadingPage } from "@/tests/fixtures/pages/reading-page";
import { referencePages } from "@/tests/fixtures/pages/reference";
import { startPageServer, type PageHandler } from "@/tests/support/page-server";

export const readingPages: ReadingPage[] = [
  ...newsPages,
  ...referencePages,
  ...everydayPages,
  ...languagePages,
  ...documentPages,
];

/** What was read of a page, beside what should have been. */
export type Reading = {
  page: ReadingPage;
  document: ReadDocument;
  missed: string[];
  read: string[];
  isAnswerPicked: boolean;
};

/** Serves every page on this machine and reads it as the product would. */
export async function readAll(): Promise<Map<string, Reading>> {
  const handlers = readingPages.map(({ path, contentType, body }): [string, PageHandler] => [
    path,
    (_request, response) => response.writeHead(200, { "content-type": contentType }).end(body),
  ]);
  const server = await startPageServer(Object.fromEntries(handlers));
  const fetch = createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`] });
  const { signal } = new AbortController();
  try {
    const readings = new Map<string, Reading>();
    for (const page of readingPages) {
      const sent = await fetch(`${server.url}${page.path}`, { signal });
      readings.set(page.path, judge(page, await readDocument({ ...sent, signal })));
    }
    return readings;
  } finally {
    await server.close();
  }
}

function judge(page: ReadingPage, document: ReadDocument): Reading {
  const text = toPlain(document.markdown);
  const picked = pickPassages(document.markdown, page.query, { passages: 4, characters: 2_500 });
  return {
    page,
    document,
    missed: page.expected.filter((passage) => !text.includes(toPlain(passage))),
    read: page.forbidden.filter((passage) => text.includes(toPlain(passage))),
    isAnswerPicked: picked.some((passage) => toPlain(passage.text).includes(toPlain(page.answer))),
  };
}

/** Without what Markdown may write in two ways: emphasis, escapes and blanks. */
function toPlain(markdown: string): string {
  return markdown
    .replace(/\\([\\`*_{}[\]()#+.!<>~|-])/g, "$1")
    .replace(/\*{1,2}/g, "")
    .replace(/\s+/g, " ");
}

/** A part of a text. `page`: the page that begins with it. */
export type PageSegment = { page: number | null; start: number; end: number };

/** A window of a text, cut where pages begin. Several pages may begin at one place: those have no text. */
export function cutAtPages(
  pages: readonly number[],
  { start, end }: { start: number; end: number },
): PageSegment[] {
  const begun = pages.flatMap((at, index) => (at >= start && at < end ? [{ at, page: index + 1 }] : []));
  const marks = [
    ...(begun[0]?.at === start ? [] : [{ at: start, page: null }]),
    ...begun.map(({ at, page }) => ({ at, page: page as number | null })),
  ];
  return marks.map(({ at, page }, index) => ({ page, start: at, end: marks[index + 1]?.at ?? end }));
}

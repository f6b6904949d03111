/** The words of a table's cells, without the numbers of sources. */
export function readRows({ rows }: HTMLTableElement): string[][] {
  return [...rows].map(({ cells }) =>
    [...cells].map((cell) => {
      const copy = cell.cloneNode(true) as HTMLElement;
      copy.querySelectorAll(".citation").forEach((mark) => mark.remove());
      return copy.textContent.trim();
    }),
  );
}

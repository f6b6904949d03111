export function sum<ITEM>(items: readonly ITEM[], pick: (item: ITEM) => number): number {
  return items.reduce((total, item) => total + pick(item), 0);
}

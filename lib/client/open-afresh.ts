/** Leaves for a whole new page, so that nothing of the person who was here stays in memory. */
export function openAfresh(address: string): void {
  window.location.assign(address);
}

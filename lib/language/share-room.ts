/** How much of the room each size gets: the short what they take, the long the same of the rest. */
export function shareRoom(sizes: readonly number[], room: number): number[] {
  const rooms: number[] = [];
  let left = Math.max(0, room);
  for (const [done, [index, size]] of [...sizes.entries()].toSorted(([, a], [, b]) => a - b).entries()) {
    const own = Math.min(size, Math.floor(left / (sizes.length - done)));
    rooms[index] = own;
    left -= own;
  }
  return rooms;
}

/** Browsers open about so many connections to a server; a request that waits for one would time out. */
const connections = 6;

/** Works through all of them, some at a time, and gives those for which the work said no. */
export async function listFailing(
  ids: readonly string[],
  work: (id: string) => Promise<boolean>,
  atOnce = connections,
): Promise<string[]> {
  const waiting = [...ids];
  const failed: string[] = [];
  const workOn = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      if (!(await work(id))) failed.push(id);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return failed;
}

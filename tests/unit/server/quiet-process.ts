import { collectWhenQuiet } from "@/lib/server/quiet-collection";

const makeWaste = () => Array.from({ length: 3_000_000 }, (_, at) => ({ at, text: `waste ${at}` }));
const isLeftAlone = process.argv.includes("--left-alone");
const lookMs = 500;
/** A busy machine may need longer to be quiet; alone, ten seconds of nothing have to do. */
const mostLooks = isLeftAlone ? 20 : 50;

/** Whether the memory of the waste is given back while nothing else is done. */
function isGivenBack(): Promise<boolean> {
  const made = makeWaste().length;
  const full = process.memoryUsage().heapUsed;
  return new Promise((resolve) => {
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      const isFreed = full - process.memoryUsage().heapUsed > 30 * made;
      if (!isFreed && looks < mostLooks) return;
      clearInterval(timer);
      resolve(isFreed);
    }, lookMs);
  });
}

if (!isLeftAlone) collectWhenQuiet(3_000);
console.log(await isGivenBack(), await isGivenBack());

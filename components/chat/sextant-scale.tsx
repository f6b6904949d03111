/** Ticks of three lengths on a circle whose upper end is seen, a tick in each unit of its length. */
const scales = [
  { every: 1, length: 6 },
  { every: 5, length: 10 },
  { every: 10, length: 14 },
];
const radius = 640;

/** The arc of a sextant and its index: an ornament. */
export function SextantScale() {
  return (
    <svg
      viewBox="0 0 560 76"
      fill="none"
      aria-hidden="true"
      className="mx-auto -mb-4.5 block w-140 max-w-full mask-x-from-40% mask-x-to-100% max-sm:mb-0 short:hidden"
    >
      {scales.map(({ every, length }) => (
        <circle
          key={every}
          r={radius - length / 2}
          pathLength={310}
          strokeDasharray={`0.08 ${every - 0.08}`}
          strokeDashoffset={0.04}
          strokeWidth={length}
          transform={`translate(280 ${radius + 8}) rotate(-90)`}
          className="stroke-[var(--strong)] opacity-55"
        />
      ))}
      <path d="M280 2v26" strokeWidth="2" strokeLinecap="round" className="stroke-[var(--mark)]" />
    </svg>
  );
}

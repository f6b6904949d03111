/** The sextant's frame, index arm and arc; decoration beside the name. */
export function Logo({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 text-accent ${className}`}>
      <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16 5 6.4 22M16 5l9.6 17M16 5l2.8 20.4" />
        <path d="M5.4 23.2a18.6 18.6 0 0 0 21.2 0" />
      </g>
      <circle cx="16" cy="5.2" r="2.4" className="fill-ink" />
    </svg>
  );
}

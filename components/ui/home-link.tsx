import Link from "next/link";

export function HomeLink({ label }: { label: string }) {
  return (
    <Link
      href="/"
      prefetch={false}
      className="inline-flex min-h-9 pointer-coarse:min-h-11 items-center rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken"
    >
      {label}
    </Link>
  );
}

import {
  Activity,
  ArrowLeft,
  Bell,
  Blocks,
  Bot,
  Box,
  FlaskConical,
  Globe,
  Mail,
  History,
  List,
  ScrollText,
  Search,
  Signpost,
  SlidersHorizontal,
  ThumbsDown,
  UserRound,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useModifierName } from "@/components/ui/key-names";
import { Logo } from "@/components/ui/logo";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import {
  adminGroups,
  adminPages,
  maySeePage,
  type AdminGroup,
  type AdminPageId,
} from "@/lib/features/accounts/shape/admin-access";
import { finder } from "./finder";

type Props = {
  role: Role;
  counts: Partial<Record<AdminPageId, number>>;
  /** A sheet closes behind the page that was chosen. */
  onNavigate?: () => void;
};

const icons: Record<AdminPageId, LucideIcon> = {
  overview: Activity,
  runs: List,
  ratings: ThumbsDown,
  alerts: Bell,
  agent: SlidersHorizontal,
  agents: Bot,
  laboratory: FlaskConical,
  history: History,
  models: Box,
  tools: Wrench,
  mcp: Blocks,
  search: Globe,
  people: UserRound,
  invitations: Mail,
  audit: ScrollText,
  site: Signpost,
};
const ids = Object.keys(adminPages) as AdminPageId[];

/** The pages of the administration that the role sees, in their groups. */
export function AdminRail({ role, counts, onNavigate }: Props) {
  const t = useTranslations("admin");
  const modifier = useModifierName();
  return (
    <>
      <p className="flex h-12 shrink-0 items-center gap-2 px-4 pt-2 font-semibold">
        <Logo className="size-6" />
        <span className="min-w-0 flex-1 truncate">{t("title")}</span>
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="mx-2.5 mt-2 flex h-9 shrink-0 items-center gap-2.5 rounded-lg border border-strong bg-raised px-2.5 text-sm text-quiet hover:text-ink pointer-coarse:h-11"
        onClick={() => {
          onNavigate?.();
          finder.setState({ isOpen: true });
        }}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate text-start">{t("find.label")}</span>
        <kbd className="key" aria-hidden="true">
          {modifier} K
        </kbd>
      </button>
      <nav aria-label={t("nav")} className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        {adminGroups.map((group) => {
          const pages = ids.filter((id) => adminPages[id].group === group && maySeePage(role, id));
          return pages.length > 0 && <Group key={group} {...{ group, pages, counts, onNavigate }} />;
        })}
      </nav>
      <Link
        href="/"
        prefetch={false}
        className="flex min-h-12 shrink-0 items-center gap-2.5 border-t border-hairline px-5 pb-[env(safe-area-inset-bottom)] text-sm hover:bg-sunken"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        {t("back")}
      </Link>
    </>
  );
}

type GroupProps = Pick<Props, "counts"> & {
  group: AdminGroup;
  pages: readonly AdminPageId[];
  onNavigate: (() => void) | undefined;
};

function Group({ group, pages, counts, onNavigate }: GroupProps) {
  const t = useTranslations("admin");
  const id = useId();
  const path = usePathname();
  return (
    <section aria-labelledby={id} className="pt-3">
      <h2 id={id} className="px-2.5 pb-1 text-xs font-medium text-quiet">
        {t(`groups.${group}`)}
      </h2>
      <ul>
        {pages.map((page) => {
          const Icon = icons[page];
          const count = counts[page] ?? 0;
          return (
            <li key={page}>
              <Link
                href={adminPages[page].href}
                prefetch={false}
                aria-current={isHere(path, adminPages[page].href) ? "page" : undefined}
                {...(onNavigate && { onClick: onNavigate })}
                className="group flex h-8 items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-sunken aria-[current=page]:bg-tint aria-[current=page]:font-medium pointer-coarse:h-11"
              >
                <Icon
                  className="size-4 shrink-0 text-quiet group-aria-[current=page]:text-mark"
                  aria-hidden
                />
                <span className="min-w-0 flex-1 truncate">{t(`pages.${page}.name`)}</span>
                {count > 0 && (
                  <span className="rounded-full tabular-nums bg-bad-tint px-1.5 text-xs leading-5 text-bad">
                    <span className="sr-only">{t("open")}</span> {count}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The page itself, or one below it. */
function isHere(path: string, href: string): boolean {
  return path === href || (href !== "/admin" && path.startsWith(`${href}/`));
}

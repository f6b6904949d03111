import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { InviteResult } from "@/lib/features/accounts/shape/accounts";
import { ShownLink } from "./shown-link";

/** What came of each address: mailed, a link to hand over, or nothing as they are here or invited already. */
export function InviteResults({ results }: { results: readonly InviteResult[] }) {
  const t = useTranslations("admin.people");
  const [only] = results;
  if (only !== undefined && results.length === 1 && only.problem === null) return <ShownLink reply={only} />;
  const sent = results.filter(({ isSent }) => isSent).length;
  const links = results.filter(({ link }) => link !== null);
  const known = results.filter(({ problem }) => problem !== null);
  return (
    <div className="grid gap-4 text-sm leading-5" role="status">
      {sent > 0 && <p>{t("results.sent", { count: sent })}</p>}
      {links.length > 0 && (
        <section>
          <div className="flex items-center justify-between gap-2">
            <p>{t("results.links", { count: links.length })}</p>
            <CopyButton
              text={links.map(({ email, link }) => `${email ?? ""}\t${link ?? ""}`).join("\n")}
              label={t("results.copyAll")}
              doneLabel={t("link.copied")}
              tip="left"
            />
          </div>
          <ul className="max-h-60 overflow-y-auto pt-1">
            {links.map(({ email, link }) => (
              <li key={link} className="border-t border-hairline py-1.5">
                <p className="font-medium wrap-anywhere">{email}</p>
                <p className="font-mono text-xs wrap-anywhere text-quiet">{link}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {known.length > 0 && (
        <ul>
          {known.map(({ email, problem }) => (
            <li key={email} className="wrap-anywhere">
              {t(problem === "member" ? "results.member" : "results.invited", { email: email ?? "" })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

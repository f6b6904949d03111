import { useTranslations } from "next-intl";
import { exportFormats, toExportPath, type Leaving } from "@/lib/client/leaving";

/** The files that can be had, the same of an answer and of a conversation. */
export function FileTab({ place }: { place: Leaving }) {
  const t = useTranslations("shell.share");
  return (
    <ul className="-mx-2">
      {exportFormats.map((format) => (
        <li key={format}>
          <a
            href={toExportPath(place, format)}
            download
            className="flex min-h-11 flex-wrap items-baseline gap-x-2 rounded-lg px-2 py-2.5 hover:bg-sunken"
          >
            <span className="font-medium">{t(`formats.${format}`)}</span>
            <span className="text-sm text-quiet">{t(`uses.${format}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

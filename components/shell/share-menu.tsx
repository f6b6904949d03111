import { Braces, FileCode2, FileText, Link2, Printer, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

const formats = [
  ["markdown", FileText],
  ["html", FileCode2],
  ["json", Braces],
] as const;

/** The ways out of a conversation: an address for others, files for oneself, paper. */
export function ShareMenu({ conversationId }: { conversationId: string }) {
  const t = useTranslations("shell.share");
  const [isOpen, setOpen] = useState(false);
  const path = `/api/conversations/${encodeURIComponent(conversationId)}/export`;
  const print = () => window.open(`${path}?format=html&inline=true`, "_blank", "noopener");
  return (
    <>
      <Menu label={t("menu")} icon={<Share2 className="size-4" aria-hidden="true" />} tip="bottom">
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => setOpen(true)}>
          {t("link")}
        </MenuItem>
        {formats.map(([format, Icon]) => (
          <MenuItem
            key={format}
            icon={<Icon size={16} aria-hidden />}
            onSelect={() => save(`${path}?format=${format}${format === "json" ? "&branch=all" : ""}`)}
          >
            {t(format)}
          </MenuItem>
        ))}
        <MenuItem icon={<Printer size={16} aria-hidden />} onSelect={print}>
          {t("print")}
        </MenuItem>
      </Menu>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog conversationId={conversationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The server names the file; the page stays where it is. */
function save(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}

import { Braces, FileCode2, FileText, Link2, Printer, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";
import { exportFormats, saveConversation, toExportAddress } from "@/lib/client/save-conversation";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

const icons = { markdown: FileText, html: FileCode2, json: Braces };

/** The ways out of a conversation: an address for others, files for oneself, paper. */
export function ShareMenu({ conversationId }: { conversationId: string }) {
  const t = useTranslations("shell.share");
  const [isOpen, setOpen] = useState(false);
  const print = () =>
    window.open(`${toExportAddress(conversationId)}?format=html&inline=true`, "_blank", "noopener");
  return (
    <>
      <Menu label={t("menu")} icon={<Share2 className="size-4" aria-hidden="true" />} tip="bottom">
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => setOpen(true)}>
          {t("link")}
        </MenuItem>
        {exportFormats.map((format) => {
          const Icon = icons[format];
          return (
            <MenuItem
              key={format}
              icon={<Icon size={16} aria-hidden />}
              onSelect={() => saveConversation(conversationId, format)}
            >
              {t(format)}
            </MenuItem>
          );
        })}
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

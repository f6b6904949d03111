"use client";

import { AtSign, LibraryBig, Paperclip, Slash, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MenuItem } from "@/components/ui/menu";
import { moveFocus } from "@/components/ui/popover";
import { nameKey } from "@/components/ui/key-names";
import type { SearchFocus } from "@/lib/protocol/chat-request";
import { Focused } from "./chip";
import { MoreMenu, type MoreProps } from "./more-menu";
import { ScopeList } from "@/components/documents/scope-list";
import { WebMenu } from "./web-menu";

export type AddProps = MoreProps & {
  focus: SearchFocus | null;
  onFiles: () => void;
  /** Writes the sign that asks for a list. */
  onSign: (sign: "/" | "@") => void;
};

/** What can be put beside the question; on a phone also what has no chip of its own there. */
export function AddMenu({ focus, onFiles, onSign, ...more }: AddProps) {
  const t = useTranslations("chat.add");
  const [isLibrary, setLibrary] = useState(false);
  const [isSheet] = useState(() => matchMedia("(width < 40rem)").matches);
  const where = useTranslations("chat.choice")("search");
  const { scopeKey } = more;
  const { focusEngines } = more.settings;
  if (isLibrary)
    return (
      <Focused>
        <div className="px-2 pb-1">
          <ScopeList scopeKey={scopeKey} />
        </div>
      </Focused>
    );
  return (
    <>
      <div role="menu" tabIndex={-1} aria-label={t("name")} onKeyDown={moveFocus}>
        <MenuItem icon={toIcon(Paperclip)} onSelect={onFiles}>
          <Named name={t("files")} keys={["mod", "U"]} />
        </MenuItem>
        {!isSheet && (
          <MenuItem icon={toIcon(LibraryBig)} isKeptOpen onSelect={() => setLibrary(true)}>
            <Named name={t("library")} keys={["›"]} />
          </MenuItem>
        )}
        <MenuItem icon={toIcon(Slash)} onSelect={() => onSign("/")}>
          <Named name={t("prompt")} keys={["/"]} />
        </MenuItem>
        <MenuItem icon={toIcon(AtSign)} onSelect={() => onSign("@")}>
          <Named name={t("mention")} keys={["@"]} />
        </MenuItem>
      </div>
      {isSheet && focusEngines !== null && (
        <div className="border-t border-hairline pt-2">
          <p aria-hidden className="px-2.5 pb-1 text-xs font-medium text-quiet">
            {where}
          </p>
          <WebMenu engines={focusEngines} focus={focus} />
        </div>
      )}
      {isSheet && <MoreMenu {...more} />}
    </>
  );
}

const toIcon = (Icon: LucideIcon) => <Icon size={16} aria-hidden className="shrink-0 text-quiet" />;

function Named({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <>
      <span className="min-w-0 flex-1">{name}</span>
      <kbd aria-hidden className="key pointer-coarse:hidden">
        {keys.map(nameKey).join(" ")}
      </kbd>
    </>
  );
}

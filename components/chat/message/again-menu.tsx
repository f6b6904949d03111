import { Bot, ChevronDown, Cpu, RotateCw, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import { modes } from "@/lib/client/conversation/choices";
import type { ChatOptions, RunMode } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";

type AgainMenuProps = { settings: ClientSettings; onAgain: (options?: ChatOptions) => void };

/** Another answer beside this one: as before at once, or with another model, mode or agent. */
export function AgainMenu({ settings, onAgain }: AgainMenuProps) {
  const t = useTranslations("chat");
  return (
    <>
      <IconButton
        label={t("actions.again")}
        icon={<RotateCw size={16} aria-hidden />}
        onClick={() => onAgain()}
        className="size-8 pointer-coarse:size-11"
      />
      <Menu
        label={t("again.ways")}
        icon={<ChevronDown size={14} aria-hidden />}
        className="h-8 w-6 pointer-coarse:size-11"
      >
        {listWays(settings, t).map(({ key, Icon, label, options }) => (
          <MenuItem key={key} icon={<Icon size={16} aria-hidden />} onSelect={() => onAgain(options)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

type AgainOption = { key: string; Icon: typeof Bot; label: string; options: ChatOptions };

function listWays(settings: ClientSettings, t: ReturnType<typeof useTranslations<"chat">>): AgainOption[] {
  const { models, agents, allowModelChoice } = settings;
  const toModel = ({ ref, label }: ClientSettings["models"][number]): AgainOption => ({
    ...{ key: ref, Icon: Cpu, label: t("again.with", { name: label }), options: { model: ref } },
  });
  const toMode = (mode: RunMode): AgainOption => ({
    ...{ key: mode, Icon: SlidersHorizontal, label: t(`modes.${mode}`), options: { mode } },
  });
  const toAgent = ({ id, name }: { id: string; name: string }): AgainOption => ({
    ...{ key: id, Icon: Bot, label: t("again.by", { name }), options: { agent: id } },
  });
  return [
    ...(allowModelChoice && models.length > 1 ? models.map(toModel) : []),
    ...modes.map(toMode),
    ...(agents.length > 0 ? [{ id: builtInAgentId, name: builtInAgentName }, ...agents].map(toAgent) : []),
  ];
}

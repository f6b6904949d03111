import { Bot, Cpu, RotateCcw, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { builtInAgentId, builtInAgentName } from "@/lib/protocol/built-in-agent";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { AgentStyle } from "@/lib/protocol/settings";

type AgainMenuProps = { settings: ClientSettings; onAgain: (options?: ChatOptions) => void };

/** Another answer beside this one: as before, or with another model, style or agent. */
export function AgainMenu({ settings, onAgain }: AgainMenuProps) {
  const t = useTranslations("chat");
  const icon = <RotateCcw size={16} aria-hidden />;
  const shape = { tip: "right", className: "size-8 pointer-coarse:size-11" } as const;
  const ways = listWays(settings, t);
  if (ways.length === 0)
    return <IconButton label={t("actions.again")} icon={icon} onClick={() => onAgain()} {...shape} />;
  return (
    <Menu label={t("actions.again")} icon={icon} {...shape}>
      <MenuItem icon={icon} onSelect={() => onAgain()}>
        {t("again.same")}
      </MenuItem>
      {ways.map(({ key, Icon, label, options }) => (
        <MenuItem key={key} icon={<Icon size={16} aria-hidden />} onSelect={() => onAgain(options)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const styles: AgentStyle[] = ["tool_first", "balanced", "direct"];

type Way = { key: string; Icon: typeof Bot; label: string; options: ChatOptions };

function listWays(settings: ClientSettings, t: ReturnType<typeof useTranslations<"chat">>): Way[] {
  const { models, agents, allowModelChoice, allowStyleOverride } = settings;
  const toModel = ({ ref, label }: ClientSettings["models"][number]): Way => ({
    ...{ key: ref, Icon: Cpu, label: t("again.with", { name: label }), options: { model: ref } },
  });
  const toStyle = (style: AgentStyle): Way => ({
    ...{ key: style, Icon: SlidersHorizontal, label: t(`styles.${style}`), options: { style } },
  });
  const toAgent = ({ id, name }: { id: string; name: string }): Way => ({
    ...{ key: id, Icon: Bot, label: t("again.by", { name }), options: { agent: id } },
  });
  return [
    ...(allowModelChoice && models.length > 1 ? models.map(toModel) : []),
    ...(allowStyleOverride ? styles.map(toStyle) : []),
    ...(agents.length > 0 ? [{ id: builtInAgentId, name: builtInAgentName }, ...agents].map(toAgent) : []),
  ];
}

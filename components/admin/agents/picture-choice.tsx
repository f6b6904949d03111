import { useTranslations } from "next-intl";
import { useId } from "react";
import { AgentPicture } from "@/components/agents/agent-picture";
import { agentColors, agentIcons, type AgentPicture as Picture } from "@/lib/features/agents/shape/agents";

type Props = { picture: Picture; onChange: (picture: Picture) => void };

/** An icon and a color, each chosen with the arrow keys, too. */
export function PictureChoice({ picture, onChange }: Props) {
  const t = useTranslations("admin.agents");
  return (
    <div className="grid gap-3">
      <Pictures
        label={t("icon")}
        chosen={picture.icon}
        options={agentIcons.map((icon) => ({
          value: icon,
          label: t(`icons.${icon}`),
          picture: { ...picture, icon },
        }))}
        onChange={onChange}
      />
      <Pictures
        label={t("color")}
        chosen={picture.color}
        options={agentColors.map((color) => ({
          value: color,
          label: t(`colors.${color}`),
          picture: { ...picture, color },
        }))}
        onChange={onChange}
      />
    </div>
  );
}

type PicturesProps = {
  label: string;
  chosen: string;
  options: { value: string; label: string; picture: Picture }[];
  onChange: (picture: Picture) => void;
};

function Pictures({ label, chosen, options, onChange }: PicturesProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, label: name, picture }) => (
        <label
          key={value}
          title={name}
          className="relative cursor-pointer rounded-xl border-2 border-transparent p-0.5 has-checked:border-mark has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            aria-label={name}
            checked={value === chosen}
            onChange={() => onChange(picture)}
            className="sr-only"
          />
          <AgentPicture picture={picture} size="large" />
        </label>
      ))}
    </fieldset>
  );
}

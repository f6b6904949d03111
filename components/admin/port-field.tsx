import { useTranslations } from "next-intl";
import { useState } from "react";
import { maxPorts, portRange } from "@/lib/protocol/settings-fields";

/** Port numbers with commas between. What is no list of ports is not taken, and gives way to the last one that was. */
export function PortField({
  ports,
  onChange,
}: {
  ports: readonly number[];
  onChange: (ports: number[]) => void;
}) {
  const t = useTranslations("admin");
  const [text, setText] = useState<string | null>(null);
  const isWrong = text !== null && findPorts(text) === null;
  const write = (typed: string): void => {
    setText(typed);
    const found = findPorts(typed);
    if (found !== null) onChange(found);
  };
  return (
    <span className="flex flex-col items-start">
      <input
        type="text"
        inputMode="numeric"
        aria-label={t("fields.fetchPorts.name")}
        aria-describedby="fetchPorts-help fetchPorts-wrong"
        aria-invalid={isWrong}
        value={text ?? ports.join(", ")}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setText(null)}
        className="text-field w-full sm:w-80"
      />
      <span id="fetchPorts-wrong" role="alert" className="pt-1 text-xs leading-4 text-bad empty:hidden">
        {isWrong && t("words.ports")}
      </span>
    </span>
  );
}

/** One to twenty ports, each once, or null. */
export function findPorts(text: string): number[] | null {
  const parts = text.split(/[\s,，、]+/).filter(Boolean);
  const ports = [...new Set(parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0)))];
  return ports.length >= 1 &&
    ports.length <= maxPorts &&
    ports.every((port) => port >= portRange.min && port <= portRange.max)
    ? ports
    : null;
}

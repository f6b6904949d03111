import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Segments } from "@/components/ui/segments";
import { KeyField } from "./key-field";
import { ServerForm } from "./server-form";

export type KeyPlace = { id: string; page: string; address?: string };

type Props = {
  name: string;
  /** Where its keys are made, each with an address of its own; none: any server. */
  places: KeyPlace[];
  onChanged: () => Promise<void>;
};

/** A provider's key, or the address of any server. */
export function SetupForm({ name, places, onChanged }: Props) {
  const t = useTranslations("setup");
  const [chosen, choose] = useState(places[0]?.id ?? "");
  const form = useRef<HTMLDivElement>(null);
  const wanted = places.length > 0 ? "[type=password]" : "input";
  useEffect(() => form.current?.querySelector<HTMLElement>(wanted)?.focus(), [wanted]);
  const place = places.find(({ id }) => id === chosen);
  return (
    <div ref={form}>
      {places.length > 1 && (
        <div className="pt-3">
          <Segments
            label={t("place")}
            value={chosen}
            options={places.map(({ id, page }) => ({ value: id, name: page.split("/", 1)[0] ?? page }))}
            onChoose={choose}
          />
        </div>
      )}
      {place === undefined ? (
        <ServerForm onChanged={onChanged} />
      ) : place.address === undefined ? (
        <KeyField owner={{ id: place.id, name }} hasKey={false} onChanged={onChanged} />
      ) : (
        <ServerForm key={place.id} name={place.id} known={place.address} onChanged={onChanged} />
      )}
      <p className="flex flex-wrap justify-between gap-x-4 pt-3 text-small text-quiet">
        {place && (
          <span>
            {t("getKey")}{" "}
            <a
              href={`https://${place.page}`}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-3 wrap-anywhere"
            >
              {place.page}
            </a>
          </span>
        )}
        <span>
          {t("more")}{" "}
          <Link href="/admin/models" prefetch={false} className="text-accent underline underline-offset-3">
            {t("moreAction")}
          </Link>
        </span>
      </p>
    </div>
  );
}

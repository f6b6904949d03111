import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { PageRow } from "@/components/ui/page";
import { Picture } from "@/components/ui/picture";
import { readMark, siteLimits } from "@/lib/features/site/shape";

type Props = { mark: string | null; error: string | undefined; onChange: (mark: string | null) => void };

/** The site's picture, as base64; one that cannot be is refused before it is sent. */
export function MarkField({ mark, error, onChange }: Props) {
  const t = useTranslations("admin.site");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const chosen = file.size > siteLimits.markBytes ? null : toBase64(await file.arrayBuffer());
    const isPicture = chosen !== null && readMark(chosen) !== null;
    setWrong(!isPicture);
    if (isPicture) onChange(chosen);
  };
  const said = isWrong ? t("markWrong") : error;
  return (
    <>
      <PageRow name={t("mark")} help={t("markHelp")}>
        <div className="flex items-center gap-2">
          {mark !== null && (
            <Picture
              {...{ src: toDataUrl(mark), alt: t("markAlt"), width: 40, height: 40 }}
              className="size-10 object-contain"
            />
          )}
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            tabIndex={-1}
            aria-label={t("choose")}
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = "";
            }}
          />
          <Button
            aria-describedby={said === undefined ? undefined : id}
            onClick={() => input.current?.click()}
          >
            {t("choose")}
          </Button>
          {mark !== null && (
            <Button tone="quiet" onClick={() => onChange(null)}>
              {t("remove")}
            </Button>
          )}
        </div>
      </PageRow>
      <p id={id} role="alert" className="text-sm text-bad empty:hidden">
        {said}
      </p>
    </>
  );
}

function toBase64(buffer: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));
}

function toDataUrl(mark: string): string {
  return `data:${readMark(mark)?.mediaType ?? "image/png"};base64,${mark}`;
}

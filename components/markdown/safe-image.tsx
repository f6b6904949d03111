"use client";

import { ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, useState, type ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { Picture } from "@/components/ui/picture";
import { toSite } from "@/lib/client/sources";
import { LinksContext } from "./links-context";
import { readPicture } from "@/lib/features/pictures/api";
import { WebLink } from "./web-link";
import { toPath } from "@/lib/protocol/endpoint";

/** Nothing but a file's own address: `/api/files/../` would reach any route, and with it any address. */
const ownPicture = /^\/api\/files\/[A-Za-z0-9_-]{1,64}$/;

/** Shows pictures that we keep. One from elsewhere is fetched only on the person's wish, by our server. */
export function SafeImage({ src, alt = "" }: ComponentProps<"img"> & ExtraProps) {
  const url = typeof src === "string" ? src : "";
  if (ownPicture.test(url)) return <PlainPicture src={url} alt={alt} />;
  return <RemotePicture url={url} alt={alt} />;
}

function RemotePicture({ url, alt }: { url: string; alt: string }) {
  const t = useTranslations("consent.picture");
  const { isKnown, ask } = useContext(LinksContext);
  const [state, setState] = useState<"asleep" | "shown" | "failed">("asleep");
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (state === "shown") {
    return (
      <PlainPicture
        src={toPath(readPicture, { query: { url } })}
        alt={alt}
        onFailure={() => setState("failed")}
      />
    );
  }
  const show = () => setState("shown");
  const words = state === "failed" ? "failed" : alt === "" ? "notLoaded" : "notLoadedNamed";
  return (
    <span className="blocked-image">
      <ImageOff size={16} aria-hidden />
      <span>{t(words, { alt })}</span>
      {isWeb && (
        <>
          <WebLink href={url}>{toSite(url)}</WebLink>
          {ask !== null && (
            <button
              type="button"
              title={url}
              onClick={() => (isKnown(url) ? show() : ask({ kind: "picture", url, onAgree: show }))}
            >
              {t(state === "failed" ? "again" : "load")}
            </button>
          )}
        </>
      )}
    </span>
  );
}

function PlainPicture(props: { src: string; alt: string; onFailure?: () => void }) {
  return <Picture {...props} width={640} height={480} className="h-auto w-auto" />;
}

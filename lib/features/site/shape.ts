import { z } from "zod";
import { findImageType } from "@/lib/protocol/pictures";

export const siteLimits = { name: 60, notice: 500, terms: 20_000, markBytes: 100_000 } as const;

/** What the accent is read on, by the colour scheme. It stands out as text has to (WCAG 2.2, 1.4.3). */
export const papers = { light: "#faf9f6", dark: "#0d141b" } as const;
const leastContrast = 4.5;

export type Accent = Record<keyof typeof papers, string>;
/** Hues that stand out from both papers; `brass` is the product's own. */
export const accents = {
  brass: { light: "#8a6116", dark: "#e0b25b" },
  blue: { light: "#2b5d8c", dark: "#7db4e6" },
  plum: { light: "#7a4a7d", dark: "#cf9ad6" },
  green: { light: "#0f6b62", dark: "#4fc3b4" },
} as const satisfies Record<string, Accent>;

const toColorSchema = (paper: string) =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: "write it as #rrggbb", abort: true })
    .toLowerCase()
    .refine((color) => toContrast(color, paper) >= leastContrast, {
      error: ({ input }) =>
        `its contrast is ${toContrast(String(input), paper).toFixed(1)}; text needs ${leastContrast}`,
    });

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u;
const siteSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(siteLimits.name)
    .regex(oneLine, "write it in one line")
    .default("Sextant"),
  /** A picture in base64: PNG, JPEG or WebP by its first bytes. */
  mark: z
    .base64({ abort: true })
    .max(Math.ceil(siteLimits.markBytes / 3) * 4, "is larger than 100 kB")
    .refine((mark) => readMark(mark) !== null, "is no PNG, JPEG or WebP picture")
    .nullable()
    .default(null),
  accent: z
    .strictObject({ light: toColorSchema(papers.light), dark: toColorSchema(papers.dark) })
    .nullable()
    .default(null),
  /** Shown to everybody who is signed in. */
  notice: z.string().trim().max(siteLimits.notice).default(""),
  /** Markdown. Who signs up accepts them. */
  terms: z.string().trim().max(siteLimits.terms).default(""),
});
export type Site = z.output<typeof siteSchema>;

export const siteRecordSchema = z.object({
  site: siteSchema,
  version: z.number().int().min(0),
  updatedAt: z.number().nullable(),
  /** A person's name. */
  updatedBy: z.string().nullable(),
});
export type SiteRecord = z.output<typeof siteRecordSchema>;
export const unchangedSite: SiteRecord = {
  ...{ site: siteSchema.parse({}), version: 0 },
  ...{ updatedAt: null, updatedBy: null },
};

/** `PUT /api/admin/site`: the whole of it, made from `version`. */
export const putSiteSchema = z.strictObject({ version: z.number().int().min(0), site: siteSchema });

/** `GET /api/site`: what strangers see. `mark` is the address of the picture. */
export type PublicSite = { name: string; mark: string | null; accent: Accent | null; hasTerms: boolean };

export function toPublicSite({ site, version }: SiteRecord): PublicSite {
  const { name, mark, accent, terms } = site;
  return {
    name,
    mark: mark === null ? null : `/api/site/mark?v=${version}`,
    accent,
    hasTerms: terms !== "",
  };
}

/** The picture of a mark, `null` for what is none. */
export function readMark(mark: string): { bytes: Uint8Array; mediaType: string } | null {
  const bytes = Uint8Array.from(atob(mark), (sign) => sign.charCodeAt(0));
  const mediaType = findImageType(bytes);
  return mediaType === null || mediaType === "image/gif" ? null : { bytes, mediaType };
}

/** Of two colours as `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function toContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [toLuminance(one), toLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function toLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

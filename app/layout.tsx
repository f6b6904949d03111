import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { CSSProperties, ReactNode } from "react";
import { lookCookie, themeCookie, toLook, toLookAttributes, toTheme } from "@/components/ui/preferences";
import { joinClasses } from "@/components/ui/class-names";
import type { Accent } from "@/lib/features/site/shape";
import { getServices } from "@/lib/server/services";
import { getSiteMessages } from "./site-messages";
import "./globals.css";

/** Asked for with the page itself; until it is there another stands in that takes the same room. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
});

/** The theme is a class that the server writes, so that no page flashes and no inline script is needed. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const theme = toTheme(jar.get(themeCookie)?.value);
  const look = toLookAttributes(toLook(jar.get(lookCookie)?.value));
  const { common, errors } = await getSiteMessages();
  const locale = await getLocale();
  const { accent } = (await (await getServices()).site.get()).site;
  return (
    <html
      lang={locale}
      className={joinClasses(inter.variable, theme)}
      style={toAccentStyle(accent)}
      {...look}
    >
      <body>
        <NextIntlClientProvider messages={{ common, errors }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

/** The site's own accent in place of brass, by the colour scheme in force. */
function toAccentStyle(accent: Accent | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const color = `light-dark(${accent.light}, ${accent.dark})`;
  return { "--accent": color } as CSSProperties;
}

export async function generateMetadata(): Promise<Metadata> {
  // Asks for the request first, which keeps a build from opening the store.
  await cookies();
  const t = await getTranslations("common");
  const { name } = (await (await getServices()).site.get()).site;
  return {
    title: { default: name, template: `%s · ${name.replaceAll("%s", "")}` },
    description: t("description"),
    icons: { icon: "/icon.svg", apple: "/apple-icon.png" },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f6" },
    { media: "(prefers-color-scheme: dark)", color: "#0d141b" },
  ],
};

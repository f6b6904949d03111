import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { lookCookie, themeCookie, toLook, toLookAttributes, toTheme } from "@/components/ui/preferences";
import { joinClasses } from "@/components/ui/class-names";
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
  const { common, errors } = await getMessages();
  const locale = await getLocale();
  return (
    <html lang={locale} className={joinClasses(inter.variable, theme)} {...look}>
      <body>
        <NextIntlClientProvider messages={{ common, errors }}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return {
    title: { default: "Sextant", template: "%s · Sextant" },
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

/** What every answer carries, whoever gives it. */
export const siteHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "X-Frame-Options", value: "DENY" },
];

/**
 * Only where the platform or proxy in front says that the person came by https: on plain http browsers would
 * ignore it.
 */
export const secureSiteHeader = { key: "Strict-Transport-Security", value: "max-age=31536000" };

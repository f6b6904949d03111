/** The name by which a site's `robots.txt` can speak to us. */
export const robotsName = "Sextant";

/** Says in every request who reads, for whom, and where to learn more. No browser is played. */
export function toUserAgent(contact: string | undefined): string {
  return `${robotsName}/0.1 (${contact === undefined ? "" : `+${contact}; `}reads pages that people ask about)`;
}

export const defaultUserAgent = toUserAgent(undefined);

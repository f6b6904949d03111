import type { Person } from "@/lib/data/people";

/** How a person is named beside what they changed. */
export function toAuthor({ name, email }: Person): string {
  return email === null || email === name ? name : `${name} <${email}>`;
}

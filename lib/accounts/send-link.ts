import { toMail, type MailKind } from "@/lib/auth/mails";
import { getAuth, type AccountsDeps } from "./accounts-deps";

/** Whether it was mailed. A failed mail is no failure of the link: the administrator can hand it out. */
export async function sendLink(
  deps: AccountsDeps,
  kind: MailKind,
  email: string,
  link: string,
): Promise<boolean> {
  const { mailer } = getAuth(deps);
  if (mailer === null) return false;
  try {
    await mailer.send(toMail(kind, email, link));
    return true;
  } catch (error) {
    deps.report("mail_failed", { error });
    return false;
  }
}

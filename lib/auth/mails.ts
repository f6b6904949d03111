import type { Mail } from "./mailer";

/** In both languages of the product, because nobody knows yet which one the person reads. */
const texts = {
  invitation: {
    subject: "You are invited to Sextant · 邀请你使用 Sextant",
    text: [
      "You are invited to Sextant. Open this link within 24 hours to make an account:",
      "有人邀请你使用 Sextant。请在 24 小时内打开此链接创建账户：",
    ],
  },
  reset: {
    subject: "A new password for Sextant · 重设 Sextant 密码",
    text: [
      "Open this link within 24 hours to choose a new password. If you did not ask for it, do nothing:",
      "请在 24 小时内打开此链接设置新密码。若非本人操作，无需理会：",
    ],
  },
  verify: {
    subject: "Confirm your address for Sextant · 确认你的 Sextant 邮箱",
    text: [
      "Open this link within 24 hours, in the browser in which you signed up, and sign in to confirm your address. If you did not sign up, do nothing:",
      "请在 24 小时内用注册时的浏览器打开此链接并登录，以确认邮箱。若你没有注册，无需理会：",
    ],
  },
  taken: {
    subject: "You already have an account at Sextant · 你已有 Sextant 账户",
    text: [
      "Somebody, probably you, wanted to sign up with this address, which has an account. Sign in here, or ask for a new password there:",
      "有人（可能是你）想用此邮箱注册，但它已有账户。请在此登录，或在该页面申请新密码：",
    ],
  },
} as const;

export type MailKind = keyof typeof texts;

export function toMail(kind: MailKind, to: string, link: string): Mail {
  const { subject, text } = texts[kind];
  return { to, subject, text: text.map((sentence) => `${sentence}\n${link}`).join("\n\n") };
}

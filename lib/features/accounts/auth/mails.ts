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
  changed: {
    subject: "Your password for Sextant was changed · 你的 Sextant 密码已更改",
    text: [
      "The password of your account was just set anew. If that was not you, choose another one at once:",
      "你的账户密码刚刚被重新设置。若非本人操作，请立即重设：",
    ],
  },
  provider: {
    subject: "Another way to sign in to Sextant · Sextant 账户新增登录方式",
    text: [
      "Your account can now also be opened by signing in with another service. If that was not you, tell an administrator, and look here:",
      "你的账户现在也可以用另一个服务登录。若非本人操作，请告诉管理员，并在此查看：",
    ],
  },
  waiting: {
    subject: "Sextant waits for your answer · Sextant 正在等你回答",
    text: ["A reply waits for a word of yours:", "有一个回答需要你的答复才能继续："],
  },
  alert: {
    subject: "Sextant: an alert · Sextant：告警",
    text: ["See all alerts:", "查看全部告警："],
  },
  address: {
    subject: "Confirm your new address for Sextant · 确认你的 Sextant 新邮箱",
    text: [
      "An administrator entered this address for your account. Open this link within 24 hours and sign in as before to confirm it:",
      "管理员将此邮箱填为你账户的新邮箱。请在 24 小时内打开此链接，照常登录并确认：",
    ],
  },
  addressNotice: {
    subject: "Your address for Sextant is to change · 你的 Sextant 邮箱即将更改",
    text: [
      "An administrator entered another address for your account. It changes once you confirm it there. If that is wrong, tell an administrator:",
      "管理员为你的账户填写了新的邮箱，在新邮箱确认后生效。若有误，请告诉管理员：",
    ],
  },
  place: {
    subject: "Sextant: signed in from a new browser · Sextant：在新的浏览器登录",
    text: [
      "Somebody signed in to your account from a browser that was not used for it before. If that was not you, change your password and sign out everywhere here:",
      "有人在一个新的浏览器里登录了你的账户。若非本人操作，请在此更改密码并在所有设备上退出：",
    ],
  },
} as const;

export type MailKind = keyof typeof texts;

/** `detail` stands first, in a line of its own. */
export function toMail(kind: MailKind, to: string, link: string, detail?: string): Mail {
  const { subject, text } = texts[kind];
  return {
    to,
    subject,
    text: [...(detail === undefined ? [] : [detail]), ...text.map((sentence) => `${sentence}\n${link}`)].join(
      "\n\n",
    ),
  };
}

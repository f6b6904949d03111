import { findSecret } from "@/lib/features/memory/secrets";
import { describe, expect, it } from "vitest";

/** Made up with a right check digit, or the issuers' published examples; the parts keep scanners from taking them for real ones. */
const refused: Record<string, string[]> = {
  "a key": [
    "OpenAI key " + "sk-proj-" + "abcdefghij0123456789ABCD",
    "ghp_" + "abcdefghijklmnopqrstuvwxyz012345",
    "AKIA" + "IOSFODNN7EXAMPLE",
    "AIza" + "SyA1234567890abcdefghijklmnop",
    "xoxb-" + "123456789012-abcdefghij",
    "npm_" + "abcdefghijklmnopqrstuvwxyz0123456789",
    "my bot token is " + "123456789:AA" + "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
    "Authorization: Bearer " + "abcdefghijklmnop1234",
    "the database is at postgres://ana:" + "s3cret@db.example/app",
    "token 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh",
  ],
  "a password or a code": [
    "My password is hunter2",
    "pin code is 4921",
    "PIN 4921",
    "My passcode begins with 2",
    "cvv 123 for my card",
    "My API key: 12345",
    "wallet seed phrase: ribbon velvet canyon ladder",
    "The recovery phrase is in the drawer",
    "Backup codes: 1234 5678",
    "-----BEGIN OPENSSH " + "PRIVATE KEY-----",
    "我的密码是abc123",
    "我的密碼是abc123",
    "银行卡的口令：swordfish",
    "助记词是 苹果 河流 山谷",
    "验证码 1234",
    "加密钱包在手机里",
    "私钥是 abcd1234",
  ],
  "a card number": [
    "Card 4111 1111 1111 1111",
    "信用卡 5500-0000-0000-0004",
    "Card ４１１１１１１１１１１１１１１１",
    "4111111111111111",
    "Pay with 3782 822463 10005",
    "6011 1111 1111 1117",
    "card 4111 1111 1111 1111 12 27 123",
    "3530111333300000",
    "银联 6200000000000005",
    "٤١١١ ١١١١ ١١١١ ١١١١",
    "4111\u200b1111\u200b1111\u200b1111",
    "4111–1111–1111–1111",
    "2223003122003222",
  ],
  "an identity number": [
    "SSN 219-09-9998",
    "NINO AB 12 34 56 C",
    "身份证号 11010519491231002X",
    "Mine is 11010519491231002X",
    "Aadhaar 2341 2341 2346",
    "PAN ABCPD1234E",
    "Steuer-ID 36574261809",
    "1 85 05 78 006 084 91",
    "DNI 12345678Z",
    "my NIE is X1234567L",
    "RSSMRA85T10A562S",
    "111.444.777-35",
    "my SIN is 046 454 286",
    "personnummer 811218-9876",
    "身分證 A123456789",
    "HKID A123456(3)",
    "131052-308T",
    "CPR 211062-5629",
    "85.07.30-033.28",
    "756.9217.0769.85",
    "PESEL 44051401359",
    "CURP HEGG560427MVZRRL04",
  ],
  "a bank account number": [
    "Account GB82 WEST 1234 5698 7654 32",
    "de89370400440532013000",
    "IBAN: FR14 2004 1010 0505 0001 3M02 606",
    "NL91ABNA0417164300 is where I get my salary",
  ],
};

const allowed = [
  ...[
    "My zip code is 10115",
    "Course code: CS101",
    "The area code is 212",
    "My social life is busy",
    "Opens with 2000 words a day",
    "A combination of 3 skills",
    "Counts one two three before each jump",
    "2020/2021/2022 in Rome",
    "一二三年级的老师",
    "Uses 1Password",
    "Логин и пароль хранит в менеджере",
    "B e s t friend",
  ],
  ...[],
  ...[
    "Phone number ends in 4421",
    "My phone is +49 30 901820",
    "Call +1 (415) 555-0132",
    "Phone 555-0132",
    "我的手机号是13800138000",
    "座机010-62751234",
    "手机 138 0013 8000",
    "+86 13912345678",
    "Tel. 020 7946 0958",
    "My office line is 0612345678",
  ],
  ...[
    "The rent is 1,250.00 a month",
    "It cost 1234567 yen",
    "预算是1,200,000元",
    "Budget of 12 345 678 901 won",
    "Salary is 85000",
    "Pays 19.99 for music",
    "房贷每月8500元",
  ],
  ...[
    "Uses Node 22.13.1",
    "Ubuntu 24.04.1 LTS",
    "Build 20260512.3",
    "Chrome 131.0.6778.86",
    "IP is 192.168.178.21",
    "Port 5432 on host 10.0.0.12",
    "Python 3.13 and PostgreSQL 17",
    "commit 3a768c7",
  ],
  ...[
    "Order 1234567890123 was late",
    "Order #402-1234567-8901234",
    "Invoice 2026-000123",
    "Ticket 88123456",
    "Tracking 1Z999AA10123456784",
    "Tracking 9400 1000 0000 0000 0000 00",
    "Flight LH 1234 on 12 May",
    "快递单号 75312345678901",
    "订单号20240501123456",
  ],
  ...[
    "ISBN 978-3-16-148410-0",
    "ISBN 9780306406157",
    "EAN 5901234123457",
    "doi 10.1000/182",
    "RFC 9457",
    "article 12345678",
  ],
  ...[
    "Lives in Shanghai since 2019-05-01",
    "Born on 1990-01-01",
    "生日是1990年1月1日",
    "Moved on 2024/05/01 at 14:30",
    "20240501 was my first day",
    "2024-05-01T12:00:00Z",
    "Timestamp 1712345678901",
    "Married since 12.05.2001",
  ],
  ...[
    "Lives at 52.5200, 13.4050",
    "Coordinates 31.230416, 121.473701",
    "Lives at 1600 Amphitheatre Parkway, 94043",
    "邮编200030",
    "Zip 10115",
    "Room 1204, floor 12",
    "Flat 3, 221B Baker Street",
  ],
  ...[
    "Works on a passport control system",
    "My passport expires in 2027",
    "Visa 2024-2026 for Japan",
    "New passport: 2024-05-01",
    "My passport is 10 years old",
    "Has a driver's license since 2008",
    "护照2027年到期",
    "去年拿到驾照",
    "Works with social security law",
    "Likes identity theory",
    "My tax is due on 31 July",
    "我的学号是 2021001234",
  ],
  ...[
    "喜欢安静的咖啡馆",
    "Ran 42195 metres in 3:45:12",
    "Blood pressure 120/80",
    "Team of 12, 3 in Berlin",
    "Weighs 72.5 kg and is 181 cm tall",
    "Bus lines 4000 4001 4002",
    "Blog at https://example.com/posts/2024/a-long-title-about-many-Things-and-1-more",
    "Uses TypeScript, Next.js and PostgreSQL 17",
  ],
];

/** As secrets are written, with a wrong check digit and no word beside them. */
const misprinted = [
  "4111 1111 1111 1112",
  "110105194912310021",
  "111.444.777-36",
  "12345678A",
  "RSSMRA85T10A562T",
  "A123456788",
  "A123456(4)",
  "131052-308U",
  "811218-9875",
  "756.9217.0769.86",
  "1 85 05 78 006 084 92",
  "2341 2341 2347",
  "DE89370400440532013001",
  "85.07.30-033.29",
];

describe("findSecret", () => {
  it.each(Object.entries(refused).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text }))))(
    "finds $kind in $text",
    ({ kind, text }) => {
      expect(findSecret(text)).toBe(kind);
    },
  );

  it.each(allowed)("finds nothing in %s", (text) => {
    expect(findSecret(text)).toBeNull();
  });

  it.each(misprinted)("takes %s for no secret", (text) => {
    expect(findSecret(text)).toBeNull();
  });

  it.each(["1 ", "A1 ", "a1B= ", "1-", "my visa is "])(
    "finds a card number behind 40,000 times %j",
    (piece) => {
      expect(findSecret(`${piece.repeat(40_000)}4111 1111 1111 1111.`)).toBe("a card number");
    },
  );
});

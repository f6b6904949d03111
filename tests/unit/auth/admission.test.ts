import { describe, expect, it } from "vitest";
import { admit, isOfGoogleDomain, type Applicant } from "@/lib/features/accounts/auth/admission";
import { toWaitMs } from "@/lib/features/accounts/auth/attempts";

const rules = { adminEmails: ["boss@a.example"], allowedEmails: ["@a.example", "friend@b.example"] };
const applicant = (email: string, more: Partial<Applicant> = {}): Applicant => ({
  email,
  isProven: true,
  isOfDomain: true,
  isFirst: false,
  invitation: null,
  ...more,
});

describe("admit", () => {
  it.each<[string, Applicant, string | null]>([
    ["the administrator whom the environment names", applicant("boss@a.example"), "admin"],
    ["nobody who only typed that address", applicant("boss@a.example", { isProven: false }), null],
    ["a proven address of an allowed domain", applicant("x@a.example"), "member"],
    ["no address of it that its domain does not know", applicant("x@a.example", { isOfDomain: false }), null],
    [
      "an allowed address, whoever its domain knows",
      applicant("friend@b.example", { isOfDomain: false }),
      "member",
    ],
    ["an allowed address", applicant("friend@b.example"), "member"],
    ["no other of its domain", applicant("x@b.example"), null],
    ["no domain that ends alike", applicant("x@xa.example"), null],
    ["no part of a domain", applicant("x@a.example.evil.example"), null],
    ["not the first when administrators are named", applicant("x@c.example", { isFirst: true }), null],
    [
      "who has an invitation",
      applicant("x@c.example", { isProven: false, invitation: { email: null, role: "member" } }),
      "member",
    ],
    [
      "the invited address with the invited role",
      applicant("x@c.example", { isProven: false, invitation: { email: "x@c.example", role: "admin" } }),
      "admin",
    ],
    [
      "nobody with another's invitation",
      applicant("x@c.example", { invitation: { email: "y@c.example", role: "admin" } }),
      null,
    ],
  ])("lets in %s", (_title, who, role) => {
    expect(admit(rules, who)?.role ?? null).toBe(role);
  });

  it("makes the first account an administrator's when none is named", () => {
    expect(
      admit(
        { adminEmails: [], allowedEmails: [] },
        applicant("x@c.example", { isFirst: true, isProven: false }),
      )?.role,
    ).toBe("admin");
  });
});

describe("isOfGoogleDomain", () => {
  it.each([
    ["x@a.example", "a.example", true],
    ["x@a.example", "A.example", true],
    ["x@a.example", undefined, false],
    ["x@a.example", "b.example", false],
    ["x@gmail.com", undefined, true],
    ["x@a.gmail.com", undefined, false],
  ])("of %s with the claim hd %s is %s", (email, hd, is) => {
    expect(isOfGoogleDomain({ email, hd })).toBe(is);
  });
});

describe("toWaitMs", () => {
  it("grows from 15 seconds to 15 minutes", () => {
    expect([1, 4, 5, 6, 7, 11, 50].map(toWaitMs)).toEqual([0, 0, 15_000, 30_000, 60_000, 900_000, 900_000]);
  });
});

"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { AnswerPiece } from "@/lib/features/traces/shape/run-comparison";

export type ComparedRow = { name: string; one: string | undefined; other: string | undefined };

type PairsProps = {
  label: string;
  rows: ComparedRow[];
  /** Of the two; first and second run where nothing is said. */
  names?: readonly [string, string];
  /** Where their names lead. */
  links?: readonly string[];
};

/** What differs between the two is set in stronger type. */
export function Pairs({ label, rows, names, links = [] }: PairsProps) {
  const t = useTranslations("runs.compare");
  const heads = names ?? [t("first"), t("second")];
  return (
    <table aria-label={label} className="mt-2 w-full table-fixed text-sm leading-5">
      <thead>
        <tr className="text-start text-quiet">
          <td className="w-1/4" />
          {heads.map((name, index) => (
            <th key={name} scope="col" className="px-2 py-1 text-start font-normal">
              {links[index] === undefined ? (
                name
              ) : (
                <Link href={links[index]} prefetch={false} className="underline underline-offset-2">
                  {name}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {rows.map(({ name, one, other }) => (
          <tr key={name}>
            <th scope="row" className="py-1 text-start align-top font-normal text-quiet wrap-anywhere">
              {name}
            </th>
            {[one, other].map((value, index) => (
              <td
                key={index}
                dir="auto"
                className={`px-2 py-1 align-top wrap-anywhere ${one === other ? "" : "font-medium"}`}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type AnswerProps = { pieces: AnswerPiece[] | null; mark: "del" | "ins" };

/** What only this one of two answers says is marked. */
export function MarkedAnswer({ pieces, mark: Mark }: AnswerProps) {
  const t = useTranslations("runs.compare");
  if (pieces === null) return <p className="text-sm text-quiet">{t("noAnswer")}</p>;
  return (
    <p dir="auto" className="rounded-lg bg-sunken p-2 text-sm leading-6 wrap-anywhere whitespace-pre-wrap">
      {pieces.map(({ text, isSame }, index) =>
        isSame ? (
          text
        ) : (
          <Mark key={index} className="rounded-sm bg-mark/25 no-underline">
            {text}
          </Mark>
        ),
      )}
    </p>
  );
}

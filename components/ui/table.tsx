"use client";

import { ArrowDown, ArrowUp, Columns3, Download, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, type ReactNode } from "react";
import { download } from "@/lib/client/download";
import type { Resource } from "@/lib/client/resource";
import { Button } from "./button";
import { joinClasses } from "./class-names";
import { Popover } from "./popover";
import { ResourceList } from "./resource-list";
import { SearchBox } from "./search-box";
import { showToast } from "./toast";
import { toCsv } from "./to-csv";
import { useRowKeys } from "./use-row-keys";
import { useTableView, type Column, type Sort } from "./use-table-view";

export type TableProps<ROW> = {
  /** The file of the CSV, and where the chosen columns are kept. */
  name: string;
  label: string;
  list: Omit<Resource<ROW>, "put" | "take" | "follow">;
  rowKey: (row: ROW) => string;
  columns: readonly Column<ROW>[];
  /** Where a row leads. */
  href?: (row: ROW) => string | undefined;
  /** What opens instead of a page. */
  onOpen?: (row: ROW) => void;
  choice?: {
    chosen: ReadonlySet<string>;
    onChange: (chosen: ReadonlySet<string>) => void;
    /** What can be done with all that are chosen. */
    actions: ReactNode;
  };
  /** Asked of the server; without it the rows that are loaded are searched. */
  search?: { label: string; value: string; onChange: (text: string) => void };
  filters?: ReactNode;
  empty?: ReactNode;
};

const mostInFile = 5_000;

/** A list as a table: searched, sorted, its columns chosen, saved as CSV, and walked by keyboard. */
export function DataTable<ROW>(props: TableProps<ROW>) {
  const { name, label, list, rowKey, columns, choice, search, empty } = props;
  const t = useTranslations("table");
  const keys = useRowKeys();
  const view = useTableView({ name, items: list.items, columns, isAskedElsewhere: search !== undefined });
  const { shown, rows, sort, text, onPhone } = view;
  return (
    <div className="pt-4">
      <TableBar {...props} view={view} />
      <ResourceList list={list} empty={empty}>
        <div ref={keys} className="overflow-x-auto rounded-xl border border-hairline bg-raised">
          <table aria-label={label} className="w-full border-collapse text-sm">
            <thead>
              <tr>
                {choice && (
                  <th scope="col" className="w-10 px-3">
                    <AllBox {...choice} keys={rows.map(rowKey)} />
                  </th>
                )}
                {shown.map((column) => (
                  <HeadCell key={column.id} {...{ column, sort, onPhone }} onSort={view.sortBy} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={rowKey(row)} row={row} table={props} shown={shown} onPhone={onPhone} />
              ))}
            </tbody>
          </table>
        </div>
        {rows.length === 0 && (
          <p role="status" className="pt-3 text-sm text-quiet">
            {t("none", { text })}
          </p>
        )}
      </ResourceList>
      {choice && choice.chosen.size > 0 && <ChoiceBar {...choice} />}
    </div>
  );
}

type BarProps<ROW> = TableProps<ROW> & { view: ReturnType<typeof useTableView<ROW>> };

function TableBar<ROW>({ name, label, list, columns, search, filters, view }: BarProps<ROW>) {
  const t = useTranslations("table");
  const box = useRef<HTMLInputElement>(null);
  const type = search?.onChange ?? view.setText;
  const save = async () => {
    const items = await list.rest(mostInFile);
    const cells = items.map((row) => view.shown.map(({ value }) => String(value(row) ?? "")));
    const csv = toCsv([view.shown.map((column) => column.name), ...cells]);
    download(`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}`)}`, `${name}.csv`);
    if (items.length >= mostInFile) showToast({ text: t("cut", { count: items.length }) });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <SearchBox
        ref={box}
        label={search?.label ?? t("search")}
        placeholder={search?.label ?? t("search")}
        maxLength={200}
        value={search?.value ?? view.text}
        onChange={({ target }) => type(target.value)}
        onClear={() => type("")}
      />
      {filters}
      <span className="ms-auto flex items-center gap-2">
        {view.sort !== null && list.cursor !== null && (
          <span className="text-small text-quiet">{t("sortedPart", { count: list.items.length })}</span>
        )}
        <ColumnChoice columns={columns} hidden={view.hidden} onToggle={view.toggle} />
        <Button aria-label={t("csvOf", { name: label })} onClick={() => void save()}>
          <Download size={16} aria-hidden />
          {t("csv")}
        </Button>
      </span>
    </div>
  );
}

type HeadProps<ROW> = {
  column: Column<ROW>;
  sort: Sort;
  onPhone: ReadonlySet<string>;
  onSort: (id: string) => void;
};

function HeadCell<ROW>({ column, sort, onPhone, onSort }: HeadProps<ROW>) {
  const direction = sort?.id === column.id ? sort.direction : null;
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={direction ?? undefined}
      className={joinClasses("px-3 font-medium text-quiet", toCellClasses(column, onPhone))}
    >
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11"
        onClick={() => onSort(column.id)}
      >
        {column.name}
        {direction !== null && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}

type RowProps<ROW> = {
  row: ROW;
  table: TableProps<ROW>;
  shown: readonly Column<ROW>[];
  onPhone: ReadonlySet<string>;
};

function Row<ROW>({ row, table, shown, onPhone }: RowProps<ROW>) {
  const t = useTranslations("table");
  const { rowKey, href, onOpen, choice } = table;
  const key = rowKey(row);
  const main = shown.find(({ isMain }) => isMain) ?? shown[0];
  const isChosen = choice?.chosen.has(key) ?? false;
  return (
    <tr
      className={joinClasses("border-t border-hairline hover:bg-sunken/60", isChosen && "bg-tint")}
      data-row
    >
      {choice && (
        <td className="px-3">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            aria-label={t("choose", { name: String(main?.value(row) ?? key) })}
            checked={isChosen}
            onChange={({ target }) => choice.onChange(withKey(choice.chosen, key, target.checked))}
          />
        </td>
      )}
      {shown.map((column) => {
        const Cell = column === main ? "th" : "td";
        const to = column === main ? href?.(row) : undefined;
        const content = column.cell(row);
        return (
          <Cell
            key={column.id}
            {...(column === main && { scope: "row" })}
            className={joinClasses("h-11 px-3 py-1.5 font-normal", toCellClasses(column, onPhone))}
          >
            {to !== undefined && (
              <Link href={to} prefetch={false} className="block rounded-sm font-medium" data-open>
                {content}
              </Link>
            )}
            {to === undefined && column === main && onOpen !== undefined && (
              <button
                type="button"
                className="w-full rounded-sm text-start font-medium"
                data-open
                onClick={() => onOpen(row)}
              >
                {content}
              </button>
            )}
            {to === undefined && (column !== main || onOpen === undefined) && content}
          </Cell>
        );
      })}
    </tr>
  );
}

function toCellClasses<ROW>({ id, isEnd }: Column<ROW>, onPhone: ReadonlySet<string>): string {
  return joinClasses(isEnd ? "text-end tabular-nums" : "text-start", !onPhone.has(id) && "max-sm:hidden");
}

type Choice = NonNullable<TableProps<never>["choice"]>;

function AllBox({ chosen, onChange, keys }: Choice & { keys: readonly string[] }) {
  const t = useTranslations("table");
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key));
  return (
    <input
      type="checkbox"
      className="size-4 accent-accent"
      aria-label={t("all")}
      checked={isAll}
      ref={(each) => {
        if (each !== null) each.indeterminate = !isAll && chosen.size > 0;
      }}
      onChange={() => onChange(new Set(isAll ? [] : keys))}
    />
  );
}

function ChoiceBar({ chosen, onChange, actions }: Choice) {
  const t = useTranslations("table");
  return (
    <div className="sticky bottom-4 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border border-hairline bg-raised px-4 py-2 shadow-float">
      <p role="status" className="pe-2 text-sm font-medium">
        {t("chosen", { count: chosen.size })}
      </p>
      {actions}
      <button
        type="button"
        className="icon-button size-9 pointer-coarse:size-11"
        aria-label={t("clear")}
        onClick={() => onChange(new Set())}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

type ColumnChoiceProps<ROW> = {
  columns: readonly Column<ROW>[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

function ColumnChoice<ROW>({ columns, hidden, onToggle }: ColumnChoiceProps<ROW>) {
  const t = useTranslations("table");
  return (
    <Popover
      role="group"
      aria-label={t("columns")}
      className="min-w-44"
      trigger={({ ref, popoverTarget }) => (
        <Button ref={ref} popoverTarget={popoverTarget} aria-label={t("columns")}>
          <Columns3 size={16} aria-hidden />
        </Button>
      )}
    >
      {columns
        .filter(({ isMain }) => isMain !== true)
        .map(({ id, name }) => (
          <label key={id} className="menu-item">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={!hidden.has(id)}
              onChange={() => onToggle(id)}
            />
            {name}
          </label>
        ))}
    </Popover>
  );
}

function withKey(chosen: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const others = [...chosen].filter((other) => other !== key);
  return new Set(isIn ? [...others, key] : others);
}

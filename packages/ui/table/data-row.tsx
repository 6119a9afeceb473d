import type { PageUrl } from "@souk/contract";
import type { MouseEvent } from "react";
import { AppLink } from "../text/app-link.tsx";
import { ChooseCell } from "./choose-cell.tsx";
import type { Column } from "./column.ts";
import styles from "./data-table.module.css";

interface DataRowProps<R> {
  record: R;
  columns: readonly Column<R>[];
  getLink?: (record: R) => PageUrl;
  /** The row's checkbox; absent where rows cannot be selected. */
  choice?: { name: string; checked: boolean; onChoose: (isChosen: boolean, isRange: boolean) => void };
}

/** Treat a click beside the link as one on it, unless it hit another control or text is being selected. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("a, button, input, label, select, textarea, summary")) return;
  if (window.getSelection()?.isCollapsed === false) return;
  event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row]")?.click();
}

/** Show one record. The link is in its first cell, for the keyboard; the whole row is clickable by mouse. */
export function DataRow<R>({ record, columns, getLink, choice }: DataRowProps<R>) {
  const to = getLink?.(record);
  return (
    <tr
      data-linked={to !== undefined || undefined}
      data-chosen={choice?.checked || undefined}
      onClick={to === undefined ? undefined : followRow}
    >
      {choice && <ChooseCell {...choice} />}
      {columns.map(({ id, header, cell, align }, index) => (
        <td key={id} data-head={header} data-align={align} data-first={index === 0 || undefined}>
          {to !== undefined && index === 0 ? (
            <AppLink to={to} data-row="" className={styles["link"]}>
              {cell(record)}
            </AppLink>
          ) : (
            cell(record)
          )}
        </td>
      ))}
    </tr>
  );
}

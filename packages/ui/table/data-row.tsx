import type { MouseEvent } from "react";
import { AppLink } from "../text/app-link.tsx";
import { ChooseCell } from "./choose-cell.tsx";
import type { Column } from "./column.ts";
import styles from "./data-table.module.css";

interface DataRowProps<R> {
  record: R;
  columns: readonly Column<R>[];
  linkOf?: (record: R) => string;
  /** Absent where rows are not chosen. */
  choice?: { name: string; checked: boolean; onChoose: (isChosen: boolean, isRange: boolean) => void };
}

/** A click beside the link counts as one on it, unless it was on something of its own or text is being selected. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("a, button, input, label, select, textarea, summary")) return;
  if (window.getSelection()?.isCollapsed === false) return;
  event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row]")?.click();
}

/** One record. The link stands in its first cell, where the keyboard finds it; the mouse may use the whole row. */
export function DataRow<R>({ record, columns, linkOf, choice }: DataRowProps<R>) {
  const to = linkOf?.(record);
  return (
    <tr
      data-linked={to !== undefined || undefined}
      data-chosen={choice?.checked || undefined}
      onClick={to === undefined ? undefined : followRow}
    >
      {choice && <ChooseCell {...choice} />}
      {columns.map(({ id, header, cell, align }, at) => (
        <td key={id} data-head={header} data-align={align} data-first={at === 0 || undefined}>
          {to !== undefined && at === 0 ? (
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

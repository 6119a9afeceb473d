import type { PageUrl } from "@souk/contract";
import type { MouseEvent } from "react";
import { PageLink } from "../text/page-link.tsx";
import type { Column } from "./column.ts";
import styles from "./data-table.module.css";
import { SelectCell } from "./select-cell.tsx";

interface DataRowProps<R> {
  record: R;
  columns: readonly Column<R>[];
  getLink?: (record: R) => PageUrl;
  /** The row's checkbox; absent if rows cannot be selected. */
  checkbox?: { name: string; checked: boolean; onSelect: (isSelected: boolean, isRange: boolean) => void };
}

/** Treat a click on the row as a click on its link, except on other controls and while text is selected. */
function openRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("a, button, input, label, select, textarea, summary")) return;
  if (window.getSelection()?.isCollapsed === false) return;
  event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row]")?.click();
}

/** Show one record. If it has a link, the first cell shows the link, and a click anywhere in the row follows the link. */
export function DataRow<R>({ record, columns, getLink, checkbox }: DataRowProps<R>) {
  const to = getLink?.(record);
  return (
    <tr
      data-linked={to !== undefined || undefined}
      data-selected={checkbox?.checked || undefined}
      onClick={to === undefined ? undefined : openRowLink}
    >
      {checkbox && <SelectCell {...checkbox} />}
      {columns.map(({ id, header, cell, align }, index) => (
        <td key={id} data-head={header} data-align={align} data-first={index === 0 || undefined}>
          {to !== undefined && index === 0 ? (
            <PageLink to={to} data-row="" className={styles["link"]}>
              {cell(record)}
            </PageLink>
          ) : (
            cell(record)
          )}
        </td>
      ))}
    </tr>
  );
}

import { VisuallyHidden } from "@mantine/core";
import { type ClipboardEvent, type ReactNode, useId, useRef } from "react";
import { ScrollRegion } from "../table/scroll-region.tsx";
import { texts } from "../texts.ts";
import { mapPastedCells } from "./map-pasted-cells.ts";
import { moveFocus } from "./move-focus.ts";
import styles from "./sheet.module.css";
import type { SheetColumn } from "./sheet-column.ts";
import { SheetRow } from "./sheet-row.tsx";
import { useFocusInvalidCell } from "./use-focus-invalid-cell.ts";
import type { SheetState } from "./use-sheet.ts";

interface SheetProps<R> {
  /** The sheet's accessible name. */
  label: string;
  sheet: SheetState<R>;
  /** The header of the column that contains the names of the rows. */
  nameHeader: string;
  getName: (record: R) => string;
  /** Render a row's heading in place of its name. It must be a stable function, or all rows rerender. */
  renderHeading?: (record: R) => ReactNode;
  /** The rows on the current page of a long sheet; all rows by default. */
  visibleRows?: readonly R[];
}

/** The default widths of columns in rem, by kind. */
const defaultWidths = { text: 11, money: 7, integer: 6, switch: 5, choice: 9, readonly: 5 } as const;

function getWidth<R>({ width, kind }: SheetColumn<R>): string {
  return `${width ?? defaultWidths[kind]}rem`;
}

/**
 * Show records that are edited in place, as in a spreadsheet. Arrow keys, Enter and Tab move between cells,
 * and several cells can be pasted.
 */
export function Sheet<R>({ label, sheet, nameHeader, getName, renderHeading, visibleRows }: SheetProps<R>) {
  const { getKey, columns, changes, errors, write } = sheet;
  const rows = visibleRows ?? sheet.rows;
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  useFocusInvalidCell(table, sheet);
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const row = rows.map(getKey).find((key) => String(key) === target.closest("tr")?.dataset["row"]);
    const column = target.dataset["column"];
    if (row === undefined || column === undefined) return;
    const pastableColumns = columns.filter(
      ({ kind }) => kind === "text" || kind === "money" || kind === "integer",
    );
    const order = { rows: rows.map(getKey), columns: pastableColumns.map((sheetColumn) => sheetColumn.id) };
    const cells = mapPastedCells(event.clipboardData.getData("text/plain"), { row, column }, order);
    if (cells === null) return;
    event.preventDefault();
    write(cells);
  };
  return (
    <ScrollRegion labelledBy={id} className={styles["scroll"]}>
      <table ref={table} className={styles["sheet"]} onKeyDown={moveFocus} onPaste={paste}>
        <caption id={id}>
          <VisuallyHidden>
            {label}. {texts.sheet.keys}
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles["head"]}>
              {nameHeader}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-kind={column.kind} style={{ minWidth: getWidth(column) }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => {
            const key = getKey(record);
            return (
              <SheetRow
                key={key}
                row={key}
                record={record}
                name={getName(record)}
                renderHeading={renderHeading}
                columns={columns}
                changes={changes.get(key)}
                errors={errors.get(key)}
                write={write}
              />
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

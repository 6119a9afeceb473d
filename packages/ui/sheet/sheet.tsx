import { VisuallyHidden } from "@mantine/core";
import { type ClipboardEvent, type ReactNode, useId, useRef } from "react";
import { strings } from "../strings.ts";
import { ScrollRegion } from "../table/scroll-region.tsx";
import { moveFocus } from "./move-focus.ts";
import { pastedCells } from "./pasted-cells.ts";
import styles from "./sheet.module.css";
import type { SheetColumn } from "./sheet-column.ts";
import { SheetRow } from "./sheet-row.tsx";
import { useLeadToFault } from "./use-lead-to-fault.ts";
import type { SheetState } from "./use-sheet.ts";

interface SheetProps<R> {
  /** What the sheet shows, for who does not see it. */
  label: string;
  sheet: SheetState<R>;
  /** Heads the column of the rows' names. */
  corner: string;
  nameOf: (record: R) => string;
  /** Draws what stands in a row's head in place of its name; the same function each time, or all rows are drawn again. */
  headOf?: (record: R) => ReactNode;
  /** The rows that are shown of a sheet with very many; all when absent. */
  shown?: readonly R[];
}

const usualWidths = { text: 11, money: 7, whole: 6, switch: 5, choice: 9, shown: 5 } as const;

function widthOf<R>({ width, kind }: SheetColumn<R>): string {
  return `${width ?? usualWidths[kind]}rem`;
}

/** Records that are edited in place, as in a spreadsheet: arrows, Enter and Tab go from cell to cell, and blocks can be pasted. */
export function Sheet<R>({ label, sheet, corner, nameOf, headOf, shown }: SheetProps<R>) {
  const { keyOf, columns, changes, errors, write } = sheet;
  const rows = shown ?? sheet.rows;
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  useLeadToFault(table, sheet);
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const row = rows.map(keyOf).find((key) => String(key) === target.closest("tr")?.dataset["row"]);
    const column = target.dataset["column"];
    if (row === undefined || column === undefined) return;
    const typed = columns.filter(({ kind }) => kind === "text" || kind === "money" || kind === "whole");
    const places = { rows: rows.map(keyOf), columns: typed.map((each) => each.id) };
    const cells = pastedCells(event.clipboardData.getData("text/plain"), { row, column }, places);
    if (cells === null) return;
    event.preventDefault();
    write(cells);
  };
  return (
    <ScrollRegion labelledBy={id} className={styles["scroll"]}>
      <table ref={table} className={styles["sheet"]} onKeyDown={moveFocus} onPaste={paste}>
        <caption id={id}>
          <VisuallyHidden>
            {label}. {strings.sheet.keys}
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles["head"]}>
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-kind={column.kind} style={{ minWidth: widthOf(column) }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => {
            const key = keyOf(record);
            return (
              <SheetRow
                key={key}
                row={key}
                record={record}
                name={nameOf(record)}
                headOf={headOf}
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

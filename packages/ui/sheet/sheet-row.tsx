import { memo, type ReactNode, useCallback } from "react";
import styles from "./sheet.module.css";
import { SheetCell } from "./sheet-cell.tsx";
import type { CellText, SheetColumn } from "./sheet-column.ts";

export interface SheetRowProps<R> {
  record: R;
  /** The record's key in the sheet. */
  row: string | number;
  name: string;
  /** Render the row's heading in place of its name. */
  renderHeading: ((record: R) => ReactNode) | undefined;
  columns: readonly SheetColumn<R>[];
  /** The edited texts, by column. */
  changes: ReadonlyMap<string, string> | undefined;
  /** The error messages, by column. */
  errors: ReadonlyMap<string, string> | undefined;
  write: (cells: readonly CellText[]) => void;
}

function Row<R>({ record, row, name, renderHeading, columns, changes, errors, write }: SheetRowProps<R>) {
  const onEdit = useCallback((column: string, text: string) => write([{ row, column, text }]), [row, write]);
  return (
    <tr data-row={row}>
      <th scope="row" className={styles["head"]}>
        {renderHeading?.(record) ?? (
          <div className={styles["name"]} title={name}>
            {name}
          </div>
        )}
      </th>
      {columns.map((column) => (
        <SheetCell
          key={column.id}
          record={record}
          column={column}
          name={name}
          editedText={changes?.get(column.id)}
          error={errors?.get(column.id)}
          onEdit={onEdit}
        />
      ))}
    </tr>
  );
}

/** Show one record of a sheet. It rerenders only if its own data changes, because a sheet may have hundreds of rows. */
export const SheetRow = memo(Row) as typeof Row;

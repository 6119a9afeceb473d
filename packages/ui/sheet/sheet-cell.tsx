import { type ReactNode, useId } from "react";
import { texts } from "../texts.ts";
import styles from "./sheet.module.css";
import type { SheetColumn } from "./sheet-column.ts";

interface SheetCellProps<R> {
  record: R;
  column: SheetColumn<R>;
  /** The row's name. */
  name: string;
  /** The edited text; undefined: the record's own. */
  written: string | undefined;
  error: string | undefined;
  onWrite: (column: string, text: string) => void;
}

/** Show one cell: a full-size input, marked when it was changed, with its error below. */
export function SheetCell<R>({ record, column, name, written, error, onWrite }: SheetCellProps<R>) {
  const errorId = useId();
  const own = column.read(record);
  const value = written ?? own;
  const change = (text: string) => onWrite(column.id, text);
  const common = {
    "aria-label": texts.sheet.cell({ column: column.header, row: name }),
    "data-column": column.id,
    "aria-invalid": error !== undefined || undefined,
    ...(written === undefined
      ? {}
      : { "aria-description": texts.sheet.was({ text: ownWords(column, own) }) }),
    ...(error === undefined ? {} : { "aria-describedby": errorId }),
  };
  return (
    <td
      className={styles["cell"]}
      data-kind={column.kind}
      data-changed={written !== undefined || undefined}
      data-faulty={error !== undefined || undefined}
    >
      {column.cell?.(record, { value, change }) ?? renderInput(column, { value, change, common, own })}
      {error !== undefined && (
        <div id={errorId} className={styles["fault"]}>
          {error}
        </div>
      )}
    </td>
  );
}

function ownWords<R>({ kind, choices }: SheetColumn<R>, own: string): string {
  if (kind === "switch") return own === "true" ? texts.sheet.on : texts.sheet.off;
  return choices?.find(({ value }) => value === own)?.label ?? (own === "" ? texts.sheet.empty : own);
}

interface Input {
  value: string;
  own: string;
  change: (text: string) => void;
  common: Record<string, unknown>;
}

function renderInput<R>(column: SheetColumn<R>, { value, own, change, common }: Input): ReactNode {
  if (column.kind === "shown") return <span className={styles["shown"]}>{value}</span>;
  if (column.kind === "switch")
    return (
      <input
        {...common}
        type="checkbox"
        className={styles["switch"]}
        checked={value === "true"}
        onChange={(event) => change(String(event.currentTarget.checked))}
      />
    );
  if (column.kind === "choice")
    return (
      <select
        {...common}
        className={styles["input"]}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {column.choices?.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...common}
      type="text"
      className={styles["input"]}
      inputMode={column.kind === "money" ? "decimal" : column.kind === "whole" ? "numeric" : "text"}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || value === own) return;
        // Takes the change back, and closes nothing around it.
        event.stopPropagation();
        change(own);
      }}
    />
  );
}

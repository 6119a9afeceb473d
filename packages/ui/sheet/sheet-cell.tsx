import { type ReactNode, useId } from "react";
import { strings } from "../strings.ts";
import styles from "./sheet.module.css";
import type { SheetColumn } from "./sheet-column.ts";

interface SheetCellProps<R> {
  record: R;
  column: SheetColumn<R>;
  /** What the row is called. */
  name: string;
  /** What was written into it; undefined: its own text. */
  written: string | undefined;
  fault: string | undefined;
  onWrite: (column: string, text: string) => void;
}

/** One cell: an input as large as itself, marked when it was changed, with what is wrong below it. */
export function SheetCell<R>({ record, column, name, written, fault, onWrite }: SheetCellProps<R>) {
  const faultId = useId();
  const own = column.read(record);
  const value = written ?? own;
  const change = (text: string) => onWrite(column.id, text);
  const common = {
    "aria-label": strings.sheet.cell(column.header, name),
    "data-column": column.id,
    "aria-invalid": fault !== undefined || undefined,
    ...(written === undefined ? {} : { "aria-description": strings.sheet.was(ownWords(column, own)) }),
    ...(fault === undefined ? {} : { "aria-describedby": faultId }),
  };
  return (
    <td
      className={styles["cell"]}
      data-kind={column.kind}
      data-changed={written !== undefined || undefined}
      data-faulty={fault !== undefined || undefined}
    >
      {column.cell?.(record, { value, change }) ?? inputOf(column, { value, change, common, own })}
      {fault !== undefined && (
        <div id={faultId} className={styles["fault"]}>
          {fault}
        </div>
      )}
    </td>
  );
}

function ownWords<R>({ kind, choices }: SheetColumn<R>, own: string): string {
  if (kind === "switch") return own === "true" ? strings.sheet.on : strings.sheet.off;
  return choices?.find(({ value }) => value === own)?.label ?? (own === "" ? strings.sheet.empty : own);
}

interface Input {
  value: string;
  own: string;
  change: (text: string) => void;
  common: Record<string, unknown>;
}

function inputOf<R>(column: SheetColumn<R>, { value, own, change, common }: Input): ReactNode {
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

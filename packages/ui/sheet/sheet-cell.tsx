import { type ReactNode, useId } from "react";
import { texts } from "../texts.ts";
import styles from "./sheet.module.css";
import { getInputMode, type SheetColumn } from "./sheet-column.ts";

interface SheetCellProps<R> {
  record: R;
  column: SheetColumn<R>;
  /** The row's name. */
  name: string;
  /** The edited text; undefined if the cell was not edited. */
  editedText: string | undefined;
  error: string | undefined;
  onEdit: (column: string, text: string) => void;
}

/** Show a cell as an input, highlighted if its text was changed, with its error below. */
export function SheetCell<R>({ record, column, name, editedText, error, onEdit }: SheetCellProps<R>) {
  const errorId = useId();
  const recordText = column.read(record);
  const value = editedText ?? recordText;
  const change = (text: string) => onEdit(column.id, text);
  const inputProps = {
    "aria-label": texts.sheet.cell({ column: column.header, row: name }),
    "data-column": column.id,
    "aria-invalid": error !== undefined || undefined,
    ...(editedText === undefined
      ? {}
      : { "aria-description": texts.sheet.was({ text: formatRecordText(column, recordText) }) }),
    ...(error === undefined ? {} : { "aria-describedby": errorId }),
  };
  return (
    <td
      className={styles["cell"]}
      data-kind={column.kind}
      data-changed={editedText !== undefined || undefined}
      data-invalid={error !== undefined || undefined}
    >
      {column.cell?.(record, { value, change }) ??
        renderInput(column, { value, change, inputProps, recordText })}
      {error !== undefined && (
        <div id={errorId} className={styles["error"]}>
          {error}
        </div>
      )}
    </td>
  );
}

function formatRecordText<R>({ kind, choices }: SheetColumn<R>, recordText: string): string {
  if (kind === "switch") return recordText === "true" ? texts.sheet.on : texts.sheet.off;
  return (
    choices?.find(({ value }) => value === recordText)?.label ??
    (recordText === "" ? texts.sheet.empty : recordText)
  );
}

interface InputOptions {
  value: string;
  recordText: string;
  change: (text: string) => void;
  inputProps: Record<string, unknown>;
}

function renderInput<R>(
  column: SheetColumn<R>,
  { value, recordText, change, inputProps }: InputOptions,
): ReactNode {
  if (column.kind === "readonly") return <span className={styles["readonly"]}>{value}</span>;
  if (column.kind === "switch")
    return (
      <input
        {...inputProps}
        type="checkbox"
        className={styles["switch"]}
        checked={value === "true"}
        onChange={(event) => change(String(event.currentTarget.checked))}
      />
    );
  if (column.kind === "choice")
    return (
      <select
        {...inputProps}
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
      {...inputProps}
      type="text"
      className={styles["input"]}
      inputMode={getInputMode(column.kind)}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || value === recordText) return;
        // Undo the change, and do not close a dialog around the sheet.
        event.stopPropagation();
        change(recordText);
      }}
    />
  );
}

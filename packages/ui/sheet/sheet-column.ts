import type { ReactNode } from "react";

/** The kind of a cell's input. */
export type SheetKind = "text" | "money" | "integer" | "switch" | "choice" | "readonly";

/** Return the kind of on-screen keyboard that phones show for a cell's input. */
export function getInputMode(kind: SheetKind): "decimal" | "numeric" | "text" {
  if (kind === "money") return "decimal";
  return kind === "integer" ? "numeric" : "text";
}

/** One column of a sheet of records of type R. Every value is text while it is edited. */
export interface SheetColumn<R> {
  id: string;
  header: string;
  kind: SheetKind;
  /** Return the record's value as text; for a switch, `true` or `false`. */
  read: (record: R) => string;
  /** Return the error message of a text; undefined if the text is valid. */
  check?: (text: string) => string | undefined;
  /** The choices of a column of kind `choice`. */
  choices?: readonly { value: string; label: string }[];
  /** Render the cell's content in place of an input. */
  cell?: (record: R, edit: CellEdit) => ReactNode;
  /** The width in rem. The default depends on the kind. */
  width?: number;
}

/** The current text of a cell with its own content, and the function that changes the text. */
export interface CellEdit {
  value: string;
  change: (text: string) => void;
}

/** The text or the error of one cell. */
export interface CellText {
  row: string | number;
  column: string;
  text: string;
}

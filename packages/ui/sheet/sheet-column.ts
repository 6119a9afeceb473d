import type { ReactNode } from "react";

/** The kind of a cell's input; `shown` is read-only. */
export type SheetKind = "text" | "money" | "whole" | "switch" | "choice" | "shown";

/** One column of a sheet of records of type R. Every value is text while it is edited. */
export interface SheetColumn<R> {
  id: string;
  header: string;
  kind: SheetKind;
  /** Return the record's own value; a switch's is `true` or `false`. */
  read: (record: R) => string;
  /** Return the error of a text, in words; undefined: none. */
  check?: (text: string) => string | undefined;
  /** The choices of a choice column. */
  choices?: readonly { value: string; label: string }[];
  /** Render the cell's content in place of an input. */
  cell?: (record: R, edit: CellEdit) => ReactNode;
  /** The width in rem; the default of its kind when absent. */
  width?: number;
}

/** The state of a cell that renders itself: its current text, and a function to change it. */
export interface CellEdit {
  value: string;
  change: (text: string) => void;
}

/** One changed or rejected cell. */
export interface CellText {
  row: string | number;
  column: string;
  text: string;
}

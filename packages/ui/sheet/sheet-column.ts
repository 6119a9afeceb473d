import type { ReactNode } from "react";

/** What a cell is edited with; `shown` is only looked at. */
export type SheetKind = "text" | "money" | "whole" | "switch" | "choice" | "shown";

/** One column of a sheet of records of type R. Every value is text while it is edited. */
export interface SheetColumn<R> {
  id: string;
  header: string;
  kind: SheetKind;
  /** The record's own value; a switch's is `true` or `false`. */
  read: (record: R) => string;
  /** What is wrong with a text, in words; undefined: nothing. */
  check?: (text: string) => string | undefined;
  /** Of a choice. */
  choices?: readonly { value: string; label: string }[];
  /** Draws what stands in place of an input. */
  cell?: (record: R, edit: CellEdit) => ReactNode;
  /** In rem; what is usual for its kind when absent. */
  width?: number;
}

/** A cell that draws itself: what stands in it by now, and a way to change it. */
export interface CellEdit {
  value: string;
  change: (text: string) => void;
}

/** One changed or refused cell. */
export interface CellText {
  row: string | number;
  column: string;
  text: string;
}

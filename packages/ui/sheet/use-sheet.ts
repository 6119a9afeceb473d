import { useCallback, useMemo, useRef, useState } from "react";
import { cellsOf, noCells, onRows, type SheetCells, withCells, withoutRows } from "./sheet-cells.ts";
import type { CellText, SheetColumn } from "./sheet-column.ts";

export interface SheetOf<R> {
  rows: readonly R[];
  keyOf: (record: R) => string | number;
  columns: readonly SheetColumn<R>[];
}

/** A sheet's life: what was changed in it and what is wrong with that, until it is saved. */
export interface SheetState<R> extends SheetOf<R> {
  changes: SheetCells;
  errors: SheetCells;
  /** Writes into some cells; the record's own text is no change. */
  write: (cells: readonly CellText[]) => void;
  /** Looks at every changed cell; answers whether all can be sent. */
  check: () => boolean;
  /** Shows refusals at their cells. */
  refuse: (errors: readonly CellText[]) => void;
  /** The changes of some rows are saved; without rows: everything is taken back. */
  settle: (rows?: Iterable<string | number>) => void;
  /** Leads to the first cell that something is wrong with. */
  lead: () => void;
  /** Counts how often it was led there. */
  leads: number;
}

/** Keeps the changes of a sheet beside its records. Its functions stay the same, so that unchanged rows are not drawn again. */
export function useSheet<R>(of: SheetOf<R>): SheetState<R> {
  const [written, setChanges] = useState(noCells);
  const [refused, setErrors] = useState(noCells);
  const [leads, setLeads] = useState(0);
  const { rows: present, keyOf: nameOf } = of;
  const keys = useMemo(() => present.map(nameOf), [present, nameOf]);
  const changes = useMemo(() => onRows(written, keys), [written, keys]);
  const errors = useMemo(() => onRows(refused, keys), [refused, keys]);
  const latest = useRef({ of, changes });
  latest.current = { of, changes };

  const write = useCallback((cells: readonly CellText[]) => {
    const { rows, keyOf, columns } = latest.current.of;
    const records = new Map(rows.map((record) => [keyOf(record), record]));
    const writing = cells.flatMap(({ row, column, text }) => {
      const [record, spec] = [records.get(row), columns.find(({ id }) => id === column)];
      if (record === undefined || spec === undefined || spec.kind === "shown") return [];
      return [{ row, column, text: spec.read(record) === text ? undefined : text }];
    });
    setChanges((before) => withCells(before, writing));
    setErrors((before) =>
      withCells(
        before,
        writing.map((cell) => ({ ...cell, text: undefined })),
      ),
    );
  }, []);

  const check = useCallback(() => {
    const wrong = faultsOf(latest.current.of.columns, latest.current.changes);
    setErrors(cellsOf(wrong));
    return wrong.length === 0;
  }, []);

  const settle = useCallback((rows?: Iterable<string | number>) => {
    const gone = rows === undefined ? null : [...rows];
    setChanges((before) => (gone === null ? noCells : withoutRows(before, gone)));
    setErrors((before) => (gone === null ? noCells : withoutRows(before, gone)));
  }, []);

  const refuse = useCallback((list: readonly CellText[]) => setErrors(cellsOf(list)), []);
  const lead = useCallback(() => setLeads((before) => before + 1), []);
  return { ...of, changes, errors, write, check, refuse, settle, lead, leads };
}

/** What is wrong with what was written. */
function faultsOf<R>(columns: readonly SheetColumn<R>[], changes: SheetCells): CellText[] {
  return [...changes].flatMap(([row, texts]) =>
    [...texts].flatMap(([column, text]) => {
      const fault = columns.find(({ id }) => id === column)?.check?.(text);
      return fault === undefined ? [] : [{ row, column, text: fault }];
    }),
  );
}

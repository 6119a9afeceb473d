import { useCallback, useMemo, useRef, useState } from "react";
import { filterRows, noCells, type SheetCells, toCells, withCells, withoutRows } from "./sheet-cells.ts";
import type { CellText, SheetColumn } from "./sheet-column.ts";

export interface SheetOptions<R> {
  rows: readonly R[];
  getKey: (record: R) => string | number;
  columns: readonly SheetColumn<R>[];
}

/** The state of a sheet: its changes and their errors, until it is saved. */
export interface SheetState<R> extends SheetOptions<R> {
  changes: SheetCells;
  errors: SheetCells;
  /** Write into some cells; a text equal to the record's own is no change. */
  write: (cells: readonly CellText[]) => void;
  /** Check every changed cell and return whether all can be sent. */
  check: () => boolean;
  /** Show rejections at their cells. */
  showErrors: (errors: readonly CellText[]) => void;
  /** Mark the changes of some rows as saved; without rows: discard all changes. */
  settle: (rows?: Iterable<string | number>) => void;
  /** Move the focus to the first invalid cell. */
  lead: () => void;
  /** The number of times that the focus was moved there. */
  leads: number;
}

/**
 * Keep the changes of a sheet beside its records. Its functions are stable, so that unchanged rows do not
 * rerender.
 */
export function useSheet<R>(options: SheetOptions<R>): SheetState<R> {
  const [written, setChanges] = useState(noCells);
  const [cellErrors, setErrors] = useState(noCells);
  const [leads, setLeads] = useState(0);
  const { rows: present, getKey: toKey } = options;
  const keys = useMemo(() => present.map(toKey), [present, toKey]);
  const changes = useMemo(() => filterRows(written, keys), [written, keys]);
  const errors = useMemo(() => filterRows(cellErrors, keys), [cellErrors, keys]);
  const latest = useRef({ of: options, changes });
  latest.current = { of: options, changes };

  const write = useCallback((cells: readonly CellText[]) => {
    const { rows, getKey, columns } = latest.current.of;
    const records = new Map(rows.map((record) => [getKey(record), record]));
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
    const wrong = findErrors(latest.current.of.columns, latest.current.changes);
    setErrors(toCells(wrong));
    return wrong.length === 0;
  }, []);

  const settle = useCallback((rows?: Iterable<string | number>) => {
    const saved = rows === undefined ? null : [...rows];
    setChanges((before) => (saved === null ? noCells : withoutRows(before, saved)));
    setErrors((before) => (saved === null ? noCells : withoutRows(before, saved)));
  }, []);

  const showErrors = useCallback((list: readonly CellText[]) => setErrors(toCells(list)), []);
  const lead = useCallback(() => setLeads((before) => before + 1), []);
  return { ...options, changes, errors, write, check, showErrors, settle, lead, leads };
}

/** Return the errors of the changed cells. */
function findErrors<R>(columns: readonly SheetColumn<R>[], changes: SheetCells): CellText[] {
  return [...changes].flatMap(([row, texts]) =>
    [...texts].flatMap(([column, text]) => {
      const error = columns.find(({ id }) => id === column)?.check?.(text);
      return error === undefined ? [] : [{ row, column, text: error }];
    }),
  );
}

import { useCallback, useMemo, useRef, useState } from "react";
import { filterRows, noCells, removeRows, replaceCells, type SheetCells, toCells } from "./sheet-cells.ts";
import type { CellText, SheetColumn } from "./sheet-column.ts";

export interface SheetOptions<R> {
  rows: readonly R[];
  getKey: (record: R) => string | number;
  columns: readonly SheetColumn<R>[];
}

/** The state of a sheet, with the unsaved changes and their errors. */
export interface SheetState<R> extends SheetOptions<R> {
  changes: SheetCells;
  errors: SheetCells;
  /** Change some cells. A text that equals the record's value is no change. */
  write: (cells: readonly CellText[]) => void;
  /** Check every changed cell and return whether all can be sent. */
  check: () => boolean;
  /** Show the errors of a rejected request at their cells. */
  showErrors: (errors: readonly CellText[]) => void;
  /** Mark the changes of some rows as saved, or, without rows, discard all changes. */
  markSaved: (rows?: Iterable<string | number>) => void;
  /** Move the focus to the first invalid cell. */
  focusFirstError: () => void;
  /** The number of calls of `focusFirstError`. */
  focusRequests: number;
}

/**
 * Store the changes of a sheet separately from its records. The functions are stable, so that unchanged rows do not
 * rerender.
 */
export function useSheet<R>(options: SheetOptions<R>): SheetState<R> {
  const [allChanges, setChanges] = useState(noCells);
  const [cellErrors, setErrors] = useState(noCells);
  const [leads, setLeads] = useState(0);
  const { rows: currentRows, getKey: getRowKey } = options;
  const keys = useMemo(() => currentRows.map(getRowKey), [currentRows, getRowKey]);
  const changes = useMemo(() => filterRows(allChanges, keys), [allChanges, keys]);
  const errors = useMemo(() => filterRows(cellErrors, keys), [cellErrors, keys]);
  const latestState = useRef({ options, changes });
  latestState.current = { options, changes };

  const write = useCallback((cells: readonly CellText[]) => {
    const { rows, getKey, columns } = latestState.current.options;
    const records = new Map(rows.map((record) => [getKey(record), record]));
    const newCells = cells.flatMap(({ row, column, text }) => {
      const [record, spec] = [records.get(row), columns.find(({ id }) => id === column)];
      if (record === undefined || spec === undefined || spec.kind === "shown") return [];
      return [{ row, column, text: spec.read(record) === text ? undefined : text }];
    });
    setChanges((before) => replaceCells(before, newCells));
    setErrors((before) =>
      replaceCells(
        before,
        newCells.map((cell) => ({ ...cell, text: undefined })),
      ),
    );
  }, []);

  const check = useCallback(() => {
    const cellErrors = findErrors(latestState.current.options.columns, latestState.current.changes);
    setErrors(toCells(cellErrors));
    return cellErrors.length === 0;
  }, []);

  const settle = useCallback((rows?: Iterable<string | number>) => {
    const saved = rows === undefined ? null : [...rows];
    setChanges((before) => (saved === null ? noCells : removeRows(before, saved)));
    setErrors((before) => (saved === null ? noCells : removeRows(before, saved)));
  }, []);

  const showErrors = useCallback((list: readonly CellText[]) => setErrors(toCells(list)), []);
  const lead = useCallback(() => setLeads((before) => before + 1), []);
  return {
    ...options,
    changes,
    errors,
    write,
    check,
    showErrors,
    markSaved: settle,
    focusFirstError: lead,
    focusRequests: leads,
  };
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

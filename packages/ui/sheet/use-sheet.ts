import { useCallback, useMemo, useRef, useState } from "react";
import {
  buildSheetCells,
  emptyCells,
  filterRows,
  removeRows,
  replaceCells,
  type SheetCells,
} from "./sheet-cells.ts";
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
  /** Change the texts of cells. A text that equals the record's value removes the cell's change. */
  write: (cells: readonly CellText[]) => void;
  /** Check every changed cell, show the errors, and return whether all cells are valid. */
  check: () => boolean;
  /** Show the errors of a rejected request at their cells. */
  showErrors: (errors: readonly CellText[]) => void;
  /** Drop the changes of these rows, for example after the rows were saved; without `rows`, drop all changes. */
  dropChanges: (rows?: Iterable<string | number>) => void;
  /** Move the focus to the first invalid cell. */
  focusFirstError: () => void;
  /** How many times `focusFirstError` was called. */
  focusRequestCount: number;
}

/**
 * Store the changes of a sheet separately from its records. The returned functions are stable, so that
 * unchanged rows do not rerender.
 */
export function useSheet<R>(options: SheetOptions<R>): SheetState<R> {
  const [allChanges, setChanges] = useState(emptyCells);
  const [allErrors, setErrors] = useState(emptyCells);
  const [focusRequestCount, setFocusRequestCount] = useState(0);
  const { rows, getKey } = options;
  const keys = useMemo(() => rows.map(getKey), [rows, getKey]);
  const changes = useMemo(() => filterRows(allChanges, keys), [allChanges, keys]);
  const errors = useMemo(() => filterRows(allErrors, keys), [allErrors, keys]);
  const latestState = useRef({ options, changes });
  latestState.current = { options, changes };

  const write = useCallback((cells: readonly CellText[]) => {
    const latestOptions = latestState.current.options;
    const records = new Map(latestOptions.rows.map((record) => [latestOptions.getKey(record), record]));
    const newCells = cells.flatMap(({ row, column, text }) => {
      const record = records.get(row);
      const spec = latestOptions.columns.find(({ id }) => id === column);
      if (record === undefined || spec === undefined || spec.kind === "readonly") return [];
      return [{ row, column, text: spec.read(record) === text ? undefined : text }];
    });
    setChanges((oldChanges) => replaceCells(oldChanges, newCells));
    setErrors((oldErrors) =>
      replaceCells(
        oldErrors,
        newCells.map((cell) => ({ ...cell, text: undefined })),
      ),
    );
  }, []);

  const check = useCallback(() => {
    const foundErrors = findErrors(latestState.current.options.columns, latestState.current.changes);
    setErrors(buildSheetCells(foundErrors));
    return foundErrors.length === 0;
  }, []);

  const dropChanges = useCallback((rowsToDrop?: Iterable<string | number>) => {
    const droppedRows = rowsToDrop === undefined ? null : [...rowsToDrop];
    setChanges((cells) => (droppedRows === null ? emptyCells : removeRows(cells, droppedRows)));
    setErrors((cells) => (droppedRows === null ? emptyCells : removeRows(cells, droppedRows)));
  }, []);

  const showErrors = useCallback((list: readonly CellText[]) => setErrors(buildSheetCells(list)), []);
  const focusFirstError = useCallback(() => setFocusRequestCount((count) => count + 1), []);
  return {
    ...options,
    changes,
    errors,
    write,
    check,
    showErrors,
    dropChanges,
    focusFirstError,
    focusRequestCount,
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

import { cut } from "../../printable.ts";
import type { ImportSheet, PlannedRecord } from "./import-sheet.ts";
import { quoted, type RowError } from "./rows/row-error.ts";
import type { RowGroup } from "./rows/row-groups.ts";

/**
 * Keeps the records of a sheet from being planned whose rows hold NUL, in whatever column: PostgreSQL takes it in no text.
 * Each such cell is an error of its row.
 * @param heading the cells of the file's first row
 */
export function withoutNul(sheet: ImportSheet, heading: readonly string[]): ImportSheet {
  const errorsOf = ({ rows }: RowGroup): RowError[] =>
    rows.flatMap((row) => {
      const key = sheet.keyOf(row);
      const handle = key === "" ? null : cut(key, 255);
      return row.cells.flatMap((cell, index): RowError[] => {
        if (!cell.includes("\0")) return [];
        const column = cut(heading[index]?.trim() ?? "", 255) || null;
        const message = `${quoted(cell)} contains the character NUL, which no text may; take it out.`;
        return [{ row: row.row, column, handle, message }];
      });
    });
  const isFree = ({ rows }: RowGroup) => !rows.some(({ cells }) => cells.some((cell) => cell.includes("\0")));
  return {
    ...sheet,
    plan: async (run, groups) => {
      const planned = new Map<RowGroup, PlannedRecord>();
      for (const record of await sheet.plan(run, groups.filter(isFree))) planned.set(record.group, record);
      return groups.map((group) => planned.get(group) ?? { group, plan: null, errors: errorsOf(group) });
    },
    prepare: (database, wanted) =>
      sheet.prepare(database, { ...wanted, groups: wanted.groups.filter(isFree) }),
  };
}

import { fieldProblem } from "@souk/contract";
import { truncate } from "../../infrastructure/storable-text.ts";
import type { ImportSheet, PlannedRecord } from "./import-sheet.ts";
import { createRowError, type RowError } from "./rows/row-error.ts";
import type { RowGroup } from "./rows/row-groups.ts";

/**
 * Wrap a sheet so that it rejects records with the character NUL in a cell, because PostgreSQL cannot store NUL in text. Each cell
 * with NUL gets an error.
 * @param heading the cells of the file's first row
 */
export function addNulCheck(sheet: ImportSheet, heading: readonly string[]): ImportSheet {
  const findErrors = ({ rows }: RowGroup): RowError[] =>
    rows.flatMap((row) => {
      const key = sheet.getKey(row);
      const handle = key === "" ? null : truncate(key, 255);
      return row.cells.flatMap((cell, index): RowError[] => {
        if (!cell.includes("\0")) return [];
        const column = truncate(heading[index]?.trim() ?? "", 255) || null;
        return [
          createRowError(
            { row: row.rowNumber, handle },
            column,
            fieldProblem("invalid_format", { format: "text" }),
          ),
        ];
      });
    });
  const hasNoNul = ({ rows }: RowGroup) =>
    !rows.some(({ cells }) => cells.some((cell) => cell.includes("\0")));
  return {
    ...sheet,
    plan: async (db, groups) => {
      const plannedByGroup = new Map<RowGroup, PlannedRecord>();
      for (const record of await sheet.plan(db, groups.filter(hasNoNul)))
        plannedByGroup.set(record.group, record);
      return groups.map(
        (group) => plannedByGroup.get(group) ?? { group, plan: null, errors: findErrors(group) },
      );
    },
    prepare: (database, request) =>
      sheet.prepare(database, { ...request, groups: request.groups.filter(hasNoNul) }),
  };
}

import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { byteOrderMark, escapeFormula, formatCsv } from "../exports/index.ts";
import { assertImportVisible } from "./list-errors.ts";

interface ErrorRow {
  row: number;
  key: string | null;
  path: string;
  code: string;
  message: string;
}

const selectErrorsText = `select r."row", r.handle as key, coalesce(r."column", '') as path, r.code, r.message
  from import_errors r where r.store_id = $1 and r.import_id = $2 order by r.id`;

/**
 * Return the stored errors of an import as a CSV file. `key` and `message` contain cells of the imported file, so texts that look
 * like formulas are escaped. @throws ApiError `not_found`
 */
export async function downloadErrors(
  db: Queryable,
  call: Call<typeof operations.downloadImportErrors>,
): Promise<OperationResponse<typeof operations.downloadImportErrors>> {
  await assertImportVisible(db, call);
  const rows = await db.many<ErrorRow>(selectErrorsText, [call.store.id, call.params.import_id]);
  const csvRows = rows.map(({ row, key, path, code, message }) => [
    String(row),
    ...[key ?? "", path, code, message].map(escapeFormula),
  ]);
  return {
    import_errors_csv: byteOrderMark + formatCsv([["row", "key", "path", "code", "message"], ...csvRows]),
  };
}

import { Type } from "typebox";
import type { AccessRequirement } from "../access/find-missing-access.ts";
import { type FieldErrorCode, fieldErrorCodes } from "../field-error-codes.ts";
import { id, nullable, timestamp } from "./common.ts";

/**
 * Resources that can be imported, each with the access that changing its records requires. Exports of these resources write
 * the same CSV format.
 */
export const importableResources = {
  products: { scopes: [["write_products"]], rights: [["products.edit"], ["stock.set"]] },
  // The right customers.credit is required too, because a file can contain opening balances of new customers.
  customers: { scopes: [["write_customers"]], rights: [["customers.edit"], ["customers.credit"]] },
} as const satisfies Record<string, AccessRequirement>;

/**
 * The access that every operation on imports requires. In addition, an import requires access to its resource and its columns.
 * A caller that may import no resource at all is rejected before the file is read.
 */
export const importAccess = {
  scopes: [["write_products", "write_customers"]],
  rights: [["products.edit", "customers.edit"]],
} as const satisfies AccessRequirement;

export type ImportableResource = keyof typeof importableResources;

export const importableNames = Object.keys(importableResources) as ImportableResource[];

/** Return whether a resource can be imported. */
export function isImportable(resource: string): resource is ImportableResource {
  return Object.hasOwn(importableResources, resource);
}

/** Counts of the records in the file (products or customers), as the import check or the import itself reports them. */
const importCounts = Type.Object({
  records: Type.Integer({ description: "Records in the rows read so far." }),
  created: Type.Integer({ description: "New records." }),
  updated: Type.Integer({ description: "Existing records that the file changes." }),
  unchanged: Type.Integer({ description: "Existing records that already match the file." }),
  failed: Type.Integer({ description: "Records skipped because one of their rows has an error." }),
  errors: Type.Integer({ description: "Number of errors in all rows. The first 10,000 can be listed." }),
});

/** Import of a file of records, which is checked before it is written. */
export const importRecord = Type.Object({
  id,
  resource: Type.Enum(importableNames, { description: "Imported resource." }),
  filename: Type.String({ description: "Name of the file." }),
  size: Type.Integer({ description: "Size in bytes." }),
  status: Type.Enum(["checking", "checked", "running", "done", "failed", "cancelled"], {
    description:
      "`checking`: the file is being read; no records are changed. `checked`: waiting for confirmation. `running`: " +
      "records are being written. `failed`: the import could not be completed; see `error`.",
  }),
  progress: Type.Integer({ description: "Percentage of the file checked or written, from 0 to 100." }),
  row_count: Type.Integer({ description: "Rows checked or written so far, without the header row." }),
  delimiter: nullable(
    Type.Enum([",", ";", "\t"], { description: "Column separator found in the header row." }),
  ),
  ignored_columns: Type.Array(Type.String(), {
    description: "Unknown columns of the header row, at most 100.",
  }),
  check: Type.Union([importCounts, Type.Null()], {
    description:
      "What the import would do, based on the rows checked so far; null until the first rows are checked.",
  }),
  result: Type.Union([importCounts, Type.Null()], {
    description: "Progress of the import; null until it is confirmed.",
  }),
  error: nullable(Type.String({ description: "Why the file could not be imported." })),
  expires_at: Type.String({
    format: "date-time",
    description: "Time at which the file is deleted. The import can be confirmed until then.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Error in a cell or a row of the file. */
export const importError = Type.Object({
  id,
  row: Type.Integer({ description: "Number of the row. The header row is 1, as in a spreadsheet." }),
  key: nullable(
    Type.String({
      description:
        "Identifier of the record: a product's handle, or a customer's code, email or phone; null if the row does not " +
        "have one.",
    }),
  ),
  path: Type.String({ description: "Name of the column; empty if the error concerns the whole row." }),
  code: Type.Enum(Object.keys(fieldErrorCodes) as FieldErrorCode[], {
    description: "Code of the error; one of the codes of field errors.",
  }),
  message: Type.String({
    description: "A sentence for people. It may change, so programs should read `code` and `params`.",
  }),
  params: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: "object",
    description: "The params of the code, such as `max` or `allowed`; empty if the code has none.",
  }),
});

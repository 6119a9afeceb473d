import { Type } from "typebox";
import type { Scope } from "../scopes.ts";
import { dateOut, id, nullable } from "./common.ts";

/** What can be imported, by the name that its list has, and the scope that writes it. An export writes the same files. */
export const importableResources = {
  products: "write_products",
  customers: "write_customers",
} as const satisfies Record<string, Scope>;

export type ImportableResource = keyof typeof importableResources;

export const importableNames = Object.keys(importableResources) as ImportableResource[];

/** Whether a resource can be imported. */
export function isImportable(resource: string): resource is ImportableResource {
  return Object.hasOwn(importableResources, resource);
}

/** What was found, or done, with the records of a file: its products or customers. */
const importCounts = Type.Object({
  records: Type.Integer({ description: "Records in the rows read so far." }),
  created: Type.Integer({ description: "New ones." }),
  updated: Type.Integer({ description: "Known ones that the file changes." }),
  unchanged: Type.Integer({ description: "Known ones that are as the file says already." }),
  failed: Type.Integer({ description: "Left out, since one of their rows has an error." }),
  errors: Type.Integer({ description: "Errors of all rows; the first 10,000 of them can be listed." }),
});

/** A file of records that is checked first, and then imported. */
export const importRecord = Type.Object({
  id,
  resource: Type.Enum(importableNames),
  filename: Type.String(),
  size: Type.Integer({ description: "Bytes." }),
  status: Type.Enum(["checking", "checked", "running", "done", "failed", "cancelled"], {
    description:
      "`checking`: read whole without changing anything. `checked`: waits for the confirmation. `running`: its records are " +
      "written. `failed`: could not be read, `error` says why.",
  }),
  progress: Type.Integer({ description: "Per cent of the file that is checked or written, 0 to 100." }),
  row_count: Type.Integer({ description: "Rows checked or written so far, without the heading." }),
  delimiter: nullable(Type.Enum([",", ";", "\t"], { description: "As found in the heading." })),
  ignored_columns: Type.Array(Type.String(), {
    description: "Columns of the heading that mean nothing here, the first 100 of them.",
  }),
  check: Type.Union([importCounts, Type.Null()], {
    description: "What the import would do, as far as the file is checked; null until the first rows are.",
  }),
  result: Type.Union([importCounts, Type.Null()], {
    description: "What it has done so far; null until it is confirmed.",
  }),
  error: nullable(Type.String({ description: "Why the file could not be imported, in a sentence." })),
  expires_at: Type.String({
    format: "date-time",
    description: "When the file is deleted; until then it can be confirmed.",
  }),
  created_at: dateOut,
  updated_at: dateOut,
});

/** What is wrong with a cell or a row of the file. */
export const importError = Type.Object({
  id,
  row: Type.Integer({ description: "As a spreadsheet numbers it: the heading is row 1." }),
  column: nullable(Type.String({ description: "The column's name; null when the whole row is meant." })),
  key: nullable(
    Type.String({
      description:
        "What the record is known by, a product's handle, a customer's code, e-mail address or phone; null when the row does not say.",
    }),
  ),
  message: Type.String(),
});

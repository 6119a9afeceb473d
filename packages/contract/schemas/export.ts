import { Type } from "typebox";
import { id, nullable, timestamp } from "./common.ts";
import { importableNames } from "./import.ts";

/** Resources that can be exported, by list name. */
export const exportedResources = [
  "products",
  "customers",
  "orders",
  "inventory_levels",
  "inventory_movements",
] as const;

export type ExportedResource = (typeof exportedResources)[number];

const resource = Type.Enum([...exportedResources]);

const format = Type.Enum(["jsonl", "csv"], {
  description:
    "`jsonl`: one line per record, with its JSON as the API returns it. `csv`: one row per variant or customer, " +
    `in the columns that an import reads; for ${importableNames.join(", ")} only.`,
});

/** File written from many records, with its progress. */
export const exportRecord = Type.Object({
  id,
  resource,
  format,
  filters: Type.Record(Type.String(), Type.String(), {
    description:
      "Filters as sent; `(erased)` replaces a filter that named a customer who has been erased since.",
  }),
  status: Type.Enum(["queued", "running", "done", "failed"], { description: "Status of the export." }),
  progress: Type.Integer({ description: "Percentage of records written, from 0 to 100." }),
  row_count: Type.Integer({ description: "Lines written so far; for CSV, rows without the header row." }),
  size: nullable(Type.Integer({ description: "Size in bytes; null until the export is done." })),
  url: nullable(
    Type.String({
      description:
        "URL of the file; null until the export is done and after the file has expired. Anyone with the URL can read " +
        "the file.",
    }),
  ),
  error: nullable(Type.String({ description: "Why the export failed." })),
  expires_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
});

/** Request body of POST /exports.json. */
export const exportCreate = Type.Object({
  resource,
  filters: Type.Optional(
    Type.Object(
      {},
      {
        description:
          "Filters of the resource's list by name; each value is a string, a number, a boolean or a list of these. An " +
          "unknown filter or an invalid value is rejected.",
      },
    ),
  ),
  format: Type.Optional(format),
});

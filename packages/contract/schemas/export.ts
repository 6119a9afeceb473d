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
    "`jsonl`: one line per record, with its JSON as the API returns it. `csv`: one row per variant or customer, with " +
    `the columns that an import reads; only for ${importableNames.join(" and ")}.`,
});

/** Export of many records to a file, with its progress. */
export const exportRecord = Type.Object({
  id,
  resource,
  format,
  filters: Type.Record(Type.String(), Type.String(), {
    description:
      "Filters as they were sent. A filter by a customer who has since been erased is replaced by `(erased)`.",
  }),
  status: Type.Enum(["queued", "running", "done", "failed"], { description: "Status of the export." }),
  progress: Type.Integer({ description: "Percentage of records written, from 0 to 100." }),
  row_count: Type.Integer({ description: "Lines written so far, without the header row of a CSV file." }),
  size: nullable(Type.Integer({ description: "Size in bytes; null until the export is done." })),
  url: nullable(
    Type.String({
      description:
        "URL that downloads the file without a token; null until the export is done, and after the file has expired. Each " +
        "response has a new URL, which works for 5 minutes.",
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
          "Values by filter name. The filters are the same as those of the resource's list. Each value is a string, a " +
          "number, a boolean or a list of these. An unknown filter or an invalid value is rejected.",
      },
    ),
  ),
  format: Type.Optional(format),
});

import { Type } from "typebox";
import { dateOut, id, nullable } from "./common.ts";
import { importableNames } from "./import.ts";

/** What can be exported, by the name that its list has. */
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
    "`jsonl`: a line a record, its JSON as the API answers it. `csv`: a row a variant or a customer, in the columns that an import reads; " +
    `for ${importableNames.join(", ")} only.`,
});

/** A file that is written from many records, and how far it is. */
export const exportRecord = Type.Object({
  id,
  resource,
  format,
  filters: Type.Record(Type.String(), Type.String(), {
    description: "As they were sent; `(erased)` for one that named a customer who has been erased since.",
  }),
  status: Type.Enum(["queued", "running", "done", "failed"]),
  progress: Type.Integer({ description: "Per cent of the records that are written, 0 to 100." }),
  row_count: Type.Integer({ description: "Lines written so far; of a CSV file, rows without the heading." }),
  size: nullable(Type.Integer({ description: "Bytes; null until it is done." })),
  url: nullable(
    Type.String({
      description:
        "Where the file is; null until it is done, and again once it has expired. Whoever has it can read it.",
    }),
  ),
  error: nullable(Type.String({ description: "Why it failed, in a sentence." })),
  expires_at: dateOut,
  created_at: dateOut,
  updated_at: dateOut,
});

/** Body of POST /exports.json. */
export const exportCreate = Type.Object({
  resource,
  filters: Type.Optional(
    Type.Object(
      {},
      {
        description:
          "The filters of the resource's list, by name: a text, a number, true or false, or a list of these. One that the list " +
          "does not have, or that cannot be read, is refused.",
      },
    ),
  ),
  format: Type.Optional(format),
});

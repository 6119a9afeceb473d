import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { id } from "../schemas/common.ts";
import { importAccess } from "../schemas/import.ts";

export const downloadImportErrors = defineOperation({
  id: "import_errors.download",
  surface: "store_console",
  auth: "session",
  ...importAccess,
  definedBy: "souk",
  clauses: [],
  method: "GET",
  path: "/imports/:import_id/errors_csv.json",
  params: Type.Object({ import_id: id }),
  query: {},
  response: Type.Object({
    import_errors_csv: Type.String({
      description:
        "The text of a CSV file with the columns `row`, `key`, `path`, `code` and `message`. A cell that a " +
        "spreadsheet would treat as a formula begins with an apostrophe.",
    }),
  }),
  errors: ["not_signed_in", "not_found"],
  summary: "Download import errors",
  description:
    "Returns the stored errors of an import, at most 10,000, in row order, as the text of a CSV file.",
});

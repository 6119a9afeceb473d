import { Type } from "typebox";
import { actor, id, nullable } from "./common.ts";
import { utcTimestamp } from "./people.ts";

const store = nullable(Type.Object({ id, handle: Type.String(), name: Type.String() }));

/** Everything that is stored about a request, without any value that was sent or changed. */
export const staffRequest = Type.Object({
  request_id: Type.String(),
  failure: Type.Union(
    [
      Type.Object({
        at: utcTimestamp,
        store,
        caller: nullable(actor),
        operation: nullable(Type.String({ description: "Id of the operation; null for a page." })),
        method: Type.String(),
        path: Type.String({ description: "Path without the query." }),
        status: Type.Integer(),
        code: Type.String({ description: "Code of the error that the caller got." }),
        fields: Type.Array(Type.String(), { description: "Path and code of each field error." }),
        duration_ms: Type.Integer(),
        error: nullable(
          Type.String({
            description: "Message of a server error. Values in the message are replaced by `…`.",
          }),
        ),
        stack: nullable(Type.String({ description: "Where the error occurred in the server's code." })),
      }),
      Type.Null(),
    ],
    { description: "The failure; null if the request succeeded or its failure is not stored." },
  ),
  changes: Type.Array(
    Type.Object({
      at: utcTimestamp,
      store,
      actor,
      action: Type.Enum(["create", "update", "delete"]),
      resource: Type.String(),
      resource_id: id,
    }),
    { description: "Changes of records in the audit log, without values. At most 100, oldest first." },
  ),
  stock_changes: Type.Array(
    Type.Object({
      at: utcTimestamp,
      store,
      actor,
      variant_id: id,
      location_id: id,
      quantity: Type.String({ description: "Name of the quantity that was changed." }),
      change: Type.Integer(),
    }),
    {
      description:
        "Entries of the stock ledger near the time in the query parameter `at`. At most 100, oldest first.",
    },
  ),
  events: Type.Array(
    Type.Object({
      at: utcTimestamp,
      store,
      topic: Type.String(),
      sequence: Type.Integer(),
      resource_id: nullable(Type.Integer()),
    }),
    {
      description:
        "Published events near the time in the query parameter `at`, except events about stock. At most 100, sorted by sequence.",
    },
  ),
});

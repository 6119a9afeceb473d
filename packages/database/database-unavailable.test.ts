import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { DatabaseUnavailable, toUnavailable } from "./database-unavailable.ts";

/** Create an error of the server, as the driver would create it. */
function createServerError(fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("any text", 8, "error"), fields);
}

const errorCases: [description: string, error: Error, reason: string | undefined][] = [
  ["a full disk", createServerError({ code: "53100" }), "busy"],
  ["too many connections", createServerError({ code: "53300" }), "unreachable"],
  ["a data file on a read-only disk", createServerError({ code: "42501", file: "md.c" }), "busy"],
  ["a missing permission", createServerError({ code: "42501", file: "aclchk.c" }), undefined],
  [
    "a plan that a migration has invalidated",
    createServerError({ code: "0A000", routine: "RevalidateCachedQuery" }),
    "schema_changed",
  ],
  [
    "a feature that is not supported",
    createServerError({ code: "0A000", routine: "transformStmt" }),
    undefined,
  ],
  ["a broken socket", Object.assign(new Error("any text"), { code: "ECONNRESET" }), "unreachable"],
  ["a pg client that lost its connection", new Error("Connection terminated unexpectedly"), "unreachable"],
  ["a bug", new TypeError("any text"), undefined],
];

for (const [description, error, reason] of errorCases) {
  const outcome =
    reason === undefined ? "stays unchanged" : `becomes DatabaseUnavailable with the reason ${reason}`;
  test(`an error caused by ${description} ${outcome}`, () => {
    const converted = toUnavailable(error);
    assert.equal(converted instanceof DatabaseUnavailable ? converted.reason : undefined, reason);
    if (reason === undefined) assert.equal(converted, error);
  });
}

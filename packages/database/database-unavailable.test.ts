import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { DatabaseUnavailable, toUnavailable } from "./database-unavailable.ts";

/** Create an error of the server as the driver reads it. */
function createServerError(facts: Partial<pg.DatabaseError>): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("any text", 8, "error"), facts);
}

const reasons: [what: string, error: Error, reason: string | undefined][] = [
  ["a full disk", createServerError({ code: "53100" }), "busy"],
  ["too many connections", createServerError({ code: "53300" }), "away"],
  ["a data file on a read-only disk", createServerError({ code: "42501", file: "md.c" }), "busy"],
  ["a missing right", createServerError({ code: "42501", file: "aclchk.c" }), undefined],
  [
    "a plan that a migration outdated",
    createServerError({ code: "0A000", routine: "RevalidateCachedQuery" }),
    "schema_changed",
  ],
  [
    "a feature that is not supported",
    createServerError({ code: "0A000", routine: "transformStmt" }),
    undefined,
  ],
  ["a broken socket", Object.assign(new Error("any text"), { code: "ECONNRESET" }), "away"],
  ["a client of pg that lost its connection", new Error("Connection terminated unexpectedly"), "away"],
  ["a bug", new TypeError("any text"), undefined],
];

for (const [what, error, reason] of reasons) {
  test(`${what} counts as ${reason ?? "an error of its own"}`, () => {
    const found = toUnavailable(error);
    assert.equal(found instanceof DatabaseUnavailable ? found.reason : undefined, reason);
    if (reason === undefined) assert.equal(found, error);
  });
}

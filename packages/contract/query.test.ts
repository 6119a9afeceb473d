import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeTimeCursor } from "./paging.ts";
import { listParameters, parseQuery } from "./query.ts";

const spec = {
  ...listParameters,
  since_id: { kind: "id" },
  status: { kind: "choice", of: ["open", "closed"] },
  sort: { kind: "sort", by: ["id", "updated_at"], default: "updated_at.desc" },
  updated_at_min: { kind: "date", bound: "min", timezone: "store" },
  created_at_max: { kind: "date", bound: "max", timezone: "offset" },
  days: { kind: "integer", minimum: 1, maximum: 90 },
  cursor: { kind: "time_cursor" },
} as const;

const read = (pairs: Record<string, string>, zone = "Asia/Kuala_Lumpur") =>
  parseQuery(spec, Object.entries(pairs), zone);

test("an invalid page or limit is replaced by a valid one and is not rejected (LST-2)", () => {
  assert.deepEqual(
    ["0", "-3", "x", "1.5", "99999999999999999999"].map((page) => read({ page }).value.page),
    [1, 1, 1, 1, 1],
  );
  assert.deepEqual(
    ["0", "x", "251", "250", "7"].map((limit) => read({ limit }).value.limit),
    [50, 50, 250, 250, 7],
  );
});

test("the error for an invalid sort, status or id names the query parameter", () => {
  const { errors } = read({ sort: "price.asc", status: "lost", since_id: "abc", ids: "1,x" });
  assert.deepEqual(errors.map(({ path }) => path).sort(), ["ids", "since_id", "sort", "status"]);
  assert.deepEqual(
    read({ sort: "id.sideways" }).errors.map(({ path }) => path),
    ["sort"],
  );
});

test("the default sort of a request without a sort parameter is not marked as explicit", () => {
  assert.deepEqual(read({}).value.sort, { field: "updated_at", direction: "desc", isExplicit: false });
  assert.deepEqual(read({ sort: "id.asc" }).value.sort, { field: "id", direction: "asc", isExplicit: true });
});

test("a date filter whose value is not a date is ignored with a warning (LST-6)", () => {
  const { value, errors, warnings } = read({ updated_at_min: "yesterday" });
  assert.equal(value.updated_at_min, undefined);
  assert.deepEqual(errors, []);
  assert.deepEqual(warnings, ['ignored parameter "updated_at_min": not a date']);
});

test("a date filter in store time ignores the UTC offset of its value (LST-7)", () => {
  const expected = "2026-11-20T08:46:38.000Z";
  for (const sentDate of [
    "2026-11-20T16:46:38+08:00",
    "2026-11-20T16:46:38-05:00",
    "2026-11-20 16:46:38",
    "2026-11-20T16:46:38Z",
  ]) {
    assert.equal(read({ updated_at_min: sentDate }).value.updated_at_min?.toISOString(), expected, sentDate);
  }
});

test("a date filter uses the UTC offset in its value, or else store time", () => {
  const readMax = (text: string) => read({ created_at_max: text }).value.created_at_max?.toISOString();
  assert.equal(readMax("2026-11-20T16:46:38-05:00"), "2026-11-20T21:46:38.000Z");
  assert.equal(readMax("2026-11-20T16:46:38 05:00"), "2026-11-20T11:46:38.000Z");
  assert.equal(readMax("2026-11-20"), "2026-11-19T16:00:00.000Z");
});

test("for a local time that occurs twice, a _min filter uses the first instant and a _max filter the second", () => {
  const zone = "America/New_York";
  const repeatedTime = "2026-11-01 01:30:00";
  assert.equal(
    read({ updated_at_min: repeatedTime }, zone).value.updated_at_min?.toISOString(),
    "2026-11-01T05:30:00.000Z",
  );
  assert.equal(
    read({ created_at_max: repeatedTime }, zone).value.created_at_max?.toISOString(),
    "2026-11-01T06:30:00.000Z",
  );
});

test("the fields parameter selects fields to return and fields to omit", () => {
  assert.deepEqual(read({ fields: "title,-note, sku" }).value.fields, {
    keep: ["title", "sku"],
    drop: ["note"],
  });
});

test("the error for an integer parameter outside its range states the range", () => {
  for (const days of ["1", "90"]) assert.equal(read({ days }).value.days, Number(days));
  const rangeError = {
    path: "days",
    code: "out_of_range",
    message: "{field} must be from 1 to 90.",
    params: { min: 1, max: 90 },
  };
  for (const days of ["0", "91", "-1"]) assert.deepEqual(read({ days }).errors, [rangeError], days);
  const formatError = {
    path: "days",
    code: "invalid_format",
    message: "{field} must be a whole number.",
    params: { format: "integer" },
  };
  for (const days of ["1.5", "x"]) assert.deepEqual(read({ days }).errors, [formatError], days);
});

test("a time cursor is decoded to the position that it encodes", () => {
  for (const position of [
    { time: new Date("2026-11-20T08:46:38.001Z"), id: 1, seenCount: 0 },
    { time: new Date(0), id: Number.MAX_SAFE_INTEGER, seenCount: 250 },
  ]) {
    assert.deepEqual(read({ cursor: encodeTimeCursor(position) }).value.cursor, position);
  }
  for (const cursor of ["c5-1", "t5", "t5-1", "t-1-1-1", "t05-1-1", "t1-1-1-1"])
    assert.equal(read({ cursor }).errors[0]?.path, "cursor");
});

import { type Operation, productCsvColumns, type QueryParameter, surfaces } from "@souk/contract";
import { commonHeaderNames, oddHeaderValues, oddQueries } from "./fuzz-inputs.ts";
import {
  type Chance,
  type GetKnownValue,
  makeValue,
  pickStrangeText,
  pickStrangeValue,
  type Schema,
} from "./value-maker.ts";

/** A request before credentials are added to it. */
export interface FuzzedRequest {
  operation: Operation;
  /** Whether a merchant sends the request on the admin's host, although the operation is one that apps call. */
  isByMerchant: boolean;
  /** The path with its query string. `:store` is not replaced yet. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const dates = [
  "2026-11-20T16:46:38+08:00",
  "2026-11-20 16:46:38",
  "2026-11-20",
  "0001-01-01",
  "9999-12-31T23:59:59Z",
];

function makeQueryValue(parameter: QueryParameter, chance: Chance, knownValue: unknown): string {
  if (chance.happens(0.15)) return pickStrangeText(chance);
  switch (parameter.kind) {
    case "page":
    case "limit":
      return String(chance.pick([0, 1, 2, 3, 50, 250, 251, -1, 2 ** 53]));
    case "id":
    case "integer":
      return String(knownValue ?? chance.below(1_000));
    case "ids":
      return Array.from({ length: chance.below(5) }, () => knownValue ?? chance.below(1_000)).join(",");
    case "choice":
      return chance.pick(parameter.of);
    case "boolean":
      return chance.pick(["true", "false", "1", "0"]);
    case "fields":
      return chance.pick(["id,title", "-variants", "", ",", "-id", "nothing", "__proto__"]);
    case "sort":
      return `${chance.pick(parameter.by)}.${chance.pick(["asc", "desc", "up"])}`;
    case "date":
      return chance.pick(dates);
    default:
      return `word ${chance.below(20)}`;
  }
}

function makeQuery(operation: Operation, chance: Chance, getKnownValue: GetKnownValue): string {
  const pairs = Object.entries(operation.query)
    .filter(() => chance.happens(0.4))
    .map(([name, parameter]): [string, string] => [
      name,
      makeQueryValue(parameter, chance, getKnownValue(name, chance)),
    ]);
  if (chance.happens(0.05)) pairs.push([pickStrangeText(chance), pickStrangeText(chance)]);
  if (chance.happens(0.05) && pairs[0]) pairs.push(pairs[0]);
  if (chance.happens(0.02)) return `?${chance.pick(oddQueries)}`;
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value.slice(0, 3_000)]))}`;
}

function makePath(operation: Operation, chance: Chance, getKnownValue: GetKnownValue): string {
  // `/products/:id.json` means the product's own id, `/products/:product_id/variants/:id.json` the variant's.
  const resource = operation.path.split("/").findLast((part) => /^[a-z_]+$/.test(part)) ?? "";
  return operation.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = getKnownValue(name === "id" ? resource : name, chance);
    const invalidId = chance.pick(["0", "-1", "abc", "1e3", "01", "9007199254740993", "%00", "..", "1%2F2"]);
    // The ids of records that the requests create begin at 1.
    return chance.happens(0.8) ? String(value ?? 1 + chance.below(6)) : invalidId;
  });
}

/** Make the JSON text of a request body, which is sometimes truncated; undefined for most operations without a body. */
function makeBody(operation: Operation, chance: Chance, getKnownValue: GetKnownValue): string | undefined {
  if (!operation.body) return chance.happens(0.1) ? JSON.stringify(pickStrangeValue(chance)) : undefined;
  const value = makeValue(operation.body as Schema, chance, { getKnownValue, name: "" });
  const json =
    operation.wrapper !== undefined && chance.happens(0.5) ? { [operation.wrapper]: value } : value;
  const text = JSON.stringify(json) ?? "";
  if (chance.happens(0.03)) return text.slice(0, chance.below(text.length + 1));
  if (chance.happens(0.02)) return text.replace("{", '{"__proto__":{"a":1},');
  return text;
}

const validCells: Readonly<Record<string, readonly string[]>> = {
  handle: ["mug", "plate", "bowl"],
  title: ["Mug", ""],
  price: ["1.50", "1,5", ""],
  option1_name: ["Size", ""],
  option1_value: ["S", "M"],
};

/** Make a CSV file of products in which most cells are valid. */
function makeProductCsv(chance: Chance): string {
  const columns = productCsvColumns.map(({ name }) => name).filter(() => chance.happens(0.5));
  const header = ["handle", ...columns.filter((name) => name !== "handle")];
  if (chance.happens(0.1)) header.push(pickStrangeText(chance));
  const rows = Array.from({ length: chance.below(8) }, () =>
    header.map((name) =>
      chance.happens(0.2) ? pickStrangeText(chance) : chance.pick(validCells[name] ?? [""]),
    ),
  );
  const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return [header, ...rows].map((cells) => cells.map(quoteCell).join(",")).join("\n");
}

/** Make a file to upload: a CSV file of products, or other lines of text, which may follow the first bytes of an image. */
function makeFile(chance: Chance): string {
  if (chance.happens(0.5)) return makeProductCsv(chance);
  const lines = Array.from({ length: chance.below(6) }, () =>
    Array.from({ length: chance.below(5) }, () => pickStrangeText(chance)).join(","),
  );
  return chance.pick(["", "GIF89a", "\x89PNG\r\n\x1a\n", "\ufeff", "Handle,Title\n"]) + lines.join("\n");
}

const wrongContentTypes = [
  "text/plain",
  "",
  "application/json;charset=latin1",
  "application/x-www-form-urlencoded",
];

/** Make a random request for an operation. Most parts of the request are valid, and some are invalid. */
export function makeRequest(
  operation: Operation,
  chance: Chance,
  getKnownValue: GetKnownValue,
): FuzzedRequest {
  const { base, adminBase } = surfaces[operation.surface];
  const isByMerchant = adminBase !== null && operation.auth === "token" && chance.happens(0.3);
  const isUpload = operation.upload !== undefined && (!operation.body || chance.happens(0.5));
  const body = isUpload ? makeFile(chance) : makeBody(operation, chance, getKnownValue);
  const headers: Record<string, string> = {};
  if (body !== undefined) {
    const validType = isUpload ? chance.pick(operation.upload?.types ?? []) : "application/json";
    headers["content-type"] = chance.happens(0.97) ? validType : chance.pick(wrongContentTypes);
  }
  if (chance.happens(0.1)) headers["idempotency-key"] = `key ${chance.below(5)}`;
  if (chance.happens(0.05)) headers[chance.pick(commonHeaderNames)] = chance.pick(oddHeaderValues);
  const path = `${isByMerchant ? adminBase : base}${makePath(operation, chance, getKnownValue)}`;
  return {
    operation,
    isByMerchant,
    path: `${path}${makeQuery(operation, chance, getKnownValue)}`,
    headers,
    body,
  };
}

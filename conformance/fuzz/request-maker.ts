import { type Operation, productCsvColumns, type QueryParameter, surfaces } from "@souk/contract";
import { oddHeaders, oddQueries, oddValues } from "./fuzz-inputs.ts";
import { type Chance, type Known, makeValue, type Schema, strangeText, strangeValue } from "./value-maker.ts";

/** A request before credentials are added to it. */
export interface FuzzedRequest {
  operation: Operation;
  /** Whether it is on the admin's host, where a merchant calls what apps call. */
  byMerchant: boolean;
  /** The path below the host; `:store` is still to be filled. */
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

function queryValue(parameter: QueryParameter, chance: Chance, known: unknown): string {
  if (chance.happens(0.15)) return strangeText(chance);
  switch (parameter.kind) {
    case "page":
    case "limit":
      return String(chance.pick([0, 1, 2, 3, 50, 250, 251, -1, 2 ** 53]));
    case "id":
    case "integer":
      return String(known ?? chance.below(1_000));
    case "ids":
      return Array.from({ length: chance.below(5) }, () => known ?? chance.below(1_000)).join(",");
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

function makeQuery(operation: Operation, chance: Chance, known: Known): string {
  const pairs = Object.entries(operation.query)
    .filter(() => chance.happens(0.4))
    .map(([name, parameter]): [string, string] => [name, queryValue(parameter, chance, known(name, chance))]);
  if (chance.happens(0.05)) pairs.push([strangeText(chance), strangeText(chance)]);
  if (chance.happens(0.05) && pairs[0]) pairs.push(pairs[0]);
  if (chance.happens(0.02)) return `?${chance.pick(oddQueries)}`;
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value.slice(0, 3_000)]))}`;
}

function makePath(operation: Operation, chance: Chance, known: Known): string {
  // `/products/:id.json` means the product's own id, `/products/:product_id/variants/:id.json` the variant's.
  const resource = operation.path.split("/").findLast((part) => /^[a-z_]+$/.test(part)) ?? "";
  return operation.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = known(name === "id" ? resource : name, chance);
    const odd = chance.pick(["0", "-1", "abc", "1e3", "01", "9007199254740993", "%00", "..", "1%2F2"]);
    // Of what the requests themselves make, the ids begin at 1.
    return chance.happens(0.8) ? String(value ?? 1 + chance.below(6)) : odd;
  });
}

function makeBody(operation: Operation, chance: Chance, known: Known): string | undefined {
  if (!operation.body) return chance.happens(0.1) ? JSON.stringify(strangeValue(chance)) : undefined;
  const value = makeValue(operation.body as Schema, chance, { known, name: "" });
  const wrapped =
    operation.wrapper !== undefined && chance.happens(0.5) ? { [operation.wrapper]: value } : value;
  const text = JSON.stringify(wrapped) ?? "";
  if (chance.happens(0.03)) return text.slice(0, chance.below(text.length + 1));
  if (chance.happens(0.02)) return text.replace("{", '{"__proto__":{"a":1},');
  return text;
}

const rightCells: Readonly<Record<string, readonly string[]>> = {
  handle: ["mug", "plate", "bowl"],
  title: ["Mug", ""],
  price: ["1.50", "1,5", ""],
  option1_name: ["Size", ""],
  option1_value: ["S", "M"],
};

/** Return a file of products, valid in most cells. */
function makeProducts(chance: Chance): string {
  const columns = productCsvColumns.map(({ name }) => name).filter(() => chance.happens(0.5));
  const heading = ["handle", ...columns.filter((name) => name !== "handle")];
  if (chance.happens(0.1)) heading.push(strangeText(chance));
  const rows = Array.from({ length: chance.below(8) }, () =>
    heading.map((name) =>
      chance.happens(0.2) ? strangeText(chance) : chance.pick(rightCells[name] ?? [""]),
    ),
  );
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return [heading, ...rows].map((cells) => cells.map(quoted).join(",")).join("\n");
}

/** Make a file to send: lines of text, or the first bytes of an image. */
function makeFile(chance: Chance): string {
  if (chance.happens(0.5)) return makeProducts(chance);
  const lines = Array.from({ length: chance.below(6) }, () =>
    Array.from({ length: chance.below(5) }, () => strangeText(chance)).join(","),
  );
  return chance.pick(["", "GIF89a", "\x89PNG\r\n\x1a\n", "\ufeff", "Handle,Title\n"]) + lines.join("\n");
}

const otherTypes = ["text/plain", "", "application/json;charset=latin1", "application/x-www-form-urlencoded"];

/** Make a request for an operation from its own description, right in most ways and wrong in some. */
export function makeRequest(operation: Operation, chance: Chance, known: Known): FuzzedRequest {
  const { base, adminBase } = surfaces[operation.surface];
  const byMerchant = adminBase !== null && operation.auth === "token" && chance.happens(0.3);
  const file = operation.upload !== undefined && (!operation.body || chance.happens(0.5));
  const body = file ? makeFile(chance) : makeBody(operation, chance, known);
  const headers: Record<string, string> = {};
  if (body !== undefined) {
    const right = file ? chance.pick(operation.upload?.types ?? []) : "application/json";
    headers["content-type"] = chance.happens(0.97) ? right : chance.pick(otherTypes);
  }
  if (chance.happens(0.1)) headers["idempotency-key"] = `key ${chance.below(5)}`;
  if (chance.happens(0.05)) headers[chance.pick(oddHeaders)] = chance.pick(oddValues);
  const path = `${byMerchant ? adminBase : base}${makePath(operation, chance, known)}`;
  return { operation, byMerchant, path: `${path}${makeQuery(operation, chance, known)}`, headers, body };
}

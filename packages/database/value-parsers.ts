import pg from "pg";

const { builtins } = pg.types;
// The type that pg declares for this function does not accept the OIDs of array types.
const getTypeParser: (oid: number, format?: "text" | "binary") => (text: string) => unknown =
  pg.types.getTypeParser;

// The OIDs of PostgreSQL's array types, which `builtins` does not contain.
const textArray = 1009;
const int8Array = 1016;
const dateArray = 1182;
const timestampArray = 1115;
const intervalArray = 1187;

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which is beyond 2^53-1.`);
  return value;
}

const asText = (text: string): string => text;

const parseTextArray = getTypeParser(textArray);

function createArrayParser(parse: (text: string) => unknown): (text: string) => unknown {
  const parseEach = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(parseEach);
    return typeof value === "string" ? parse(value) : value;
  };
  return (text) => parseEach(parseTextArray(text));
}

// int8 becomes a number, since every id is at most 2^53-1. A larger value is rejected and never rounded. numeric stays
// text, because money is never a float. timestamptz becomes a Date, which has milliseconds like timestamptz(3). date,
// timestamp and interval stay text, because a Date would shift them by this machine's time zone.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInteger],
  [int8Array, createArrayParser(parseInteger)],
  [builtins.DATE, asText],
  [dateArray, createArrayParser(asText)],
  [builtins.TIMESTAMP, asText],
  [timestampArray, createArrayParser(asText)],
  [builtins.INTERVAL, asText],
  [intervalArray, createArrayParser(asText)],
]);

/** Converts database values to JavaScript values, for every connection. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || getTypeParser(oid, format),
};

import pg from "pg";

const { builtins } = pg.types;
// pg's own type of this function knows no array types.
const getTypeParser: (oid: number, format?: "text" | "binary") => (text: string) => unknown =
  pg.types.getTypeParser;
const textArray = 1009;
const int8Array = 1016;
const dateArray = 1182;
const timestampArray = 1115;
const intervalArray = 1187;

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database answered ${text}, beyond 2^53-1.`);
  return value;
}

const asText = (text: string): string => text;

const parseTextArray = getTypeParser(textArray);

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    return typeof value === "string" ? parse(value) : value;
  };
  return (text) => each(parseTextArray(text));
}

// int8 becomes a number, since every id of ours is at most 2^53-1; a larger one is refused, never rounded.
// numeric stays text: money is never a float. timestamptz becomes a Date, whose milliseconds are timestamptz(3)'s.
// date, timestamp and interval stay text: a Date would move them by this machine's time zone.
const ours = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInteger],
  [int8Array, arrayOf(parseInteger)],
  [builtins.DATE, asText],
  [dateArray, arrayOf(asText)],
  [builtins.TIMESTAMP, asText],
  [timestampArray, arrayOf(asText)],
  [builtins.INTERVAL, asText],
  [intervalArray, arrayOf(asText)],
]);

/** How values of the database become values of JavaScript, for every connection of ours. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && ours.get(oid)) || getTypeParser(oid, format),
};

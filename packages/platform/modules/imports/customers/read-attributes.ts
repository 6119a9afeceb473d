import { isDeepStrictEqual } from "node:util";
import { attributeColumnPrefix, type FieldError, fieldProblem } from "@souk/contract";
import {
  type AttributeChanges,
  type AttributeDefinition,
  type AttributeValue,
  readValues,
} from "../../customers/index.ts";
import { parseOptions, unguarded } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { readBoolean } from "../rows/read-cells.ts";
import type { Complain } from "../rows/row-error.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** The custom fields of a row by their keys, as a request would send them; null for an empty cell. */
export type AttributeCellValues = Readonly<Record<string, AttributeValue | null>>;

const longestText = 65_536;
/**
 * Pattern of numbers as exports write them. Spreadsheets write `9.55E+12` for a number that they have
 * shortened.
 */
const number = /^-?\d{1,25}(\.\d{1,25})?(e[+-]\d{1,3})?$/;

/** Convert a cell to a value; an invalid one stays text, which is then reported as not valid. */
function cellValue({ input_type }: AttributeDefinition, cell: string): AttributeValue | null {
  const text = cell.trim();
  if (text === "") return null;
  switch (input_type) {
    case "text":
    case "textarea":
      return cell;
    case "date":
    case "select":
      return text;
    case "number":
      return number.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    case "checkbox":
      return readBoolean(text, () => undefined) ?? text;
    case "multi_select":
      return parseOptions(text) ?? text;
  }
}

/** Read the custom fields of a row. */
export function readAttributeCells(
  { attributes }: CustomerHeading,
  { cells }: CsvRow,
  complain: Complain,
): AttributeCellValues {
  const read = attributes.flatMap(({ name, index, definition }): [string, AttributeValue | null][] => {
    const cell = unguarded(cells[index] ?? "");
    if (cell.length <= longestText) return [[definition.key, cellValue(definition, cell)]];
    complain(name, fieldProblem("too_long", { max: longestText, unit: "characters" }));
    return [];
  });
  return Object.fromEntries(read);
}

/** The custom fields of a store's customers, with the columns of a file that contain some of them. */
export interface AttributeContext {
  heading: CustomerHeading;
  /** The custom fields that may be written: none, or all. */
  definitions: readonly AttributeDefinition[];
}

/**
 * Plan the changes of a customer's custom fields.
 * @param now the values of a known customer; null for a new one, who must have the required fields
 */
export function planAttributes(
  { heading, definitions }: AttributeContext,
  { cells, now }: { cells: AttributeCellValues; now: Readonly<Record<string, unknown>> | null },
  complain: Complain,
): AttributeChanges {
  const values = new Map(Object.entries(now ?? {}));
  // An empty cell for a customer without a value requests nothing, even if the field has become required since.
  const differing = Object.entries(cells).filter(
    ([key, value]) => now === null || !isDeepStrictEqual(values.get(key) ?? null, value),
  );
  const errors: FieldError[] = [];
  const changes = readValues(definitions, Object.fromEntries(differing), { errors, isNew: now === null });
  for (const { path, ...problem } of errors) {
    const key = path.slice("attributes.".length);
    const column = heading.attributes.find(({ definition }) => definition.key === key);
    const name = column?.name ?? `${attributeColumnPrefix}${key}`;
    complain(name, problem);
  }
  const keyById = new Map(definitions.map(({ id, key }) => [id, key]));
  // As they are kept: options stand in another order there than in the file.
  const isNew = ([id, value]: [number, AttributeValue | null]) =>
    !isDeepStrictEqual(values.get(keyById.get(id) ?? "") ?? null, value);
  return new Map([...changes].filter(isNew));
}

import { isDeepStrictEqual } from "node:util";
import { attributeColumnPrefix, type FieldError } from "@souk/contract";
import {
  type AttributeChanges,
  type AttributeDefinition,
  type AttributeValue,
  readValues,
} from "../../customers/index.ts";
import { optionsOf, unguarded } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { readBoolean } from "../rows/read-cells.ts";
import type { Complain } from "../rows/row-error.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** What a row says of custom fields, by their keys, as it would be sent; null for an empty cell. */
export type AttributeCellValues = Readonly<Record<string, AttributeValue | null>>;

const longestText = 65_536;
/** As exports write numbers. Spreadsheets write `9.55E+12` for one that they have shortened. */
const number = /^-?\d{1,25}(\.\d{1,25})?(e[+-]\d{1,3})?$/;

/** What is no such value stays a text, and is then said not to fit. */
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
      return optionsOf(text) ?? text;
  }
}

/** Reads the custom fields of a row. */
export function readAttributeCells(
  { attributes }: CustomerHeading,
  { cells }: CsvRow,
  complain: Complain,
): AttributeCellValues {
  const read = attributes.flatMap(({ name, index, definition }): [string, AttributeValue | null][] => {
    const cell = unguarded(cells[index] ?? "");
    if (cell.length <= longestText) return [[definition.key, cellValue(definition, cell)]];
    complain(name, `has ${cell.length} characters; ${longestText} are the most.`);
    return [];
  });
  return Object.fromEntries(read);
}

/** The custom fields that a store's customers have, and the columns of a file that hold some of them. */
export interface AttributeGround {
  heading: CustomerHeading;
  /** Those that may be written: none, or all. */
  definitions: readonly AttributeDefinition[];
}

/**
 * What is to be written of a customer's custom fields.
 * @param now the values of a known customer, null for a new one, who must have what is required
 */
export function planAttributes(
  { heading, definitions }: AttributeGround,
  { cells, now }: { cells: AttributeCellValues; now: Readonly<Record<string, unknown>> | null },
  complain: Complain,
): AttributeChanges {
  const values = new Map(Object.entries(now ?? {}));
  // An empty cell of somebody who has no value there asks for nothing, whether or not the field has become required since.
  const differing = Object.entries(cells).filter(
    ([key, value]) => now === null || !isDeepStrictEqual(values.get(key) ?? null, value),
  );
  const faults: FieldError[] = [];
  const changes = readValues(definitions, Object.fromEntries(differing), { faults, isNew: now === null });
  for (const { path, message } of faults) {
    const key = path.slice("attributes.".length);
    const column = heading.attributes.find(({ definition }) => definition.key === key);
    complain(column?.name ?? `${attributeColumnPrefix}${key}`, message);
  }
  const keyOf = new Map(definitions.map(({ id, key }) => [id, key]));
  // As they are kept: options stand in another order there than in the file.
  const isNew = ([id, value]: [number, AttributeValue | null]) =>
    !isDeepStrictEqual(values.get(keyOf.get(id) ?? "") ?? null, value);
  return new Map([...changes].filter(isNew));
}

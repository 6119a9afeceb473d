import { isDeepStrictEqual } from "node:util";
import { attributeColumnPrefix, type FieldError, fieldProblem } from "@souk/contract";
import {
  type AttributeChanges,
  type AttributeDefinition,
  type AttributeValue,
  readAttributeValues,
} from "../../customers/index.ts";
import { parseAttributeOptions, unescapeFormula } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { readBoolean } from "../rows/read-cells.ts";
import type { ReportError } from "../rows/row-error.ts";
import type { CustomerHeading } from "./read-customer-heading.ts";

/** The values of a row's custom fields, by the field's key, in the form that an API request has. Empty cells are null. */
export type AttributeCellValues = Readonly<Record<string, AttributeValue | null>>;

/** The maximum number of characters in the cell of a custom field. */
const maxTextLength = 65_536;
/**
 * The pattern of numbers in exported files, such as `1.5e-7`. It excludes numbers with an upper-case E such as `9.55E+12`, because
 * spreadsheets drop digits when they write a number in this form.
 */
const numberPattern = /^-?\d{1,25}(\.\d{1,25})?(e[+-]\d{1,3})?$/;

/** Parse the cell of a custom field. An invalid value is returned as text, which is later reported as invalid. */
function parseCellValue({ input_type }: AttributeDefinition, cell: string): AttributeValue | null {
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
      return numberPattern.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    case "checkbox":
      return readBoolean(text, () => undefined) ?? text;
    case "multi_select":
      return parseAttributeOptions(text) ?? text;
  }
}

/** Read the custom fields of a row. */
export function readAttributeCells(
  { attributeColumns }: CustomerHeading,
  { cells }: CsvRow,
  reportError: ReportError,
): AttributeCellValues {
  const entries = attributeColumns.flatMap(
    ({ name, index, definition }): [string, AttributeValue | null][] => {
      const cell = unescapeFormula(cells[index] ?? "");
      if (cell.length <= maxTextLength) return [[definition.key, parseCellValue(definition, cell)]];
      reportError(name, fieldProblem("too_long", { max: maxTextLength, unit: "characters" }));
      return [];
    },
  );
  return Object.fromEntries(entries);
}

/** The custom fields of a store's customers, and the columns of a file that contain some of them. */
export interface AttributeContext {
  heading: CustomerHeading;
  /** The custom fields that may be written: all custom fields of the store, or none. */
  definitions: readonly AttributeDefinition[];
}

/**
 * Plan the changes of a customer's custom fields, and report the invalid values.
 * @param cells the values in the cells of the row
 * @param current the customer's current values; null for a new customer, who must have the required fields
 */
export function planAttributes(
  { heading, definitions }: AttributeContext,
  { cells, current }: { cells: AttributeCellValues; current: Readonly<Record<string, unknown>> | null },
  reportError: ReportError,
): AttributeChanges {
  const currentValues = new Map(Object.entries(current ?? {}));
  // An empty cell is no change for a customer who has no value in the field, even if the field has since become required.
  const changedCells = Object.entries(cells).filter(
    ([key, value]) => current === null || !isDeepStrictEqual(currentValues.get(key) ?? null, value),
  );
  const errors: FieldError[] = [];
  const changes = readAttributeValues(definitions, Object.fromEntries(changedCells), {
    errors,
    isNew: current === null,
  });
  for (const { path, ...problem } of errors) {
    const key = path.slice("attributes.".length);
    const column = heading.attributeColumns.find(({ definition }) => definition.key === key);
    const name = column?.name ?? `${attributeColumnPrefix}${key}`;
    reportError(name, problem);
  }
  const keyById = new Map(definitions.map(({ id, key }) => [id, key]));
  // Compare the values as they are stored, because the options of a value may be stored in a different order than in the file.
  const isChanged = ([id, value]: [number, AttributeValue | null]) =>
    !isDeepStrictEqual(currentValues.get(keyById.get(id) ?? "") ?? null, value);
  return new Map([...changes].filter(isChanged));
}

import { attributeColumnPrefix, type CustomerCsvColumn, customerCsvColumns } from "@souk/contract";
import type { AttributeDefinition } from "../../customers/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { createCellReader } from "../rows/cell-reader.ts";
import { readHeading } from "../rows/read-heading.ts";
import { quoted } from "../rows/row-error.ts";

/** A column that contains a custom field. */
export interface AttributeCells {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  definition: AttributeDefinition;
}

/** The positions of the columns in a customers' file. */
export interface CustomerHeading {
  width: number;
  columns: ReadonlyMap<CustomerCsvColumn, number>;
  attributes: readonly AttributeCells[];
  ignored: readonly string[];
}

const names = new Map<string, CustomerCsvColumn>(customerCsvColumns.map(({ name }) => [name, name]));
const knownBy = ["code", "email", "phone"] as const;

function findAttribute(
  name: string,
  definitions: readonly AttributeDefinition[],
): AttributeDefinition | undefined {
  const prefix = attributeColumnPrefix.trim();
  if (!name.startsWith(prefix)) return undefined;
  const key = name.slice(prefix.length).trim();
  return definitions.find((definition) => definition.key === key);
}

/**
 * Parse the heading of a customers' file.
 * @param mayAttributes whether custom fields may be written (CUS-3)
 * @throws FileProblem without a column that identifies a customer, and for a custom field that may not be
 *   written
 */
export function readCustomerHeading(
  cells: readonly string[],
  {
    definitions,
    canWriteAttributes,
  }: { definitions: readonly AttributeDefinition[]; canWriteAttributes: boolean },
): CustomerHeading {
  const heading = readHeading(cells, (name) => names.get(name) ?? findAttribute(name, definitions));
  const columns = new Map<CustomerCsvColumn, number>();
  const attributes: AttributeCells[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else attributes.push({ name, index, definition: meaning });
  if (!knownBy.some((name) => columns.has(name)))
    throw new FileProblem(
      'The first row has no column "code", "email" or "phone". It must name the columns, and customers are matched by one of these.',
    );
  const [first] = attributes;
  // guard: fields-imported: customer-import.test.ts
  if (first !== undefined && !canWriteAttributes)
    throw new FileProblem(
      `The column ${quoted(first.name)} is a custom field, which requires write_customer_attributes. Remove the column or ask for that permission.`,
    );
  return { width: heading.width, columns, attributes, ignored: heading.ignored };
}

/** Return the key of a row's customer, as it is written there; empty when the row has none. */
export function getCustomerKey(heading: CustomerHeading, row: CsvRow): string {
  const readCell = createCellReader(heading, row);
  return knownBy.map((name) => readCell(name)?.trim().toLowerCase() ?? "").find((text) => text !== "") ?? "";
}

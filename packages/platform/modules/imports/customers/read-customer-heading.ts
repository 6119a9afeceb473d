import { attributeColumnPrefix, type CustomerCsvColumn, customerCsvColumns } from "@souk/contract";
import type { AttributeDefinition } from "../../customers/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { createCellReader } from "../rows/cell-reader.ts";
import { readHeading } from "../rows/read-heading.ts";
import { quote } from "../rows/row-error.ts";

/** A column that contains a custom field. */
export interface AttributeColumn {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  definition: AttributeDefinition;
}

/** The positions of the columns in a file of customers. */
export interface CustomerHeading {
  /** The number of columns, which is the maximum number of cells of a row. */
  width: number;
  columns: ReadonlyMap<CustomerCsvColumn, number>;
  attributeColumns: readonly AttributeColumn[];
  /** Names of columns that are ignored. */
  ignoredColumns: readonly string[];
}

const columnNames = new Map<string, CustomerCsvColumn>(customerCsvColumns.map(({ name }) => [name, name]));
const identifyingColumns = ["code", "email", "phone"] as const;

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
 * Parse the heading of a file of customers.
 * @param canWriteAttributes whether custom fields may be written (CUS-3)
 * @throws FileProblem if no column identifies a customer, or if the file has a custom field that may not be written
 */
export function readCustomerHeading(
  cells: readonly string[],
  {
    definitions,
    canWriteAttributes,
  }: { definitions: readonly AttributeDefinition[]; canWriteAttributes: boolean },
): CustomerHeading {
  const heading = readHeading(cells, (name) => columnNames.get(name) ?? findAttribute(name, definitions));
  const columns = new Map<CustomerCsvColumn, number>();
  const attributeColumns: AttributeColumn[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else attributeColumns.push({ name, index, definition: meaning });
  if (!identifyingColumns.some((name) => columns.has(name)))
    throw new FileProblem(
      'The first row has no column "code", "email" or "phone". The first row must contain the names of the columns, and one of these columns is needed to match customers.',
    );
  const [firstAttribute] = attributeColumns;
  // guard fields-imported: without it, customer-import.test.ts fails
  if (firstAttribute !== undefined && !canWriteAttributes)
    throw new FileProblem(
      `The column ${quote(firstAttribute.name)} is a custom field. Writing it requires the right customer_attributes.edit or, for an app, the scope write_customer_attributes. Remove the column, or ask for the right or the scope.`,
    );
  return { width: heading.width, columns, attributeColumns, ignoredColumns: heading.ignoredColumns };
}

/** Return the first of the code, email and phone in a row, in lower case, or an empty text if the row has none of them. */
export function getCustomerKey(heading: CustomerHeading, row: CsvRow): string {
  const readCell = createCellReader(heading, row);
  return (
    identifyingColumns
      .map((name) => readCell(name)?.trim().toLowerCase() ?? "")
      .find((text) => text !== "") ?? ""
  );
}

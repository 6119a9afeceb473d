import { attributeColumnPrefix, type CustomerCsvColumn, customerCsvColumns } from "@souk/contract";
import type { AttributeDefinition } from "../../customers/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { cellsOf } from "../rows/cells-of.ts";
import { readHeading } from "../rows/read-heading.ts";
import { quoted } from "../rows/row-error.ts";

/** A column that holds a custom field. */
export interface AttributeCells {
  /** As it stands in the heading. */
  name: string;
  index: number;
  definition: AttributeDefinition;
}

/** Where the cells of a row of a customers' file are found. */
export interface CustomerHeading {
  width: number;
  columns: ReadonlyMap<CustomerCsvColumn, number>;
  attributes: readonly AttributeCells[];
  ignored: readonly string[];
}

const names = new Map<string, CustomerCsvColumn>(customerCsvColumns.map(({ name }) => [name, name]));
const knownBy = ["code", "email", "phone"] as const;

function attributeOf(
  name: string,
  definitions: readonly AttributeDefinition[],
): AttributeDefinition | undefined {
  const prefix = attributeColumnPrefix.trim();
  if (!name.startsWith(prefix)) return undefined;
  const key = name.slice(prefix.length).trim();
  return definitions.find((definition) => definition.key === key);
}

/**
 * Reads the heading of a customers' file.
 * @param mayAttributes whether custom fields may be written (CUS-3)
 * @throws FileProblem without a column that a customer is known by, and for a custom field that may not be written
 */
export function readCustomerHeading(
  cells: readonly string[],
  { definitions, mayAttributes }: { definitions: readonly AttributeDefinition[]; mayAttributes: boolean },
): CustomerHeading {
  const heading = readHeading(cells, (name) => names.get(name) ?? attributeOf(name, definitions));
  const columns = new Map<CustomerCsvColumn, number>();
  const attributes: AttributeCells[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else attributes.push({ name, index, definition: meaning });
  if (!knownBy.some((name) => columns.has(name)))
    throw new FileProblem(
      'The first row has no column "code", "email" or "phone"; it names the columns, and a customer is known by one of these.',
    );
  const [first] = attributes;
  if (first !== undefined && !mayAttributes)
    throw new FileProblem(
      `The column ${quoted(first.name)} holds a custom field, and writing those needs write_customer_attributes; leave it out.`,
    );
  return { width: heading.width, columns, attributes, ignored: heading.ignored };
}

/** What the customer of a row is known by, as it is written there; empty when the row does not say. */
export function customerKeyOf(heading: CustomerHeading, row: CsvRow): string {
  const cellOf = cellsOf(heading, row);
  return knownBy.map((name) => cellOf(name)?.trim().toLowerCase() ?? "").find((text) => text !== "") ?? "";
}

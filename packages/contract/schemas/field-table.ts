import { type TSchema, Type } from "typebox";

/** Definition of a field of a record that callers can read and write. */
export interface Field {
  /** Schema of the field's value in a response. */
  response: TSchema;
  /** Schema of the field's value in a request. `getInputSchemas` makes it optional. */
  input: TSchema;
  /** Description of the field's column in CSV files; null if CSV files have no column for the field. */
  csv: string | null;
  /** Value in the examples of the reference. */
  example: unknown;
}

export type FieldTable = Readonly<Record<string, Field>>;

/** Names of the fields that have a column in CSV files. */
export type CsvFieldName<Table extends FieldTable> = {
  [Name in keyof Table & string]: Table[Name]["csv"] extends string ? Name : never;
}[keyof Table & string];

type Responses<Table extends FieldTable> = { [Name in keyof Table]: Table[Name]["response"] };
type Inputs<Table extends FieldTable> = {
  [Name in keyof Table]: ReturnType<typeof Type.Optional<Table[Name]["input"]>>;
};
type Examples<Table extends FieldTable> = { [Name in keyof Table]: Table[Name]["example"] };

function mapFields(table: FieldTable, getValue: (field: Field) => unknown): object {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, getValue(field)]));
}

/** Return the response schema of each field by name. */
export function getResponseSchemas<const Table extends FieldTable>(table: Table): Responses<Table> {
  return mapFields(table, ({ response }) => response) as Responses<Table>;
}

/** Return the request schema of each field by name. All are optional. */
export function getInputSchemas<const Table extends FieldTable>(table: Table): Inputs<Table> {
  return mapFields(table, ({ input }) => Type.Optional(input)) as Inputs<Table>;
}

/** Return the example value of each field by name. */
export function getExampleValues<const Table extends FieldTable>(table: Table): Examples<Table> {
  return mapFields(table, ({ example }) => example) as Examples<Table>;
}

/** List the CSV columns of the fields that have one, in the sequence of the table. */
export function listCsvFields<const Table extends FieldTable>(
  table: Table,
): { name: CsvFieldName<Table>; description: string }[] {
  return Object.entries(table).flatMap(([name, { csv }]) =>
    csv === null ? [] : [{ name: name as CsvFieldName<Table>, description: csv }],
  );
}

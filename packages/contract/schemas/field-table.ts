import { type TSchema, Type } from "typebox";

/** Field of a record that callers can read and write. */
export interface Field {
  response: TSchema;
  /** Schema in a request, where the field can be omitted. */
  input: TSchema;
  /** Description of the field's column in CSV files; null when they have none. */
  csv: string | null;
  /** Value in the examples of the reference. */
  example: unknown;
}

export type FieldTable = Readonly<Record<string, Field>>;

/** Names of the fields that CSV files have a column for. */
export type CsvFieldName<Table extends FieldTable> = {
  [Name in keyof Table & string]: Table[Name]["csv"] extends string ? Name : never;
}[keyof Table & string];

type Responses<Table extends FieldTable> = { [Name in keyof Table]: Table[Name]["response"] };
type Inputs<Table extends FieldTable> = {
  [Name in keyof Table]: ReturnType<typeof Type.Optional<Table[Name]["input"]>>;
};
type Examples<Table extends FieldTable> = { [Name in keyof Table]: Table[Name]["example"] };

function mapFields(table: FieldTable, valueFor: (field: Field) => unknown): object {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, valueFor(field)]));
}

/** List the fields' schemas in a response, in the order of the table. */
export function responseSchemas<const Table extends FieldTable>(table: Table): Responses<Table> {
  return mapFields(table, ({ response }) => response) as Responses<Table>;
}

/** List the fields' schemas in a request, each optional. */
export function inputSchemas<const Table extends FieldTable>(table: Table): Inputs<Table> {
  return mapFields(table, ({ input }) => Type.Optional(input)) as Inputs<Table>;
}

/** List the fields' values in examples. */
export function exampleValues<const Table extends FieldTable>(table: Table): Examples<Table> {
  return mapFields(table, ({ example }) => example) as Examples<Table>;
}

/** List the columns that CSV files have for the fields, in the order of the table. */
export function csvFields<const Table extends FieldTable>(
  table: Table,
): { name: CsvFieldName<Table>; description: string }[] {
  return Object.entries(table).flatMap(([name, { csv }]) =>
    csv === null ? [] : [{ name: name as CsvFieldName<Table>, description: csv }],
  );
}

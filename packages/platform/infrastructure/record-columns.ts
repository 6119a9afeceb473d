import type { WeightUnit } from "@souk/contract";

/** The kinds of CSV cells, with the type of the column's value. The modules `exports` and `imports` write and read each kind. */
export interface CsvKinds {
  text: string;
  /** A text that an empty cell leaves unchanged. */
  text_unless_empty: string;
  /** A long text of at most 256 KiB. */
  long_text: string;
  tags: string[];
  boolean: boolean;
  /** A text such as a code, which a spreadsheet program could treat as a number and change. */
  code: string;
  email: string;
  /** An ISO 3166-1 alpha-2 code, or an empty text for no country. */
  country: string;
  /** A date as YYYY-MM-DD; null if unknown. */
  date: string | null;
  gender: "male" | "female" | "other" | null;
  /** An amount in the store's currency. An empty cell leaves it unchanged. */
  money: string;
  /** An amount in the store's currency. An empty cell sets it to null. */
  money_or_none: string | null;
  weight: number;
  weight_unit: WeightUnit;
  inventory_policy: "deny" | "continue";
}

/** The kinds of CSV cells whose type is exactly `Value`. */
type CsvKind<Value> = {
  [Kind in keyof CsvKinds]: CsvKinds[Kind] extends Value
    ? Value extends CsvKinds[Kind]
      ? Kind
      : never
    : never;
}[keyof CsvKinds];

/**
 * How a column is formatted in a record's JSON: unchanged, as a time in the store's time zone, as an amount in the store's
 * currency, or as a number without trailing zeros.
 */
export type JsonKind = "value" | "time" | "money" | "decimal";

/**
 * How input is converted to a column's value: unchanged (`as_sent`), trimmed, or by the record's use cases. Use cases convert
 * all columns of kind `money` or `measure` in the same way, and each column of kind `custom` separately.
 */
export type InputKind = "as_sent" | "trimmed" | "money" | "measure" | "custom";

/** The JSON kind of a column, or null if the record's JSON does not contain the column. */
type AllowedJsonKind<Name, Json> = Name extends keyof Json ? JsonKind : null;

/** The kinds of input that fit a column's type. A column that no request contains is always written by a use case. */
type AllowedInputKind<Value, Name, Input> = Name extends keyof Input
  ? Exclude<Input[Name], undefined> extends Value
    ? string extends Value
      ? "as_sent" | "trimmed" | "money" | "custom"
      : "as_sent" | UseCaseKind<Value>
    : UseCaseKind<Value>
  : "custom";

/** The kinds of input that use cases convert to a value of this type. */
type UseCaseKind<Value> =
  | "custom"
  | (string extends Value ? "money" : never)
  | (number extends Value ? "measure" : never);

/** A row as use cases read it, in which decimals are numbers if they are numbers in the record's JSON. */
export type NormalizedRow<Row, Json> = {
  [Name in keyof Row]: Name extends keyof Json
    ? Row[Name] extends string | null
      ? Json[Name] extends number | null
        ? number | Extract<Row[Name], null>
        : Row[Name]
      : Row[Name]
    : Row[Name];
};

/** A column that is written with a record, by callers or by use cases. */
interface WritableColumn<Value, Name, Types extends ColumnTypes> {
  input: AllowedInputKind<Value, Name, Types["input"]>;
  /** The value in a new record if the input has none; absent if the use case always sets a value. */
  initial?: Value;
  json: AllowedJsonKind<Name, Types["document"]>;
  csv: Name extends Types["csv"] ? CsvKind<Value> : null;
  /** Build the SQL of the value to write, if it differs from the row's value. */
  write?: (row: string, now: string) => string;
}

/** A column that only the platform writes. */
interface PlatformColumn<Name, Json> {
  input: "none";
  json: AllowedJsonKind<Name, Json>;
}

/** The types that the columns of a record must match. */
export interface ColumnTypes {
  /** The row of the migrated table. */
  row: object;
  /** The body of a request. */
  input: object;
  /** The record in a response. */
  document: object;
  /** The names of the columns in CSV files. */
  csv: PropertyKey;
}

/** The definition of all columns of a record's table. A missing or unknown column is a type error. */
export type RecordColumns<Types extends ColumnTypes> = {
  [Name in keyof Types["row"]]-?:
    | WritableColumn<Types["row"][Name], Name, Types>
    | PlatformColumn<Name, Types["document"]>;
};

type NamesWith<Columns, Part> = {
  [Name in keyof Columns]: Columns[Name] extends Part ? Name : never;
}[keyof Columns];

/** The names of the columns that are written with a record, by callers or by use cases. */
export type WritableName<Columns> = NamesWith<Columns, { input: InputKind }> & string;

type NameWithInitial<Columns> = NamesWith<Columns, { initial: unknown }> & string;

/** The names of the columns with one kind of input. */
export type NameWithInput<Columns, Kind extends InputKind> = NamesWith<Columns, { input: Kind }> & string;

/** The names of the columns in the record's JSON. */
export type ShownName<Columns> = NamesWith<Columns, { json: JsonKind }> & string;

/** The names of the columns in CSV files. */
export type CsvName<Columns> = NamesWith<Columns, { csv: string }> & string;

/** The columns of a row that callers or use cases write. */
export type WritableRow<Row, Columns> = { [Name in WritableName<Columns> & keyof Row]: Row[Name] };

interface AnyColumn {
  input: InputKind | "none";
  initial?: unknown;
  json: JsonKind | null;
  csv?: keyof CsvKinds | null;
  write?: (row: string, now: string) => string;
}

type AnyColumns = Readonly<Record<string, AnyColumn>>;

/** Functions and lists that are derived from a record's column definitions. */
export interface ColumnFunctions<Row, Columns> {
  /** The names of the columns that callers or use cases write, in the order of their definitions. */
  names: readonly WritableName<Columns>[];
  /** Create the values that the columns of a new record have if the input has none. */
  createInitialValues(): { [Name in NameWithInitial<Columns> & keyof Row]: Row[Name] };
  /** List the columns with this kind of input. */
  listColumnsWithInput<Kind extends InputKind>(kind: Kind): readonly NameWithInput<Columns, Kind>[];
  /** Copy the values that the input has for columns of the kinds `as_sent` and `trimmed`. */
  copyProvided(input: object): Partial<WritableRow<Row, Columns>>;
  /** Build the SQL list of the columns in `names`, with the row's alias as prefix. */
  listColumns(row?: string): string;
  /** Build the SQL list of the same columns for use cases: amounts without trailing zeros, and decimals as numbers. */
  listNormalizedColumns(row: string): string;
  /** Build the SQL list of the columns in the record's JSON. */
  listShownColumns(row: string): string;
  /** Build the SQL list of the values to write to the columns of `listColumns`. */
  listWriteExpressions(row: string, now: string): string;
  /** Build the SQL of each column's value in the record's JSON. */
  json(row: string, placeholders: { zone: string; exponent: string }): Record<ShownName<Columns>, string>;
  /** Build the record's JSON from a row that was read as JSON, in which amounts are already formatted. */
  show(row: Row, formatTime: (instant: string) => string): Pick<Row, ShownName<Columns> & keyof Row>;
  /** The kinds of CSV cells, by column. */
  csv: Readonly<{ [Name in CsvName<Columns>]: Extract<Columns[Name], { csv: string }>["csv"] }>;
}

const jsonSql: Readonly<
  Record<JsonKind, (column: string, placeholders: { zone: string; exponent: string }) => string>
> = {
  value: (column) => column,
  time: (column, { zone }) => `souk_time(${column}, ${zone})`,
  money: (column, { exponent }) => `round(${column}, ${exponent}::integer)::text`,
  decimal: (column) => `trim_scale(${column})`,
};

function buildNormalizedSql(row: string, name: string, json: JsonKind | null): string {
  const column = `${row}.${name}`;
  if (json === "money") return `trim_scale(${column})::text as ${name}`;
  return json === "decimal" ? `${column}::float8 as ${name}` : column;
}

function copyProvided(
  columns: AnyColumns,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const providedValues: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = input[name];
    if (value === undefined) continue;
    if (column.input === "as_sent") providedValues[name] = value;
    if (column.input === "trimmed") providedValues[name] = String(value).trim();
  }
  return providedValues;
}

function showRow(
  shownKinds: ReadonlyMap<string, JsonKind>,
  row: Readonly<Record<string, unknown>>,
  formatTime: (instant: string) => string,
): Record<string, unknown> {
  const shownValues: Record<string, unknown> = {};
  for (const [name, json] of shownKinds) {
    const value = row[name];
    shownValues[name] = json === "time" && typeof value === "string" ? formatTime(value) : value;
  }
  return shownValues;
}

/**
 * Derive functions and lists from a record's column definitions. The first call only names the `Row` type; the function that it
 * returns takes the definitions and infers their exact type. Call both once, when the module is loaded.
 */
export function createColumnFunctions<Row>() {
  return <const Columns extends AnyColumns>(columns: Columns): ColumnFunctions<Row, Columns> => {
    const allColumns = Object.entries<AnyColumn>(columns);
    const writableColumns = allColumns.filter(([, { input }]) => input !== "none");
    const initialColumns = allColumns.filter(([, column]) => "initial" in column);
    const names = writableColumns.map(([name]) => name);
    const shownKinds = new Map(
      allColumns.flatMap(([name, { json }]) => (json === null ? [] : [[name, json]])),
    );
    const functions = {
      names,
      listColumnsWithInput: (kind: InputKind) =>
        allColumns.filter(([, { input }]) => input === kind).map(([name]) => name),
      createInitialValues: () =>
        structuredClone(Object.fromEntries(initialColumns.map(([name, { initial }]) => [name, initial]))),
      copyProvided: (input: object) => copyProvided(columns, { ...input }),
      listColumns: (row?: string) =>
        names.map((name) => (row === undefined ? name : `${row}.${name}`)).join(", "),
      listNormalizedColumns: (row: string) =>
        writableColumns.map(([name, { json }]) => buildNormalizedSql(row, name, json)).join(", "),
      listShownColumns: (row: string) => [...shownKinds.keys()].map((name) => `${row}.${name}`).join(", "),
      listWriteExpressions: (row: string, now: string) =>
        writableColumns.map(([name, { write }]) => write?.(row, now) ?? `${row}.${name}`).join(", "),
      json: (row: string, placeholders: { zone: string; exponent: string }) =>
        Object.fromEntries(
          allColumns.flatMap(([name, { json }]) =>
            json === null ? [] : [[name, jsonSql[json](`${row}.${name}`, placeholders)]],
          ),
        ),
      show: (row: Readonly<Record<string, unknown>>, formatTime: (instant: string) => string) =>
        showRow(shownKinds, row, formatTime),
      csv: Object.fromEntries(allColumns.flatMap(([name, { csv }]) => (csv ? [[name, csv]] : []))),
    };
    return functions as unknown as ColumnFunctions<Row, Columns>;
  };
}

/**
 * Build the SQL of a record's JSON object, with the fields in the order of the contract.
 * @param schema the record's schema in the contract
 * @param fieldSql the SQL of each field's value
 */
export function buildObjectSql<const Properties extends object>(
  { properties }: { properties: Properties },
  fieldSql: Readonly<Record<keyof Properties & string, string>>,
): string {
  const fields = (Object.keys(properties) as (keyof Properties & string)[]).map(
    (name) => `${fieldSql[name]} as ${name}`,
  );
  return `row_to_json((select x from (select ${fields.join(", ")}) x))`;
}

import type { WeightUnit } from "@souk/contract";

/** How a cell of a CSV file holds a column; `exports` writes and `imports` reads each kind. */
export interface CsvKinds {
  text: string;
  /** A text that an empty cell leaves unchanged. */
  text_unless_empty: string;
  /** A long text of at most 256 KiB. */
  long_text: string;
  tags: string[];
  boolean: boolean;
  /** A text such as a code, which a spreadsheet takes for a number and shortens. */
  code: string;
  email: string;
  /** ISO 3166-1 alpha-2; empty for none. */
  country: string;
  /** YYYY-MM-DD; null when unknown. */
  date: string | null;
  gender: "male" | "female" | "other" | null;
  /** An amount of the store's currency, which an empty cell leaves unchanged. */
  money: string;
  /** An amount of the store's currency; empty for none. */
  money_or_none: string | null;
  weight: number;
  weight_unit: WeightUnit;
  inventory_policy: "deny" | "continue";
}

type CsvKind<Value> = {
  [Kind in keyof CsvKinds]: CsvKinds[Kind] extends Value
    ? Value extends CsvKinds[Kind]
      ? Kind
      : never
    : never;
}[keyof CsvKinds];

/**
 * How the JSON of a record shows a column: as it is, as an instant in the store's time zone, as an amount of its currency, as a
 * number without zeros at its end.
 */
export type JsonKind = "value" | "time" | "money" | "decimal";

/**
 * How input becomes a column's value: as it is sent, without blanks around it, or by the record's use cases, which read all
 * amounts of money and all measures by one rule.
 */
export type InputKind = "as_sent" | "trimmed" | "money" | "measure" | "use_case";

type Shown<Name, Document> = Name extends keyof Document ? JsonKind : null;

type Copied<Value, Name, Input> = Name extends keyof Input
  ? Exclude<Input[Name], undefined> extends Value
    ? string extends Value
      ? "as_sent" | "trimmed" | "money" | "use_case"
      : "as_sent" | UseCaseKind<Value>
    : UseCaseKind<Value>
  : "use_case";

type UseCaseKind<Value> =
  | "use_case"
  | (string extends Value ? "money" : never)
  | (number extends Value ? "measure" : never);

/** A row as use cases hold it: a decimal that JSON shows as a number is a number. */
export type HeldRow<Row, Document> = {
  [Name in keyof Row]: Name extends keyof Document
    ? Row[Name] extends string | null
      ? Document[Name] extends number | null
        ? number | Extract<Row[Name], null>
        : Row[Name]
      : Row[Name]
    : Row[Name];
};

interface WrittenColumn<Value, Name, Types extends ColumnTypes> {
  input: Copied<Value, Name, Types["input"]>;
  /** Value in a new record for which nothing is sent. */
  initial: Value;
  json: Shown<Name, Types["document"]>;
  csv: Name extends Types["csv"] ? CsvKind<Value> : null;
  /** SQL of the value written, where it is not the one given. */
  write?: (row: string, now: string) => string;
}

/** A column that no caller writes: the platform fills it by itself. */
interface PlatformColumn<Name, Document> {
  input: "none";
  json: Shown<Name, Document>;
}

/** What the columns of a record have to agree with. */
export interface ColumnTypes {
  /** Row of the migrated table. */
  row: object;
  /** Body of a request. */
  input: object;
  /** The record in a response. */
  document: object;
  /** Names of the columns in CSV files. */
  csv: PropertyKey;
}

/** All columns of a record's table, once: a column that is missing, or that is none, is a type error. */
export type RecordColumns<Types extends ColumnTypes> = {
  [Name in keyof Types["row"]]-?:
    | WrittenColumn<Types["row"][Name], Name, Types>
    | PlatformColumn<Name, Types["document"]>;
};

type NamesWith<Columns, Part> = {
  [Name in keyof Columns]: Columns[Name] extends Part ? Name : never;
}[keyof Columns];

/** Names of the columns that callers write, by themselves or through a use case. */
export type WrittenName<Columns> = NamesWith<Columns, { initial: unknown }> & string;

/** Names of the columns that input becomes in one way. */
export type NameWithInput<Columns, Kind extends InputKind> = NamesWith<Columns, { input: Kind }> & string;

/** Names of the columns that the record's JSON shows. */
export type ShownName<Columns> = NamesWith<Columns, { json: JsonKind }> & string;

/** Names of the columns that CSV files hold. */
export type CsvName<Columns> = NamesWith<Columns, { csv: string }> & string;

/** What callers write of a row. */
export type WrittenRow<Row, Columns> = { [Name in WrittenName<Columns> & keyof Row]: Row[Name] };

interface AnyColumn {
  input: InputKind | "none";
  initial?: unknown;
  json: JsonKind | null;
  csv?: keyof CsvKinds | null;
  write?: (row: string, now: string) => string;
}

type AnyColumns = Readonly<Record<string, AnyColumn>>;

/** What a record's columns drive. */
export interface ColumnUses<Row, Columns> {
  /** Columns that callers write, in the order of the table. */
  names: readonly WrittenName<Columns>[];
  /** What a record holds for which nothing is sent. */
  createInitial(): WrittenRow<Row, Columns>;
  /** List the columns that input becomes in one way. */
  namesWithInput<Kind extends InputKind>(kind: Kind): readonly NameWithInput<Columns, Kind>[];
  /** Copy what is sent of the columns that no use case reads by itself; what is not sent is missing. */
  copySent(input: object): Partial<WrittenRow<Row, Columns>>;
  /** `a, b` of the columns that callers write, each behind the alias of its row. */
  list(row?: string): string;
  /** `a, b` of the columns that callers write, as use cases hold them: amounts without zeros at their end, decimals as numbers. */
  listHeld(row: string): string;
  /** `a, b` of the columns that the record's JSON shows. */
  listShown(row: string): string;
  /** `a, b` of what is written to them. */
  listWritten(row: string, now: string): string;
  /** SQL of what the record's JSON shows of each column. */
  json(row: string, placeholders: { zone: string; exponent: string }): Record<ShownName<Columns>, string>;
  /** Build what the record's JSON shows of the columns of a row that was read as JSON, in which amounts are shown already. */
  show(row: Row, time: (instant: string) => string): Pick<Row, ShownName<Columns> & keyof Row>;
  /** Kinds of the cells of the columns that CSV files hold. */
  csv: Readonly<{ [Name in CsvName<Columns>]: Extract<Columns[Name], { csv: string }>["csv"] }>;
}

const shown: Readonly<
  Record<JsonKind, (column: string, placeholders: { zone: string; exponent: string }) => string>
> = {
  value: (column) => column,
  time: (column, { zone }) => `souk_time(${column}, ${zone})`,
  money: (column, { exponent }) => `round(${column}, ${exponent}::integer)::text`,
  decimal: (column) => `trim_scale(${column})`,
};

function heldSql(row: string, name: string, json: JsonKind | null): string {
  const column = `${row}.${name}`;
  if (json === "money") return `trim_scale(${column})::text as ${name}`;
  return json === "decimal" ? `${column}::float8 as ${name}` : column;
}

function copySent(columns: AnyColumns, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = input[name];
    if (value === undefined) continue;
    if (column.input === "as_sent") copied[name] = value;
    if (column.input === "trimmed") copied[name] = String(value).trim();
  }
  return copied;
}

function showRow(
  shownKinds: ReadonlyMap<string, JsonKind>,
  row: Readonly<Record<string, unknown>>,
  time: (instant: string) => string,
): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const [name, json] of shownKinds) {
    const value = row[name];
    document[name] = json === "time" && typeof value === "string" ? time(value) : value;
  }
  return document;
}

/** Create what a record's columns drive; called once, as its module loads. */
export function createColumnUses<Row>() {
  return <const Columns extends AnyColumns>(columns: Columns): ColumnUses<Row, Columns> => {
    const all = Object.entries<AnyColumn>(columns);
    const written = all.filter(([, column]) => "initial" in column);
    const names = written.map(([name]) => name);
    const shownKinds = new Map(all.flatMap(([name, { json }]) => (json === null ? [] : [[name, json]])));
    const uses = {
      names,
      namesWithInput: (kind: InputKind) =>
        all.filter(([, { input }]) => input === kind).map(([name]) => name),
      createInitial: () =>
        structuredClone(Object.fromEntries(written.map(([name, { initial }]) => [name, initial]))),
      copySent: (input: object) => copySent(columns, { ...input }),
      list: (row?: string) => names.map((name) => (row === undefined ? name : `${row}.${name}`)).join(", "),
      listHeld: (row: string) => written.map(([name, { json }]) => heldSql(row, name, json)).join(", "),
      listShown: (row: string) => [...shownKinds.keys()].map((name) => `${row}.${name}`).join(", "),
      listWritten: (row: string, now: string) =>
        written.map(([name, { write }]) => write?.(row, now) ?? `${row}.${name}`).join(", "),
      json: (row: string, placeholders: { zone: string; exponent: string }) =>
        Object.fromEntries(
          all.flatMap(([name, { json }]) =>
            json === null ? [] : [[name, shown[json](`${row}.${name}`, placeholders)]],
          ),
        ),
      show: (row: Readonly<Record<string, unknown>>, time: (instant: string) => string) =>
        showRow(shownKinds, row, time),
      csv: Object.fromEntries(all.flatMap(([name, { csv }]) => (csv ? [[name, csv]] : []))),
    };
    return uses as unknown as ColumnUses<Row, Columns>;
  };
}

import type { QueryParameter, QuerySpec } from "../query.ts";

/** The parameters of a list that one text of the address can set. */
type FilterParameter<Q> = {
  [K in keyof Q]: Q[K] extends { kind: "id" | "ids" | "text" | "texts" | "choice" | "boolean" } ? K : never;
}[keyof Q] &
  string;

type FilterValue<P> = P extends { kind: "id" }
  ? number
  : P extends { kind: "ids" }
    ? number[]
    : P extends { kind: "texts" }
      ? string[]
      : P extends { kind: "boolean" }
        ? boolean
        : P extends { kind: "choice"; of: readonly (infer T)[] }
          ? T
          : string;

type SortText<Q> = Q extends { sort: { by: readonly (infer F extends string)[] } }
  ? `${F}.${"asc" | "desc"}`
  : never;

/**
 * The filters of a list: the name of each in the address, and the query parameter that it sets; null: the page
 * reads it itself.
 */
export type ListFilters<Q> = Readonly<Record<string, FilterParameter<Q> | null>>;

/** A list of the API as a page shows it, made by `defineList`. */
export interface ListDefinition<Q extends QuerySpec, F extends ListFilters<Q>> {
  parameters: Q;
  filters: F;
  limit: number;
  /** The order when the address names none. Without it the address cannot change the order. */
  sort?: SortText<Q>;
}

/** The query parameters that a list sends to its operation; `page` where the operation accepts it. */
export type ListQuery<Q extends QuerySpec, F extends ListFilters<Q>> = {
  limit: number;
  sort?: SortText<Q>;
} & (Q extends { page: unknown } ? { page: number } : unknown) & {
    [K in Extract<F[keyof F], string>]?: FilterValue<Q[K]>;
  };

/**
 * Define a list by the query parameters of its operation. A filter by a parameter that the operation does not
 * accept is a type error.
 */
export function defineList<Q extends QuerySpec, const F extends ListFilters<Q>>(
  parameters: Q,
  settings: Omit<ListDefinition<Q, F>, "parameters">,
): ListDefinition<Q, F> {
  return { parameters, ...settings };
}

function readId(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Read a filter's text as its parameter accepts it; undefined: empty or not accepted. */
function readFilter(parameter: QueryParameter, text: string): unknown {
  const isBlank = text.trim() === "";
  const id = readId(text);
  if (parameter.kind === "id") return id;
  if (parameter.kind === "ids") return id === undefined ? undefined : [id];
  if (parameter.kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (parameter.kind === "choice") return parameter.of.find((known) => known === text);
  if (parameter.kind === "texts") return isBlank ? undefined : [text];
  if (parameter.kind === "text") return isBlank ? undefined : text.slice(0, parameter.maxLength);
  return undefined;
}

function readSort(parameter: QueryParameter | undefined, text: string): string | undefined {
  if (parameter?.kind !== "sort") return undefined;
  return parameter.by.some((field) => text === `${field}.asc` || text === `${field}.desc`) ? text : undefined;
}

/** The state of a list, as its address keeps it. */
export interface ListState<Q extends QuerySpec, F extends ListFilters<Q>> {
  /** The text of each filter; empty: not in the address, or not accepted by the list. */
  filters: Readonly<Record<keyof F & string, string>>;
  /** Whether any filter is set. */
  isNarrowed: boolean;
  sort: SortText<Q> | undefined;
  /** The query parameters of the list's operation. */
  query: ListQuery<Q, F>;
  /** The texts of the set filters by their API names, for another page. */
  apiFilters: Readonly<Partial<Record<Extract<F[keyof F], string>, string>>>;
}

/** Read the state of a list from its address. Unknown values are left out, so that an old link shows the default list. */
export function readListState<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
  address: Readonly<Record<string, string>>,
  page: number,
): ListState<Q, F> {
  const parameters: QuerySpec = list.parameters;
  const names: Readonly<Record<string, string | null>> = list.filters;
  const filters = Object.entries(names).map(([name, parameter]) => {
    const text = address[name] ?? "";
    const definition = parameter === null ? undefined : parameters[parameter];
    const value = definition === undefined ? text || undefined : readFilter(definition, text);
    return { name, parameter, value, text: value === undefined ? "" : text };
  });
  const sent = filters.filter(({ parameter, value }) => parameter !== null && value !== undefined);
  const sort =
    list.sort === undefined ? undefined : (readSort(parameters["sort"], address["sort"] ?? "") ?? list.sort);
  return {
    filters: Object.fromEntries(filters.map(({ name, text }) => [name, text])),
    isNarrowed: filters.some(({ text }) => text !== ""),
    sort,
    query: {
      ...(parameters["page"] === undefined ? {} : { page }),
      limit: list.limit,
      ...(sort === undefined ? {} : { sort }),
      ...Object.fromEntries(sent.map(({ parameter, value }) => [parameter, value])),
    },
    apiFilters: Object.fromEntries(sent.map(({ parameter, text }) => [parameter, text])),
  } as ListState<Q, F>;
}

/** Write filters as the address keeps them: an id as a number, since a router quotes a text that looks like one. */
export function writeListFilters<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
  filters: Readonly<Partial<Record<keyof F & string, string>>>,
): Record<string, string | number> {
  const parameters: QuerySpec = list.parameters;
  const names: Readonly<Record<string, string | null>> = list.filters;
  const written = Object.entries<string | undefined>(filters).map(([name, text = ""]) => {
    const kind = parameters[names[name] ?? ""]?.kind;
    return [name, kind === "id" || kind === "ids" ? (readId(text) ?? "") : text] as const;
  });
  return Object.fromEntries(written);
}

/** Return the parameters that a list is filtered by. */
export function getFilterParameters<Q extends QuerySpec, F extends ListFilters<Q>>({
  filters,
}: ListDefinition<Q, F>): Extract<F[keyof F], string>[] {
  return Object.values(filters).filter((parameter) => parameter !== null) as Extract<F[keyof F], string>[];
}

import type { QueryParameter, QuerySpec } from "../query.ts";

/** Names of the list parameters that can be set from one text in the page's URL. */
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
 * The filters of a list: each filter's name in the page's URL and the API parameter that it sets, or null if the page
 * itself evaluates the filter.
 */
export type ListFilters<Q> = Readonly<Record<string, FilterParameter<Q> | null>>;

/** Definition of a list that a page shows, created by `defineList`. */
export interface ListDefinition<Q extends QuerySpec, F extends ListFilters<Q>> {
  /** Query parameters of the API operation. */
  parameters: Q;
  filters: F;
  /** Maximum number of records on a page of the list. */
  limit: number;
  /** Default sort. If it is absent, the list cannot be sorted by the URL. */
  sort?: SortText<Q>;
}

/** The query parameters that a list sends to its operation. `page` is sent only if the operation accepts it. */
export type ListQuery<Q extends QuerySpec, F extends ListFilters<Q>> = {
  limit: number;
  sort?: SortText<Q>;
} & (Q extends { page: unknown } ? { page: number } : unknown) & {
    [K in Extract<F[keyof F], string>]?: FilterValue<Q[K]>;
  };

/**
 * Define a list that a page shows, based on the query parameters of its operation. A filter for a parameter that the
 * operation does not accept is a type error.
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

function readBoolean(text: string): boolean | undefined {
  if (text === "true") return true;
  return text === "false" ? false : undefined;
}

/** Convert a filter's text to the type of its parameter. Returns undefined if the text is empty or not accepted. */
function readFilter(parameter: QueryParameter, text: string): unknown {
  const isBlank = text.trim() === "";
  const id = readId(text);
  if (parameter.kind === "id") return id;
  if (parameter.kind === "ids") return id === undefined ? undefined : [id];
  if (parameter.kind === "boolean") return readBoolean(text);
  if (parameter.kind === "choice") return parameter.of.find((option) => option === text);
  if (parameter.kind === "texts") return isBlank ? undefined : [text];
  if (parameter.kind === "text") return isBlank ? undefined : text.slice(0, parameter.maxLength);
  return undefined;
}

function readSort(parameter: QueryParameter | undefined, text: string): string | undefined {
  if (parameter?.kind !== "sort") return undefined;
  return parameter.by.some((field) => text === `${field}.asc` || text === `${field}.desc`) ? text : undefined;
}

/** The state of a list, read from the page's URL. */
export interface ListState<Q extends QuerySpec, F extends ListFilters<Q>> {
  /** The text of each filter; empty if it is not in the URL or not accepted by the list. */
  filters: Readonly<Record<keyof F & string, string>>;
  /** Whether any filter is set. */
  isFiltered: boolean;
  sort: SortText<Q> | undefined;
  /** The query parameters of the list's operation. */
  query: ListQuery<Q, F>;
  /** The texts of the active filters by their API parameter, for a link to another page. */
  apiFilters: Readonly<Partial<Record<Extract<F[keyof F], string>, string>>>;
}

/**
 * Read the state of a list from the page's URL. Unknown values are ignored, so that an outdated link shows the default
 * list.
 */
export function readListState<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
  urlSearch: Readonly<Record<string, string>>,
  page: number,
): ListState<Q, F> {
  const parameters: QuerySpec = list.parameters;
  const parameterByFilter: Readonly<Record<string, string | null>> = list.filters;
  const filters = Object.entries(parameterByFilter).map(([name, parameter]) => {
    const text = urlSearch[name] ?? "";
    const definition = parameter === null ? undefined : parameters[parameter];
    const textOrUndefined = text === "" ? undefined : text;
    const value = definition === undefined ? textOrUndefined : readFilter(definition, text);
    return { name, parameter, value, text: value === undefined ? "" : text };
  });
  const sentFilters = filters.filter(({ parameter, value }) => parameter !== null && value !== undefined);
  const sort =
    list.sort === undefined
      ? undefined
      : (readSort(parameters["sort"], urlSearch["sort"] ?? "") ?? list.sort);
  return {
    filters: Object.fromEntries(filters.map(({ name, text }) => [name, text])),
    isFiltered: filters.some(({ text }) => text !== ""),
    sort,
    query: {
      ...(parameters["page"] === undefined ? {} : { page }),
      limit: list.limit,
      ...(sort === undefined ? {} : { sort }),
      ...Object.fromEntries(sentFilters.map(({ parameter, value }) => [parameter, value])),
    },
    apiFilters: Object.fromEntries(sentFilters.map(({ parameter, text }) => [parameter, text])),
  } as ListState<Q, F>;
}

/**
 * Convert filters to search parameters of the page's URL. An id becomes a number, because the router puts quotation marks
 * around a text that looks like a number.
 */
export function writeListFilters<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
  filters: Readonly<Partial<Record<keyof F & string, string>>>,
): Record<string, string | number> {
  const parameters: QuerySpec = list.parameters;
  const parameterByFilter: Readonly<Record<string, string | null>> = list.filters;
  const searchParams = Object.entries<string | undefined>(filters).map(([name, text = ""]) => {
    const kind = parameters[parameterByFilter[name] ?? ""]?.kind;
    return [name, kind === "id" || kind === "ids" ? (readId(text) ?? "") : text] as const;
  });
  return Object.fromEntries(searchParams);
}

/** Return the names of the API parameters that the filters of a list set. */
export function getFilterParameters<Q extends QuerySpec, F extends ListFilters<Q>>({
  filters,
}: ListDefinition<Q, F>): Extract<F[keyof F], string>[] {
  return Object.values(filters).filter((parameter) => parameter !== null) as Extract<F[keyof F], string>[];
}

/** What the list of products shows, as it stands in the address. */
export interface ProductsSearch {
  query?: string;
  sort?: ProductsSort;
  visibility?: Visibility;
  stock?: Stock;
  /** A collection's id. */
  collection?: number;
  vendor?: string;
  brand?: string;
  type?: string;
  tag?: string;
  page?: number;
}

export const productsSorts = [
  "updated_at.desc",
  "updated_at.asc",
  "created_at.desc",
  "created_at.asc",
  "title.asc",
  "title.desc",
] as const;
export type ProductsSort = (typeof productsSorts)[number];
export const usualSort: ProductsSort = "updated_at.desc";

export const visibilities = ["published", "unpublished"] as const;
export type Visibility = (typeof visibilities)[number];

export const stocks = ["in", "low", "out"] as const;
export type Stock = (typeof stocks)[number];

/** What is said in words of a person's own, as the products have it. */
export const textFilters = ["vendor", "brand", "type", "tag"] as const;
export type TextFilter = (typeof textFilters)[number];

/** The filters that stand behind the button. */
export const moreFilters = ["collection", "stock", ...textFilters] as const;

/** Everything that narrows the list, taken away. */
export const noFilters = {
  query: undefined,
  visibility: undefined,
  stock: undefined,
  collection: undefined,
  vendor: undefined,
  brand: undefined,
  type: undefined,
  tag: undefined,
} as const;

/** Whether anything narrows the list. */
export function isNarrowed(search: ProductsSearch): boolean {
  return Object.keys(noFilters).some((name) => search[name as keyof ProductsSearch] !== undefined);
}

function textOf(value: unknown): string | undefined {
  // The address keeps what looks like a number as one.
  const text = typeof value === "string" || typeof value === "number" ? String(value).slice(0, 255) : "";
  return text.trim() === "" ? undefined : text;
}

function idOf(value: unknown): number | undefined {
  const id = Number(value ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Reads what stands in the address after `?`; what is usual or unknown is left out. */
export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  const sort = productsSorts.find((known) => known === search["sort"]);
  const page = idOf(search["page"]);
  const read = {
    query: textOf(search["query"]),
    sort: sort === usualSort ? undefined : sort,
    visibility: visibilities.find((known) => known === search["visibility"]),
    stock: stocks.find((known) => known === search["stock"]),
    collection: idOf(search["collection"]),
    vendor: textOf(search["vendor"]),
    brand: textOf(search["brand"]),
    type: textOf(search["type"]),
    tag: textOf(search["tag"]),
    page: page === 1 ? undefined : page,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The same as the list of the API takes it. */
export function listQuery({ query, sort = usualSort, page = 1, ...search }: ProductsSearch) {
  const { visibility, stock, collection, vendor, brand, type, tag } = search;
  return {
    query,
    sort,
    page,
    visibility,
    stock,
    collection_ids: collection,
    vendor,
    brand,
    product_type: type,
    tags: tag,
  };
}

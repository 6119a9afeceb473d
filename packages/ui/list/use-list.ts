import {
  type ListDefinition,
  type ListFilters,
  type ListState,
  type QuerySpec,
  readListState,
  writeListFilters,
} from "@souk/contract";
import type { GoToPage } from "../table/list-page.ts";
import { useUrlState } from "./use-url-state.ts";

/** The state of a list in its URL, and functions that change the state. All functions except `goToPage` also go back to page 1. */
export interface ListControls<Q extends QuerySpec, F extends ListFilters<Q>> extends ListState<Q, F> {
  /** The sort order in the URL; empty for the default sort order. */
  urlSort: string;
  /**
   * Set filters; an empty text clears one.
   * @param options with `replace`, no history entry is added
   */
  setFilters(filters: Partial<Record<keyof F & string, string>>, options?: { replace: boolean }): void;
  clearFilters(): void;
  /** Sort the list. The default sort order is omitted from the URL. */
  setSort(sort: string): void;
  goToPage: GoToPage;
}

/** The state and the functions of a list that `defineList` has defined. */
export type List<D> = D extends ListDefinition<infer Q, infer F> ? ListControls<Q, F> : never;

/** Keep the filters, the sort order and the page of a list in the URL, so that a reload, a link and Back restore them. */
export function useList<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
): ListControls<Q, F> {
  const names = Object.keys(list.filters);
  const { values, page, change, goToPage } = useUrlState([...names, "sort"]);
  const state = readListState(list, values, page);
  const noFilters = Object.fromEntries(names.map((name) => [name, ""]));
  return {
    ...state,
    urlSort: state.sort === list.sort ? "" : (state.sort ?? ""),
    setFilters: (filters, options) => change(writeListFilters(list, filters), options),
    clearFilters: () => change(noFilters),
    setSort: (sort) => change({ sort: sort === list.sort ? "" : sort }),
    goToPage,
  };
}

import {
  type ListDefinition,
  type ListFilters,
  type ListState,
  type QuerySpec,
  readListState,
  writeListFilters,
} from "@souk/contract";
import { usePlace } from "../place/use-place.ts";
import type { AskPage } from "../table/paged.ts";

/** The state of a list in its address, and functions that change it. Each but `goToPage` returns to page 1. */
export interface ListControls<Q extends QuerySpec, F extends ListFilters<Q>> extends ListState<Q, F> {
  /** The order in the address; empty: the default order. */
  chosenSort: string;
  /**
   * Set filters; an empty text clears one.
   * @param how `replace`: without a history entry
   */
  setFilters(change: Partial<Record<keyof F & string, string>>, how?: { replace: boolean }): void;
  clearFilters(): void;
  /** Sort the list; the default order or an empty text leaves the address without one. */
  setSort(sort: string): void;
  goToPage: AskPage;
}

/** The state and the functions of a list made by `defineList`. */
export type List<D> = D extends ListDefinition<infer Q, infer F> ? ListControls<Q, F> : never;

/** Keep the filters, the order and the page of a list in the address, so that a reload, a link and Back show the same. */
export function useList<Q extends QuerySpec, F extends ListFilters<Q>>(
  list: ListDefinition<Q, F>,
): ListControls<Q, F> {
  const names = Object.keys(list.filters);
  const { at: address, page, go, goToPage } = usePlace([...names, "sort"]);
  const state = readListState(list, address, page);
  const noFilters = Object.fromEntries(names.map((name) => [name, ""]));
  return {
    ...state,
    chosenSort: state.sort === list.sort ? "" : (state.sort ?? ""),
    setFilters: (change, how) => go(writeListFilters(list, change), how),
    clearFilters: () => go(noFilters),
    setSort: (sort) => go({ sort: sort === list.sort ? "" : sort }),
    goToPage,
  };
}

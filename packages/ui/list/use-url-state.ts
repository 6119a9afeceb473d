import { useNavigate, useSearch } from "@tanstack/react-router";
import type { GoToPage } from "../table/list-page.ts";

/** The state that a page keeps in its URL: the page number of its list, and named values, which are empty if absent. */
export interface UrlState<Name extends string> {
  page: number;
  values: Readonly<Record<Name, string>>;
  /**
   * Change values in the URL. The browser's Back button undoes the change. The list returns to page 1 unless a page is given.
   * @param options with `replace`, no history entry is added
   */
  change(
    changedValues: Partial<Record<Name, string | number>> & { page?: number },
    options?: { replace: boolean },
  ): void;
  /** Open another page of the list. */
  goToPage: GoToPage;
}

/**
 * Keep a page's state in the URL, so that a reload, a link and Back restore it.
 * @param names the names of the values besides `page`, for example of filters
 */
export function useUrlState<const Name extends string>(names: readonly Name[]): UrlState<Name> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = Number(search["page"] ?? 1);
  const values = Object.fromEntries(names.map((name) => [name, String(search[name] ?? "")]));
  // Each change starts from the current URL, so that quick changes do not undo each other.
  const change = (changedValues: object, { replace } = { replace: false }) =>
    void navigate({
      to: ".",
      search: (oldSearch: Readonly<Record<string, unknown>>) => {
        const entries = Object.entries({ ...oldSearch, page: undefined, ...changedValues });
        return Object.fromEntries(entries.filter(([name, value]) => isNotDefault(name, value)));
      },
      replace,
      resetScroll: false,
    });
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    values: values as Record<Name, string>,
    change,
    goToPage: (nextPage, options) => change({ page: nextPage }, options),
  };
}

function isNotDefault(name: string, value: unknown): boolean {
  return value !== undefined && value !== "" && !(name === "page" && value === 1);
}

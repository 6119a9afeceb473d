import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AskPage } from "../table/paged.ts";

/**
 * The state of a page in its address: the page of a list and the named values, empty where the address has
 * none.
 */
export interface Place<Name extends string> {
  page: number;
  at: Readonly<Record<Name, string>>;
  /**
   * Change the address, which Back undoes. Another value of a name returns to page 1.
   * @param how `replace`: without a history entry
   */
  go(change: Partial<Record<Name, string | number>> & { page?: number }, how?: { replace: boolean }): void;
  /** Open another page of the list. */
  goToPage: AskPage;
}

/**
 * Keep a list's state in the address, so that a reload, a link and Back show the same.
 * @param names of the values besides `page`: the search text, filters, the open tab
 */
export function usePlace<const Name extends string>(names: readonly Name[]): Place<Name> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = Number(search["page"] ?? 1);
  const at = Object.fromEntries(names.map((name) => [name, String(search[name] ?? "")]));
  // Changes that follow each other quickly build on the address that the one before made.
  const change = (values: object, { replace } = { replace: false }) =>
    void navigate({
      to: ".",
      search: (before: Readonly<Record<string, unknown>>) => {
        const next = Object.entries({ ...before, page: undefined, ...values });
        return Object.fromEntries(next.filter(([name, value]) => isWorthKeeping(name, value)));
      },
      replace,
      resetScroll: false,
    });
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    at: at as Record<Name, string>,
    go: change,
    goToPage: (next, how) => change({ page: next }, how),
  };
}

function isWorthKeeping(name: string, value: unknown): boolean {
  return value !== undefined && value !== "" && !(name === "page" && value === 1);
}

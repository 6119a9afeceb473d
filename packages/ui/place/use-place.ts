import { useNavigate, useSearch } from "@tanstack/react-router";

/** What a page shows, as its address says it: the page of a list and the named values, empty where the address has none. */
export interface Place<Name extends string> {
  page: number;
  at: Readonly<Record<Name, string>>;
  /**
   * Changes the address, which the way back undoes. Another value of a name leads back to page 1.
   * @param how `replace`: without a step in the history
   */
  go(change: Partial<Record<Name, string>> & { page?: number }, how?: { replace: boolean }): void;
}

/**
 * Keeps what a list shows in the address, so that a reload, a link and the way back lead to the same.
 * @param names of the values beside `page`: what is searched for, filters, the open tab
 */
export function usePlace<const Name extends string>(names: readonly Name[]): Place<Name> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = Number(search["page"] ?? 1);
  const at = Object.fromEntries(names.map((name) => [name, String(search[name] ?? "")]));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    at: at as Record<Name, string>,
    go: (change, { replace } = { replace: false }) => {
      const next = { ...search, page: undefined, ...change };
      const kept = Object.entries(next).filter(([name, value]) => isWorthKeeping(name, value));
      void navigate({ to: ".", search: Object.fromEntries(kept), replace, resetScroll: false });
    },
  };
}

function isWorthKeeping(name: string, value: unknown): boolean {
  return value !== undefined && value !== "" && !(name === "page" && value === 1);
}

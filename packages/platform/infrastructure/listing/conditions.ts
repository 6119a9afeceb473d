/** The conditions of a list's `where` with their values; `sql` and `values` grow together. */
export interface Conditions {
  /** All conditions joined with `and`. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The values up to the last condition, without those bound for anything else. */
  readonly filterValues: readonly unknown[];
  /** Whether a filter beside the first conditions was added. */
  readonly filtered: boolean;
  /** Add a value and return its placeholder. */
  bind(value: unknown): string;
  /** Add a condition on bound values. */
  add(condition: string): void;
  /** Add a condition on a value, unless the request did not send it. */
  filter(value: unknown, condition: (placeholder: string) => string): void;
}

/**
 * Create the conditions of a list.
 * @param first the condition every row must meet; it names the store (API-3)
 * @param values its values, `$1` onwards
 */
export function createConditions(first: string, values: readonly unknown[]): Conditions {
  const parts = [first];
  const all = [...values];
  let filterCount = all.length;
  const bind = (value: unknown): string => `$${all.push(value)}`;
  const add = (condition: string): void => {
    parts.push(condition);
    filterCount = all.length;
  };
  return {
    get sql() {
      return parts.join(" and ");
    },
    get values() {
      return all;
    },
    get filterValues() {
      return all.slice(0, filterCount);
    },
    get filtered() {
      return parts.length > 1;
    },
    bind,
    add,
    filter(value, condition) {
      if (value !== undefined) add(condition(bind(value)));
    },
  };
}

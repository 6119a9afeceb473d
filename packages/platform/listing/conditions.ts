/** The conditions of a list's `where` with their values; `sql` and `values` grow together. */
export interface Conditions {
  /** All conditions joined with `and`. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** True when a filter beside the first conditions was added. */
  readonly filtered: boolean;
  /** Adds a value and answers its placeholder. */
  bind(value: unknown): string;
  /** Adds a condition on a value, unless the request did not send it. */
  filter(value: unknown, condition: (placeholder: string) => string): void;
}

/**
 * Starts the conditions of a list.
 * @param first the condition every row must meet; it names the store (API-3)
 * @param values its values, `$1` onwards
 */
export function createConditions(first: string, values: readonly unknown[]): Conditions {
  const parts = [first];
  const all = [...values];
  const bind = (value: unknown): string => `$${all.push(value)}`;
  return {
    get sql() {
      return parts.join(" and ");
    },
    get values() {
      return all;
    },
    get filtered() {
      return parts.length > 1;
    },
    bind,
    filter(value, condition) {
      if (value !== undefined) parts.push(condition(bind(value)));
    },
  };
}

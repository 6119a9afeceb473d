/** The conditions of a list's `where` clause with the values of their parameters. */
export interface Conditions {
  /** All conditions joined with `and`. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The values that the conditions use, without values that were bound afterwards for a page. Counting needs these only. */
  readonly filterValues: readonly unknown[];
  /** Whether there is a condition besides the first one. */
  readonly isFiltered: boolean;
  /** Add a value and return its placeholder, for example `$3`. */
  bind(value: unknown): string;
  /** Add a condition whose values are bound already. */
  add(condition: string): void;
  /** Bind a value and add a condition on it. Does nothing if the value is undefined. */
  filter(value: unknown, condition: (placeholder: string) => string): void;
}

/**
 * Create the conditions of a list.
 * @param firstCondition the condition that every row must meet, which contains the store's id (API-3)
 * @param values the values of its placeholders, from `$1`
 */
export function createConditions(firstCondition: string, values: readonly unknown[]): Conditions {
  const conditionTexts = [firstCondition];
  const allValues = [...values];
  let filterValueCount = allValues.length;
  const bind = (value: unknown): string => `$${allValues.push(value)}`;
  const add = (condition: string): void => {
    conditionTexts.push(condition);
    filterValueCount = allValues.length;
  };
  return {
    get sql() {
      return conditionTexts.join(" and ");
    },
    get values() {
      return allValues;
    },
    get filterValues() {
      return allValues.slice(0, filterValueCount);
    },
    get isFiltered() {
      return conditionTexts.length > 1;
    },
    bind,
    add,
    filter(value, condition) {
      if (value !== undefined) add(condition(bind(value)));
    },
  };
}

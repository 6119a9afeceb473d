const choices = [1, 7, 30] as const;

/** The number of past days that the home page shows. */
export type Days = (typeof choices)[number];

export interface HomeSearch {
  days?: Days;
}

export const daysChoices: readonly Days[] = choices;
export const usualDays: Days = 7;

/** Read the home page's query parameters; unknown values are dropped. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const days = choices.find((choice) => String(choice) === String(search["days"]));
  return days === undefined || days === usualDays ? {} : { days };
}

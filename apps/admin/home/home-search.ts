const choices = [1, 7, 30] as const;

/** How many days back the home page shows. */
export type Days = (typeof choices)[number];

export interface HomeSearch {
  days?: Days;
}

export const daysChoices: readonly Days[] = choices;
export const usualDays: Days = 7;

/** Reads what stands in the address after `?`; what it does not know it leaves out. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const days = choices.find((choice) => String(choice) === String(search["days"]));
  return days === undefined || days === usualDays ? {} : { days };
}

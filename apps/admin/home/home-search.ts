/** The choices for how many past days the home page shows. */
export const daysChoices = [1, 7, 30] as const;

export type Days = (typeof daysChoices)[number];

export interface HomeSearch {
  days?: Days;
}

export const defaultDays: Days = 7;

/** Read the home page's search parameters from the URL. Unknown values and the default are dropped. */
export function parseHomeSearch(search: Record<string, unknown>): HomeSearch {
  const days = daysChoices.find((candidate) => String(candidate) === String(search["days"]));
  return days === undefined || days === defaultDays ? {} : { days };
}

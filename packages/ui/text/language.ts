/** How numbers, names and amounts are written. */
export const language = "en";

/** How times are written: the day before the month, 24 hours. */
export const timeLanguage = "en-GB";

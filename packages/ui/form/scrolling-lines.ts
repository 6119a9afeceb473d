/**
 * Scroll settings for every input with a list of choices: the list itself scrolls, which the combobox makes
 * reachable by keyboard; a scroll area around it would not be.
 */
export const scrollingLines = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: "auto" } },
  comboboxProps: { withinPortal: false, shadow: "md" },
} as const;

/**
 * For every input that opens a list of lines: the lines scroll by themselves, which the combobox makes reachable; a scroll
 * area around them is not.
 */
export const scrollingLines = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: "auto" } },
  comboboxProps: { withinPortal: false, shadow: "md" },
} as const;

/**
 * The scroll settings of every input with a list of choices. The list itself scrolls instead of a scroll area around it, because
 * the combobox makes only the list reachable by keyboard.
 */
export const scrollingLines = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: "auto" } },
  comboboxProps: { withinPortal: false, shadow: "md" },
} as const;

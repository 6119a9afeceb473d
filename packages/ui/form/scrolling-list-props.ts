/**
 * The scroll settings of every input with a list of choices. The list itself scrolls, instead of a scroll area around the list,
 * because only the list can be reached by keyboard.
 */
export const scrollingListProps = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: "auto" } },
  comboboxProps: { withinPortal: false, shadow: "md" },
} as const;

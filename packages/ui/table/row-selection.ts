/** The selected records of a table. They may also be on other pages of the list. */
export interface RowSelection<R> {
  isSelected: (record: R) => boolean;
  setSelected: (records: readonly R[], isSelected: boolean) => void;
  /** Return a record's name for its checkbox. */
  getName: (record: R) => string;
}

/**
 * Return the records from the last selected one to the clicked one. If the last selected one is not on the
 * page, return only the clicked one.
 */
export function getSelectionRange<R>(
  records: readonly R[],
  lastSelected: R | undefined,
  clicked: R,
): readonly R[] {
  const lastIndex = lastSelected === undefined ? -1 : records.indexOf(lastSelected);
  const clickedIndex = records.indexOf(clicked);
  return lastIndex < 0 || clickedIndex < 0
    ? [clicked]
    : records.slice(Math.min(lastIndex, clickedIndex), Math.max(lastIndex, clickedIndex) + 1);
}

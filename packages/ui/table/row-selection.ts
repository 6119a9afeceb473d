/** The selected records of a table. They may also be on other pages of the list. */
export interface RowSelection<R> {
  isChosen: (record: R) => boolean;
  choose: (records: readonly R[], isChosen: boolean) => void;
  /** Return a record's name for its checkbox. */
  getName: (record: R) => string;
}

/**
 * Return the records from the last selected one to this one, when both are on the page; else only this one.
 */
export function getRange<R>(records: readonly R[], last: R | undefined, to: R): readonly R[] {
  const from = last === undefined ? -1 : records.indexOf(last);
  const at = records.indexOf(to);
  return from < 0 || at < 0 ? [to] : records.slice(Math.min(from, at), Math.max(from, at) + 1);
}

/** Which records of a table are chosen. They may be on other pages of the list too. */
export interface RowSelection<R> {
  isChosen: (record: R) => boolean;
  choose: (records: readonly R[], isChosen: boolean) => void;
  /** What a record is called beside its box. */
  nameOf: (record: R) => string;
}

/** The records from the one chosen last to this one, when both are on the page; else this one alone. */
export function rangeOf<R>(records: readonly R[], last: R | undefined, to: R): readonly R[] {
  const from = last === undefined ? -1 : records.indexOf(last);
  const at = records.indexOf(to);
  return from < 0 || at < 0 ? [to] : records.slice(Math.min(from, at), Math.max(from, at) + 1);
}

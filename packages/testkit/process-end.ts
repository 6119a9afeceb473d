/** The actions after the last test file of a process. */
type ClosingActions = (() => Promise<void>)[];

/**
 * Return the list of what is done after the last test file of this process, to add to. It is undefined where nothing is done then,
 * and so nothing can be shared by the files. Whoever starts the process puts it there: tools/left-open.ts.
 */
export function closingActions(): ClosingActions | undefined {
  const list: unknown = Reflect.get(globalThis, Symbol.for("souk.closing-actions"));
  return Array.isArray(list) ? list : undefined;
}

/** Actions to run after the last test file of a process. */
type ClosingActions = (() => Promise<void>)[];

/**
 * Return the list of actions to run after the last test file of this process. The caller can add actions to it. Returns
 * undefined if the process does not run such actions; then test files cannot share resources. tools/open-resources.ts creates
 * the list.
 */
export function getClosingActions(): ClosingActions | undefined {
  const list: unknown = Reflect.get(globalThis, Symbol.for("souk.closing-actions"));
  return Array.isArray(list) ? list : undefined;
}

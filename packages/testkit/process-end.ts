/** Actions to run after the last test file of a process. */
type ClosingActions = (() => Promise<void>)[];

/**
 * Return the list of actions to run after the last test file of this process. tools/open-resources.ts creates the list, and the
 * caller can add actions to it.
 * @returns undefined if the process runs no such actions. Test files then cannot share resources
 */
export function getClosingActions(): ClosingActions | undefined {
  const list: unknown = Reflect.get(globalThis, Symbol.for("souk.closing-actions"));
  return Array.isArray(list) ? list : undefined;
}

const separator = "-shipping-";

/** Pattern of an id without control characters or surrounding spaces. */
const rateIdPattern = /^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u;

/** Build the text with which the names of an app's rates begin (ORD-3). */
export function buildRatePrefix(appHandle: string): string {
  return `${appHandle}${separator}`;
}

/** Return whether an app's rate may have this id. */
export function isRateId(text: string): boolean {
  return text.isWellFormed() && rateIdPattern.test(text);
}

/**
 * List the handles of all apps that could have a rate with this name, the shortest first. There can be several handles if a
 * handle or an id contains `-shipping-`.
 */
export function listHandlesInRateName(name: string): string[] {
  const handles: string[] = [];
  for (let end = name.indexOf(separator); end !== -1; end = name.indexOf(separator, end + 1))
    if (isRateId(name.slice(end + separator.length))) handles.push(name.slice(0, end));
  return handles;
}

/**
 * Return whether a name belongs to a rate of this app. If the name could belong to several of the store's apps, it belongs to the app
 * with the longest handle.
 * @param storeAppHandles the handles of all apps of the store
 */
export function isRateOfApp(name: string, appHandle: string, storeAppHandles: readonly string[]): boolean {
  const handles = listHandlesInRateName(name).filter(
    (handle) => handle === appHandle || storeAppHandles.includes(handle),
  );
  return handles.at(-1) === appHandle;
}

const isWeb = (text: string) => /^https?:\/\//i.test(text);

/**
 * Variables whose links lead to the web: an app's tracking address may be `javascript:` or anything else, and stands in a
 * link that a customer presses.
 */
export function webLinksOnly<T extends object>(variables: T): T {
  return JSON.parse(JSON.stringify(variables), (name, value: unknown) =>
    typeof value === "string" && name.endsWith("_url") && !isWeb(value) ? "" : value,
  ) as T;
}

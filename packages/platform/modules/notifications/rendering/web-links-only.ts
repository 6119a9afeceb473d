const isWeb = (text: string) => /^https?:\/\//i.test(text);

/**
 * Copy variables without links that do not lead to the web: an app's tracking URL may be `javascript:` or
 * anything else, and becomes a link that a customer opens.
 */
export function webLinksOnly<T extends object>(variables: T): T {
  return JSON.parse(JSON.stringify(variables), (name, value: unknown) =>
    typeof value === "string" && name.endsWith("_url") && !isWeb(value) ? "" : value,
  ) as T;
}

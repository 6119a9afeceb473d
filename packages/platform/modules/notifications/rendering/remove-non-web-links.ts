const isWebUrl = (text: string) => /^https?:\/\//i.test(text);

/**
 * Copy the variables of a template, and empty each variable whose name ends with `_url` and whose value is not an http or https URL.
 * A tracking URL comes from an app, so without this removal a customer could open a link with a scheme such as `javascript:`.
 */
export function removeNonWebLinks<T extends object>(variables: T): T {
  return JSON.parse(JSON.stringify(variables), (name, value: unknown) =>
    typeof value === "string" && name.endsWith("_url") && !isWebUrl(value) ? "" : value,
  ) as T;
}

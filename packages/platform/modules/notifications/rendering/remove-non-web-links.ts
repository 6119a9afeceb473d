const isWebUrl = (text: string) => /^https?:\/\//i.test(text);

/**
 * Copy the variables of a template, with the empty string for each URL that is not http or https. A tracking URL comes from an
 * app, so without this removal a customer could open a link with a scheme such as `javascript:`.
 */
export function removeNonWebLinks<T extends object>(variables: T): T {
  return JSON.parse(JSON.stringify(variables), (name, value: unknown) =>
    typeof value === "string" && name.endsWith("_url") && !isWebUrl(value) ? "" : value,
  ) as T;
}

import { type Operation, surfaces } from "@souk/contract";

type Values = Readonly<Record<string, unknown>>;

/** Replace the parameters of a path such as `/products/:id.json`, and append the query. */
function fillPath(template: string, params: Values, query: Values): string {
  const path = template.replaceAll(/:([a-z_]+)/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Build the path and query string of an operation on its own host. */
export function buildPath(operation: Operation, params: Values, query: Values): string {
  return fillPath(`${surfaces[operation.surface].base}${operation.path}`, params, query);
}

/**
 * Build the path and query string of an operation on the admin's or the partners' host, for calls with a session.
 * `params` contains the store's handle as `store`.
 */
export function buildPanelPath(operation: Operation, params: Values, query: Values): string {
  const { base, adminBase } = surfaces[operation.surface];
  return fillPath(`${adminBase ?? base}${operation.path}`, params, query);
}

import { type Operation, surfaces } from "@souk/contract";

type Values = Readonly<Record<string, unknown>>;

function filled(template: string, params: Values, query: Values): string {
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

/** The path below the operation's own host, with its parameters filled in and its query encoded. */
export function pathOf(operation: Operation, params: Values, query: Values): string {
  return filled(`${surfaces[operation.surface].base}${operation.path}`, params, query);
}

/** The path below the admin's or the partners' host, where a session calls it; `params` names the shop as `store`. */
export function panelPathOf(operation: Operation, params: Values, query: Values): string {
  const { base, adminBase } = surfaces[operation.surface];
  return filled(`${adminBase ?? base}${operation.path}`, params, query);
}

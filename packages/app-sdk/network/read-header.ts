/** A request of any server: a standard `Request`, or a request of Node, Express or Fastify. */
export interface WithHeaders {
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Read one header of a request. Repeated headers that the server has joined with commas are one text.
 * @param name the name in lower case
 * @returns null if the header is missing or is a list
 */
export function readHeader(headers: WithHeaders["headers"], name: string): string | null {
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : null;
}

function isHeaders(headers: WithHeaders["headers"]): headers is Headers {
  return typeof headers["get"] === "function";
}

/** A request of any server: a standard `Request`, or a request of Node, Express or Fastify. */
export interface WithHeaders {
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
}

/** Read one header of a request; null if it is missing or repeated. @param name the name in lower case */
export function readHeader(headers: WithHeaders["headers"], name: string): string | null {
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : null;
}

function isHeaders(headers: WithHeaders["headers"]): headers is Headers {
  return typeof headers["get"] === "function";
}

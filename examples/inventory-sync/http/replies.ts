import type { IncomingMessage, ServerResponse } from "node:http";

const longestBody = 10_000;

/** Read the body of a request as JSON; undefined when it is invalid or too long. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const part of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += part;
    if (text.length > longestBody) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sendJson(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  reply.end(JSON.stringify(body));
}

/** Send an error that the page can show. A response that has started is aborted. */
export function sendError(
  reply: ServerResponse,
  {
    status,
    code,
    message,
    request_id,
  }: { status: number; code: string; message: string; request_id?: string },
): void {
  if (reply.headersSent) reply.destroy();
  else sendJson(reply, status, { error: { code, message, request_id } });
}

export function sendPage(
  reply: ServerResponse,
  status: number,
  { html, headers }: { html: string; headers: Readonly<Record<string, string>> },
): void {
  const policy = `${headers["content-security-policy"]}; frame-ancestors 'none'`;
  reply.writeHead(status, { ...headers, "content-security-policy": policy }).end(html);
}

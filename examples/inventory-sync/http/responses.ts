import type { IncomingMessage, ServerResponse } from "node:http";

/** Maximum length of a request body, in characters. */
const maxBodyLength = 10_000;

/** Read the body of a request as JSON. @returns undefined if the body is invalid or too long */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxBodyLength) return undefined;
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

/** Send an error that the page can show. If a response has already started, abort it. */
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

/** Send a page that no site may embed in a frame. */
export function sendPage(
  reply: ServerResponse,
  status: number,
  { html, headers }: { html: string; headers: Readonly<Record<string, string>> },
): void {
  const policy = `${headers["content-security-policy"]}; frame-ancestors 'none'`;
  reply.writeHead(status, { ...headers, "content-security-policy": policy }).end(html);
}

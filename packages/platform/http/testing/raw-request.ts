import { connect } from "node:net";

/** The response to a request that `sendRawRequest` sent. */
export interface RawResponse {
  status: number;
  /** Headers by their lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Send a request as raw bytes, read one response, and close the connection. With it, a test can send what no HTTP client would
 * send.
 * @param lines the request line and headers, without the blank line that ends them
 */
export function sendRawRequest(port: number, lines: readonly string[], body = ""): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    const response = parseResponse(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ""));
    if (response === null) return;
    resolve(response);
    socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`The connection closed after ${JSON.stringify(text)}.`)));
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
  return promise;
}

function parseResponse(text: string): RawResponse | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [statusLine = "", ...headerLines] = text.slice(0, end).split("\r\n");
  const pairs = headerLines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const headers = Object.fromEntries(pairs);
  const body = text.slice(end + 4);
  if (body.length < Number(headers["content-length"] ?? 0)) return null;
  return { status: Number(statusLine.split(" ")[1]), headers, body };
}

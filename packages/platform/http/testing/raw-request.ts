import { connect } from "node:net";

/** The response to a request sent as raw bytes, which no HTTP client would send. */
export interface RawAnswer {
  status: number;
  /** Headers by their lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Send bytes, read one response, and close the connection.
 * @param lines the request line and headers, without the blank line that ends them
 */
export function rawRequest(port: number, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    text += part;
    const answer = readAnswer(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ""));
    if (answer === null) return;
    resolve(answer);
    socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`The connection closed after ${JSON.stringify(text)}.`)));
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
  return promise;
}

function readAnswer(text: string): RawAnswer | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...rest] = text.slice(0, end).split("\r\n");
  const pairs = rest.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const headers = Object.fromEntries(pairs);
  const body = text.slice(end + 4);
  if (body.length < Number(headers["content-length"] ?? 0)) return null;
  return { status: Number(first.split(" ")[1]), headers, body };
}

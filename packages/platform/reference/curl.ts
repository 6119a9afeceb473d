import type { Operation } from "@souk/contract";
import { pathOf } from "./path-of.ts";

/** A text as one word of a POSIX shell, in which nothing is expanded. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The operation's example as a command for a shell, which takes the token from the variable TOKEN. Null without an example.
 * @param shopOrigin for example `https://demo.souk.example`
 */
export function curlOf(operation: Operation, shopOrigin: string): string | null {
  const { method, caller, example } = operation;
  if (!example) return null;
  const path = pathOf(operation).replaceAll(/:([a-z_]+)/g, (_match, name: string) =>
    String(example.params?.[name]),
  );
  const query = new URLSearchParams(example.query).toString();
  const url = quoted(`${shopOrigin}${path}${query === "" ? "" : `?${query}`}`);
  const words = [method === "GET" ? `curl ${url}` : `curl -X ${method} ${url}`];
  if (caller === "token") words.push('-H "Service-Access-Token: $TOKEN"');
  if (example.upload) {
    words.push(
      `-H ${quoted(`Content-Type: ${example.upload.type}`)}`,
      `--data-binary ${quoted(`@${example.upload.file}`)}`,
    );
  } else if (example.body !== undefined) {
    words.push(
      `-H ${quoted("Content-Type: application/json")}`,
      `-d ${quoted(JSON.stringify(example.body))}`,
    );
  }
  return words.join(" \\\n  ");
}

import type { Operation } from "@souk/contract";
import { getFullPath } from "./get-full-path.ts";

/** Quote a text as one word of a POSIX shell, without expansion. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Build a shell command of the operation's example, which reads the token from the variable TOKEN. Null without an example.
 * @param storeOrigin for example `https://demo.souk.example`
 */
export function formatCurl(operation: Operation, storeOrigin: string): string | null {
  const { method, auth: caller, example } = operation;
  if (!example) return null;
  const path = getFullPath(operation).replaceAll(/:([a-z_]+)/g, (_match, name: string) =>
    String(example.params?.[name]),
  );
  const query = new URLSearchParams(example.query).toString();
  const url = quoted(`${storeOrigin}${path}${query === "" ? "" : `?${query}`}`);
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

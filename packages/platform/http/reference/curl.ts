import type { Operation } from "@souk/contract";
import { getFullPath } from "./get-full-path.ts";

/** Quote a text for a POSIX shell, so that it is one argument and nothing in it is expanded. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Build the curl command of an operation's example, with the token from the shell variable TOKEN. Returns null if the
 * operation has no example.
 * @param storeOrigin for example `https://demo.souk.example`
 */
export function formatCurl(operation: Operation, storeOrigin: string): string | null {
  const { method, auth, example } = operation;
  if (!example) return null;
  const path = getFullPath(operation).replaceAll(/:([a-z_]+)/g, (_match, name: string) =>
    String(example.params?.[name]),
  );
  const query = new URLSearchParams(example.query).toString();
  const url = quoteForShell(`${storeOrigin}${path}${query === "" ? "" : `?${query}`}`);
  const commandParts = [method === "GET" ? `curl ${url}` : `curl -X ${method} ${url}`];
  if (auth === "token") commandParts.push('-H "Service-Access-Token: $TOKEN"');
  if (example.upload) {
    commandParts.push(
      `-H ${quoteForShell(`Content-Type: ${example.upload.type}`)}`,
      `--data-binary ${quoteForShell(`@${example.upload.file}`)}`,
    );
  } else if (example.body !== undefined) {
    commandParts.push(
      `-H ${quoteForShell("Content-Type: application/json")}`,
      `-d ${quoteForShell(JSON.stringify(example.body))}`,
    );
  }
  return commandParts.join(" \\\n  ");
}

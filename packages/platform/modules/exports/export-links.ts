import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import type { ExportsDeps } from "./exports-deps.ts";

interface WithUrl {
  /** The file's path in the storage; null without a file. Absent if the caller did not request the field. */
  url?: string | null;
}

/** Return an export's record with a link to its file instead of the file's path. The link works for five minutes. */
function addLink<T extends WithUrl>(
  record: T,
  { filesOrigin, fileLinks }: Pick<ExportsDeps, "filesOrigin" | "fileLinks">,
): T {
  return typeof record.url === "string"
    ? { ...record, url: `${filesOrigin}${fileLinks.sign(record.url)}` }
    : record;
}

/** Replace the file's path in the response with one export by a link to the file. */
export function linkExport(
  response: JsonText,
  deps: Pick<ExportsDeps, "filesOrigin" | "fileLinks">,
): JsonText {
  const body = JSON.parse(response.text) as { export: WithUrl };
  return createJsonText(JSON.stringify({ export: addLink(body.export, deps) }));
}

/** Replace the files' paths in the JSON texts of exports, joined by commas, by links to the files. */
export function linkExports(texts: string, deps: Pick<ExportsDeps, "filesOrigin" | "fileLinks">): string {
  const exports = JSON.parse(`[${texts}]`) as WithUrl[];
  return exports.map((record) => JSON.stringify(addLink(record, deps))).join(",");
}

import { createJsonText, type JsonText } from "../../infrastructure/routing/response.ts";
import type { ExportsDeps } from "./exports-deps.ts";

interface ExportWithUrl {
  /** The file's path in the storage; null without a file. Absent if the caller did not request the field. */
  url?: string | null;
}

/** Return an export's record with a link to its file instead of the file's path. The link works for five minutes. */
function addLink<T extends ExportWithUrl>(
  record: T,
  { filesOrigin, fileLinks }: Pick<ExportsDeps, "filesOrigin" | "fileLinks">,
): T {
  return typeof record.url === "string"
    ? { ...record, url: `${filesOrigin}${fileLinks.sign(record.url)}` }
    : record;
}

/** In a response that contains one export, replace the path of its file with a link to the file. */
export function linkExport(
  response: JsonText,
  deps: Pick<ExportsDeps, "filesOrigin" | "fileLinks">,
): JsonText {
  const body = JSON.parse(response.text) as { export: ExportWithUrl };
  return createJsonText(JSON.stringify({ export: addLink(body.export, deps) }));
}

/**
 * In the JSON texts of exports, replace the path of each file with a link to the file.
 * @param texts the JSON texts, joined by commas
 */
export function linkExports(texts: string, deps: Pick<ExportsDeps, "filesOrigin" | "fileLinks">): string {
  const exports = JSON.parse(`[${texts}]`) as ExportWithUrl[];
  return exports.map((record) => JSON.stringify(addLink(record, deps))).join(",");
}

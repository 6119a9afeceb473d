import { throwFieldError } from "@souk/contract";
import { checkPublicUrl, checkSignedUrl, type LocalAccess } from "@souk/delivery";
import type { RecordKind } from "./record-kinds.ts";

/** The configuration of the rules for URLs in records of apps. */
export interface UrlRules {
  /** The platform's own domains. URLs must not use one of them or a subdomain. */
  ownDomains: readonly string[];
  /** The hosts of this machine and of the local network to which URLs may point; in development only, with a warning. */
  localAccess: LocalAccess;
}

/**
 * Assert that the URL of a record, if the input has one, uses HTTPS and is public.
 * @throws ApiError `invalid` for the URL's column
 */
export function assertUrl(
  { urlColumn }: RecordKind,
  input: Readonly<Record<string, string>>,
  rules: UrlRules,
): void {
  const url = urlColumn === undefined ? undefined : input[urlColumn.name];
  if (urlColumn === undefined || url === undefined) return;
  const verdict = checkPublicUrl(url, { ...rules, purpose: urlColumn.purpose });
  if (!verdict.ok) throwFieldError(urlColumn.name, "invalid_format", { format: "url" }, verdict.message);
}

/**
 * Assert that the path of an admin link is on the origin of the App URL, and that its query has none of the parameters that the
 * platform adds and signs.
 * @param appUrl the App URL, which is empty for an app without one
 * @throws ApiError `invalid` for `url`
 */
export function assertLinkPath(path: string, appUrl: string, rules: UrlRules): void {
  if (appUrl === "")
    throwFieldError(
      "url",
      "not_allowed",
      {},
      "The app has no App URL. Register one in the partner dashboard.",
    );
  // Without a slash, the path could become part of the host. With two slashes, browsers would read it as a host.
  if (!/^\/(?!\/)/.test(path))
    throwFieldError(
      "url",
      "invalid_format",
      { format: "url" },
      "{field} must be a path on the origin of the App URL, beginning with one slash.",
    );
  const verdict = checkSignedUrl(`${new URL(appUrl).origin}${path}`, { ...rules, purpose: "link" });
  if (!verdict.ok) throwFieldError("url", "invalid_format", { format: "url" }, verdict.message);
}

interface RecordWithWarnings {
  warnings?: string[];
  [column: string]: unknown;
}

/** Return whether records of a kind may have URLs that work only in development. */
export function mayHaveWarnings({ urlColumn }: RecordKind, { localAccess }: UrlRules): boolean {
  return urlColumn !== undefined && localAccess !== false;
}

/**
 * Add a warning to the JSON of each record whose URL works only in development.
 * @param texts the JSON texts of records, joined by commas
 */
export function addWarnings(kind: RecordKind, texts: string, rules: UrlRules): string {
  const { urlColumn } = kind;
  if (urlColumn === undefined || !mayHaveWarnings(kind, rules)) return texts;
  const records = JSON.parse(`[${texts}]`) as RecordWithWarnings[];
  for (const record of records) {
    const verdict = checkPublicUrl(String(record[urlColumn.name]), { ...rules, purpose: urlColumn.purpose });
    const warnings = verdict.ok ? verdict.warnings : [verdict.message];
    if (warnings.length > 0) record.warnings = warnings;
  }
  return records.map((record) => JSON.stringify(record)).join(",");
}

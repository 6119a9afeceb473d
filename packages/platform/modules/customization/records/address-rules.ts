import { throwFieldError } from "@souk/contract";
import { checkPublicUrl, checkSignedUrl } from "@souk/delivery";
import type { RecordKind } from "./kinds.ts";

/** The configuration of the rules for URLs. */
export interface AddressRules {
  /** The platform's own domain, which no URL may have. */
  ownDomain: string;
  /** Whether loopback names of this machine are accepted, with a warning; in development only. */
  allowLoopback: boolean;
}

/**
 * Assert that a URL is HTTPS and public, by the rules for its purpose. @throws ApiError invalid naming the
 * URL's column
 */
export function assertAddress(
  { address }: RecordKind,
  input: Readonly<Record<string, string>>,
  rules: AddressRules,
): void {
  const text = address === undefined ? undefined : input[address.column];
  if (address === undefined || text === undefined) return;
  const verdict = checkPublicUrl(text, { ...rules, purpose: address.purpose });
  if (!verdict.ok) throwFieldError(address.column, "invalid_format", { format: "url" }, verdict.message);
}

/**
 * Assert that the path of an admin link stays on the origin of the App URL, and that its query does not use
 * the signed names.
 * @param appUrl empty for an app without a page
 * @throws ApiError invalid naming url
 */
export function assertLinkPath(path: string, appUrl: string, rules: AddressRules): void {
  if (appUrl === "")
    throwFieldError(
      "url",
      "not_allowed",
      {},
      "The app has no App URL. Register one in the partner dashboard.",
    );
  // Without its slash, what follows could become part of the host; with two it would read as one.
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

interface Warned {
  warnings?: string[];
  [column: string]: unknown;
}

/**
 * Combine records into JSON, with a warning where a URL leads only to this machine. @param texts JSON texts
 * joined by commas
 */
export function withWarnings({ address }: RecordKind, texts: string, rules: AddressRules): string {
  if (address === undefined || !rules.allowLoopback) return texts;
  const records = JSON.parse(`[${texts}]`) as Warned[];
  for (const record of records) {
    const verdict = checkPublicUrl(String(record[address.column]), { ...rules, purpose: address.purpose });
    const warnings = verdict.ok ? verdict.warnings : [verdict.message];
    if (warnings.length > 0) record.warnings = warnings;
  }
  return records.map((record) => JSON.stringify(record)).join(",");
}

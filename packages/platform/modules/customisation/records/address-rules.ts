import { refuseField } from "@souk/contract";
import { checkPublicUrl, checkSignedUrl } from "@souk/delivery";
import type { RecordKind } from "./kinds.ts";

/** What the rules of addresses depend on. */
export interface AddressRules {
  /** The platform's own domain: no address leads back to it. */
  ownDomain: string;
  /** Development only: this machine's loopback names are taken, with a warning. */
  allowLoopback: boolean;
}

/** HTTPS and public, as what the kind's address is for. @throws Refusal invalid naming the address's column */
export function requireAddress(
  { address }: RecordKind,
  input: Readonly<Record<string, string>>,
  rules: AddressRules,
): void {
  const text = address === undefined ? undefined : input[address.column];
  if (address === undefined || text === undefined) return;
  const verdict = checkPublicUrl(text, { ...rules, purpose: address.purpose });
  if (!verdict.ok) refuseField(address.column, verdict.message);
}

/**
 * The path of an admin link: it stays on the origin of the App URL, and its query leaves the signed names free.
 * @param appUrl empty for an app without a page
 * @throws Refusal invalid naming url
 */
export function requireLinkPath(path: string, appUrl: string, rules: AddressRules): void {
  if (appUrl === "")
    refuseField("url", "has nowhere to lead: the app has no App URL. Register one in the partner dashboard.");
  // Without its slash, what follows could become part of the host; with two it would read as one.
  if (!/^\/(?!\/)/.test(path))
    refuseField("url", `is "${path}"; it takes a path on the App URL's origin, beginning with one slash`);
  const verdict = checkSignedUrl(`${new URL(appUrl).origin}${path}`, { ...rules, purpose: "link" });
  if (!verdict.ok) refuseField("url", verdict.message);
}

interface Warned {
  warnings?: string[];
  [column: string]: unknown;
}

/** Records as JSON, with a warning where an address leads to this machine alone. @param texts JSON texts joined by commas */
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

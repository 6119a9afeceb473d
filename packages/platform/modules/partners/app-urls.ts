import { type FieldError, fieldError } from "@souk/contract";
import { checkSignedUrl } from "@souk/delivery";
import type { PartnersDeps } from "./partners-deps.ts";

/** The URLs of a registration (REG-2). */
export interface AppUrls {
  app_url: string;
  redirection_urls: readonly string[];
}

/** The result of validating an app's URLs. */
export interface UrlFindings {
  /** The errors of invalid URLs, each with its path in the body. */
  fields: FieldError[];
  /** Warnings about URLs that development allows and production rejects. */
  warnings: string[];
}

/**
 * Validate an app's URLs. They must use HTTPS, be public, and contain nothing that would make the signed query ambiguous
 * (REG-3).
 */
export function validateUrls(
  urls: Partial<AppUrls>,
  { addresses, localAccess }: Pick<PartnersDeps, "addresses" | "localAccess">,
): UrlFindings {
  const rules = { ownDomains: addresses.ownDomains, localAccess };
  const entries = [
    ...(urls.app_url === undefined ? [] : [{ path: "app_url", url: urls.app_url, purpose: "app" as const }]),
    ...(urls.redirection_urls ?? []).map((url, index) => ({
      path: `redirection_urls.${index}`,
      url,
      purpose: "redirection" as const,
    })),
  ];
  const fields: FieldError[] = [];
  const warnings = new Set<string>();
  for (const { path, url, purpose } of entries) {
    const verdict = checkSignedUrl(url, { ...rules, purpose });
    if (!verdict.ok) fields.push(fieldError(path, "invalid_format", { format: "url" }, verdict.message));
    else for (const warning of verdict.warnings) warnings.add(warning);
  }
  return { fields: [...fields, ...findRepeatedUrls(urls.redirection_urls ?? [])], warnings: [...warnings] };
}

function findRepeatedUrls(urls: readonly string[]): FieldError[] {
  return urls.flatMap((url, index) =>
    urls.indexOf(url) < index
      ? [
          fieldError(
            `redirection_urls.${index}`,
            "not_unique",
            {},
            "This Redirection URL is already in the list.",
          ),
        ]
      : [],
  );
}

import type { FieldError } from "@souk/contract";
import { checkSignedUrl } from "@souk/delivery";
import type { PartnersWiring } from "./partners-wiring.ts";

/** The URLs of a registration (REG-2). */
export interface AppUrls {
  app_url: string;
  redirection_urls: readonly string[];
}

export interface UrlFindings {
  /** Each wrong URL by its path in the body. */
  fields: FieldError[];
  /** What development allows and production refuses. */
  warnings: string[];
}

/** Judges an app's URLs: HTTPS, public, and nothing in them that would make the signed query ambiguous (REG-3). */
export function judgeUrls(
  urls: Partial<AppUrls>,
  { addresses, allowLoopback }: Pick<PartnersWiring, "addresses" | "allowLoopback">,
): UrlFindings {
  const rules = { ownDomain: addresses.domain, allowLoopback };
  const asked = [
    ...(urls.app_url === undefined ? [] : [{ path: "app_url", url: urls.app_url, purpose: "app" as const }]),
    ...(urls.redirection_urls ?? []).map((url, at) => ({
      path: `redirection_urls.${at}`,
      url,
      purpose: "redirection" as const,
    })),
  ];
  const fields: FieldError[] = [];
  const warnings = new Set<string>();
  for (const { path, url, purpose } of asked) {
    const verdict = checkSignedUrl(url, { ...rules, purpose });
    if (!verdict.ok) fields.push({ path, message: verdict.message });
    else for (const warning of verdict.warnings) warnings.add(warning);
  }
  return { fields: [...fields, ...repeated(urls.redirection_urls ?? [])], warnings: [...warnings] };
}

function repeated(urls: readonly string[]): FieldError[] {
  return urls.flatMap((url, at) =>
    urls.indexOf(url) < at
      ? [{ path: `redirection_urls.${at}`, message: "This Redirection URL stands in the list already." }]
      : [],
  );
}

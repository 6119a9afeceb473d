import { checkPublicUrl, type UrlRules, type UrlVerdict } from "./url-rules.ts";

// Query parameters that the platform adds to an app's URLs (INS-1, INS-6). It also adds record ids to URLs of admin links.
const reservedNames = ["shop", "host_url", "timestamp", "hmac", "code", "state"];
const reservedOnLinks = [...reservedNames, "id", "ids"];

/**
 * Validate an App URL, a Redirection URL or the full URL of an admin link at registration. The rules of `checkPublicUrl`
 * apply, and no query parameter may make the signed text ambiguous (REG-3, P38b).
 *
 * @param text the URL as typed
 */
export function checkSignedUrl(
  text: string,
  rules: UrlRules & { purpose: "app" | "redirection" | "link" },
): UrlVerdict {
  const verdict = checkPublicUrl(text, rules);
  if (!verdict.ok) return verdict;

  const reserved = rules.purpose === "link" ? reservedOnLinks : reservedNames;
  const seenNames = new Set<string>();
  for (const [name, value] of new URL(text).searchParams) {
    const error = checkParameter(name, value, reserved) ?? checkRepetition(name, seenNames);
    if (error !== undefined) return { ok: false, message: `The query of this URL ${error}` };
    seenNames.add(name);
  }
  return verdict;
}

// Both checks return the end of an error message, or undefined if they find no error.
function checkRepetition(name: string, seenNames: ReadonlySet<string>): string | undefined {
  return seenNames.has(name) ? `must not contain "${name}" twice.` : undefined;
}

function checkParameter(name: string, value: string, reserved: readonly string[]): string | undefined {
  if (reserved.includes(name)) return `must not contain "${name}", because the platform adds it.`;
  if (value.includes("&")) return `must not have an & in the value of "${name}".`;
  if (/[&=]/.test(name)) return `must not have an & or = in the name "${name}".`;
  return undefined;
}

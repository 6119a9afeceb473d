import { checkPublicUrl, type UrlRules, type UrlVerdict } from "./url-rules.ts";

// The names that the platform itself puts on these URLs (INS-1, INS-6).
const reservedNames = new Set(["shop", "host_url", "timestamp", "hmac", "code", "state"]);

/**
 * Judges an App URL or Redirection URL when it is registered: `checkPublicUrl`, and nothing in its query that would
 * make the signed text ambiguous or that every receiver has to refuse (REG-3, P38b).
 *
 * @param text the URL as typed
 */
export function checkSignedUrl(
  text: string,
  rules: UrlRules & { purpose: "app" | "redirection" },
): UrlVerdict {
  const verdict = checkPublicUrl(text, rules);
  if (!verdict.ok) return verdict;

  const seen = new Set<string>();
  for (const [name, value] of new URL(text).searchParams) {
    const fault = parameterFault(name, value, seen);
    if (fault !== undefined) return { ok: false, message: `The query of this URL ${fault}` };
    seen.add(name);
  }
  return verdict;
}

function parameterFault(name: string, value: string, seen: ReadonlySet<string>): string | undefined {
  if (reservedNames.has(name)) return `must not use the name "${name}": the platform sends it.`;
  if (seen.has(name)) return `must not give "${name}" twice.`;
  if (value.includes("&")) return `must not have an & inside the value of "${name}".`;
  if (/[&=]/.test(name)) return `must not have an & or = inside the name "${name}".`;
  return undefined;
}

import { checkPublicUrl, type UrlRules, type UrlVerdict } from "./url-rules.ts";

// The names that the platform itself puts on these URLs (INS-1, INS-6), and on those of links the records' ids.
const reservedNames = ["shop", "host_url", "timestamp", "hmac", "code", "state"];
const reservedOnLinks = [...reservedNames, "id", "ids"];

/**
 * Judges an App URL, a Redirection URL or the whole address of an admin link when it is registered: `checkPublicUrl`, and
 * nothing in its query that would make the signed text ambiguous or that every receiver has to refuse (REG-3, P38b).
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
  const seen = new Set<string>();
  for (const [name, value] of new URL(text).searchParams) {
    const fault = parameterFault(name, value, reserved) ?? repetitionFault(name, seen);
    if (fault !== undefined) return { ok: false, message: `The query of this URL ${fault}` };
    seen.add(name);
  }
  return verdict;
}

function repetitionFault(name: string, seen: ReadonlySet<string>): string | undefined {
  return seen.has(name) ? `must not give "${name}" twice.` : undefined;
}

function parameterFault(name: string, value: string, reserved: readonly string[]): string | undefined {
  if (reserved.includes(name)) return `must not use the name "${name}": the platform sends it.`;
  if (value.includes("&")) return `must not have an & inside the value of "${name}".`;
  if (/[&=]/.test(name)) return `must not have an & or = inside the name "${name}".`;
  return undefined;
}

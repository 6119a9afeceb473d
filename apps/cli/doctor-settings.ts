import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";

const isLocalDomain = (domain: string): boolean => /(^|\.)localhost$/.test(domain);
const isLoopbackAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/i.test(address);

/**
 * Check that other machines cannot reach a development server, whose demo accounts have a password that everybody knows. Returns null in
 * production.
 */
export function checkDevelopment({
  mode,
  domain,
  adminDomain,
  hosts,
  isPublicDevelopment,
}: CliConfig): Finding | null {
  if (mode === "production") return null;
  const reachableAddresses = [
    ...[domain, adminDomain].filter((name) => name !== undefined && !isLocalDomain(name)),
    ...hosts.filter((address) => !isLoopbackAddress(address)),
  ].join(", ");
  if (reachableAddresses === "")
    return { isOk: true, sentence: "Only this machine can reach the development server." };
  if (isPublicDevelopment)
    return {
      isOk: true,
      sentence: `Other machines can reach the development server at ${reachableAddresses}, because SOUK_DEV_PUBLIC is set.`,
    };
  return {
    isOk: false,
    sentence: `A development server does not start at ${reachableAddresses}, which other machines can reach. Set SOUK_MODE=production, or SOUK_DEV_PUBLIC=1.`,
  };
}

/** Recommend that the admin and the stores have different domains. Returns null in development and for a local domain. */
export function checkAdminDomain({ mode, domain, adminDomain }: CliConfig): Finding | null {
  if (mode !== "production" || domain === undefined || isLocalDomain(domain)) return null;
  if (adminDomain !== undefined)
    return { isOk: true, sentence: `The admin is on ${adminDomain}, not on the domain of the stores.` };
  return {
    isOk: true,
    isAdvice: true,
    sentence: `The admin is on the domain of the stores, ${domain}. Scripts of a store can set cookies for the admin. Set SOUK_ADMIN_DOMAIN to another registrable domain.`,
  };
}

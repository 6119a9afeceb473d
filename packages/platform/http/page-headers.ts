/** What one page may do in addition to what every page of the platform may do. */
export interface PagePolicy {
  nonce: string;
  /** Other origins that the page's forms may submit or redirect to. */
  formOrigins: readonly string[];
  /** Whether the page shows emails in frames. Emails inherit this policy and need style attributes. */
  framesEmail?: boolean;
  /** Whether the page has a script with the nonce. */
  runsScript?: boolean;
  /** Set if the page is a panel, whose scripts request data and show images of the store. */
  panel?: {
    filesOrigin: string;
    /** The only origin that the panel may show in a frame; none if absent. */
    frameOrigin?: string | undefined;
  };
}

function buildContentDirectives({ nonce, panel, framesEmail, runsScript }: PagePolicy): string[] {
  const emailDirectives = framesEmail ? ["style-src-attr 'unsafe-inline'"] : [];
  const scriptDirectives = runsScript ? [`script-src 'nonce-${nonce}'`] : [];
  if (!panel)
    return [
      "default-src 'none'",
      ...scriptDirectives,
      `style-src 'nonce-${nonce}'`,
      "img-src 'self'",
      ...emailDirectives,
    ];
  return [
    "default-src 'none'",
    // A script with the nonce may load other scripts, because a panel loads some of its code on demand.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${panel.filesOrigin}`,
    "connect-src 'self'",
    `frame-src ${panel.frameOrigin ?? "'none'"}`,
  ];
}

/**
 * Build Content-Security-Policy and the other headers of a page of the platform (docs/spec/hardening.md#pages).
 */
export function buildPageHeaders(page: PagePolicy): Record<string, string> {
  const policy = [
    ...buildContentDirectives(page),
    ["form-action 'self'", ...page.formOrigins].join(" "),
    "base-uri 'none'",
    // guard frame-ancestors: without it, e2e/forged-consent.test.ts fails at `P33: the consent page cannot be embedded`
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    // guard frame-ancestors, another part: the test fails only if this is missing too
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  };
}

/** The needs of one page beyond what every page of the platform may do. */
export interface PagePolicy {
  nonce: string;
  /** Origins that its forms may lead to, beside the platform's own. */
  formOrigins: readonly string[];
  /** Whether the page is served over https; browsers are then instructed to stay with it. */
  secure: boolean;
  /** Whether the page frames email, which keeps its policy and may be laid out by style attributes. */
  framesMail?: boolean;
  /** Set for a panel, whose program requests data and shows images of the store. */
  panel?: {
    filesOrigin: string;
    /** The one origin that the page may show in a frame. */
    frameOrigin?: string | undefined;
  };
}

function buildContentDirectives({ nonce, panel, framesMail }: PagePolicy): string[] {
  const inMail = framesMail ? ["style-src-attr 'unsafe-inline'"] : [];
  if (!panel) return ["default-src 'none'", `style-src 'nonce-${nonce}'`, "img-src 'self'", ...inMail];
  return [
    "default-src 'none'",
    // What a script with the nonce loads may run: the parts of a panel that are fetched when they are needed.
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${panel.filesOrigin}`,
    "connect-src 'self'",
    `frame-src ${panel.frameOrigin ?? "'none'"}`,
  ];
}

/**
 * Build Content-Security-Policy and the other headers of the platform's own pages
 * (docs/spec/hardening.md#pages).
 */
export function pageHeaders(page: PagePolicy): Record<string, string> {
  const policy = [
    ...buildContentDirectives(page),
    ["form-action 'self'", ...page.formOrigins].join(" "),
    "base-uri 'none'",
    // guard: frame-ancestors: e2e/forged-consent.test.ts P33: the consent page is not shown in a frame
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // guard: frame-ancestors
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(page.secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

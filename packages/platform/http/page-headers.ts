/** What one page needs beyond what every page of ours may do. */
export interface PagePolicy {
  nonce: string;
  /** Origins that its forms may lead to, beside our own. */
  formOrigins: readonly string[];
  /** https: browsers are told to stay with it. */
  secure: boolean;
  /** What it draws in frames of its own, which keep its policy, may be laid out by style attributes. */
  framesMail?: boolean;
  /** Set for a panel, whose program asks us for data and shows pictures of the shop. */
  panel?: {
    filesOrigin: string;
    /** The one origin that it may show in a frame. */
    frameOrigin?: string | undefined;
  };
}

function contentOf({ nonce, panel, framesMail }: PagePolicy): string[] {
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

/** Content-Security-Policy and the other headers of our own pages (hardening.md, "Pages"). */
export function pageHeaders(page: PagePolicy): Record<string, string> {
  const policy = [
    ...contentOf(page),
    ["form-action 'self'", ...page.formOrigins].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(page.secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

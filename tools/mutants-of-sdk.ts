import type { Mutant } from "./mutant.ts";

const sdk = "packages/app-sdk";
const sessionToken = "packages/signing/session-token.ts";
const received = `${sdk}/webhooks/receive-request.test.ts`;
const living = `${sdk}/install/living.test.ts`;

/** The guards of the app SDK and of session tokens. */
export const sdkMutants: readonly Mutant[] = [
  {
    name: "sdk-state",
    edits: [
      {
        file: `${sdk}/install/complete-installation.ts`,
        search: 'return refusedPage(request, "bad_state", storeDomainSuffix);',
        replacement: "void shop;",
      },
    ],
    tests: [living],
    pattern: "INS-20",
  },
  {
    name: "sdk-state-shop",
    edits: [
      {
        file: `${sdk}/install/state.ts`,
        search: "|$" + "{parts.shop}`",
        replacement: "`",
      },
    ],
    tests: [`${sdk}/install/state.test.ts`],
  },
  {
    name: "sdk-host-url",
    edits: [
      {
        file: `${sdk}/verify/verify-signed-query.ts`,
        search: "if (!isHostUrl(host_url, storeDomainSuffix))",
        replacement: 'if (!isHostUrl(host_url, storeDomainSuffix) && host_url === "")',
      },
    ],
    tests: [`${sdk}/install/installing.test.ts`],
  },
  {
    name: "sdk-raw-bytes",
    edits: [
      {
        file: `${sdk}/webhooks/receive.ts`,
        search: "verifySignedBody(bytes,",
        replacement: "verifySignedBody(Buffer.from(JSON.stringify(readObject(bytes))),",
      },
    ],
    tests: [received],
    pattern: "raw bytes",
  },
  {
    name: "sdk-handled-once",
    edits: [
      {
        file: `${sdk}/webhooks/handle-delivery.ts`,
        search: '  if (claim === "done") return answer(200);\n',
        replacement: "",
      },
    ],
    tests: [received],
    pattern: "handled once",
  },
  {
    name: "sdk-delivery-key",
    edits: [
      {
        file: `${sdk}/webhooks/handle-delivery.ts`,
        search: ".update(bytes).digest",
        replacement: ".digest",
      },
    ],
    tests: [received],
    pattern: "old body",
  },
  {
    name: "sdk-late-notice",
    edits: [
      {
        file: `${sdk}/webhooks/handle-delivery.ts`,
        search: "Date.parse(installation.installed_at) > uninstalledAt",
        replacement: "Date.parse(installation.installed_at) > Number.POSITIVE_INFINITY",
      },
    ],
    tests: [received],
    pattern: "installed again",
  },
  {
    name: "sdk-notice-payload",
    edits: [
      {
        file: `${sdk}/webhooks/receive.ts`,
        search: 'payload["success"] === true && ',
        replacement: "",
      },
    ],
    tests: [received],
    pattern: "no notice",
  },
  {
    name: "sdk-frame",
    edits: [
      {
        file: `${sdk}/install/framable.ts`,
        search: "!/^frame-ancestors\\b/i.test(directive)",
        replacement: "true",
      },
    ],
    tests: [living],
    pattern: "INS-23",
  },
  {
    name: "sdk-silent-removal",
    edits: [
      {
        file: `${sdk}/install/open-page.ts`,
        search: "return (await ground.store.load(installation.shop)) !== null;",
        replacement: "return true;",
      },
    ],
    tests: [living],
    pattern: "in silence",
  },
  {
    name: "sdk-dead-token",
    edits: [
      {
        file: `${sdk}/shop-api/shop-client.ts`,
        search: "await store.remove(shop, access_token);",
        replacement: "await store.load(shop);",
      },
    ],
    tests: [living],
    pattern: "dead token",
  },
  {
    name: "sdk-keyed-retry",
    edits: [
      {
        file: `${sdk}/shop-api/retrying.ts`,
        search: 'headers.set("idempotency-key", randomUUID());',
        replacement: 'headers.set("x-key", randomUUID());',
      },
    ],
    tests: [`${sdk}/shop-api/retrying.test.ts`],
    pattern: "one key",
  },
  {
    name: "session-token-algorithm",
    edits: [
      {
        file: sessionToken,
        search: 'protectedHeader["alg"] !== "HS256"',
        replacement: 'protectedHeader["alg"] === undefined',
      },
    ],
    tests: ["packages/signing/session-token.test.ts"],
    pattern: "no algorithm",
  },
  {
    name: "session-token-audience",
    edits: [{ file: sessionToken, search: "claims.aud !== clientId", replacement: 'claims.aud === ""' }],
    tests: ["packages/signing/session-token.test.ts"],
    pattern: "another app",
  },
];

import type { Mutant } from "./mutant.ts";

const requests = "packages/platform/modules/fulfillment-requests";
const hostile = [`${requests}/hostile-answers.test.ts`];
const reading = [`${requests}/list-requests.test.ts`];
const sending = [`${requests}/send-request.test.ts`];

/** The guards of handing orders to apps: of the question, of its answer, of who reads it. */
export const fulfillmentMutants: readonly Mutant[] = [
  {
    name: "fulfill-asked-again-by-itself",
    edits: [{ file: `${requests}/ask-app.ts`, search: "    once: true,\n", replacement: "" }],
    tests: hostile,
    pattern: "not asked again by itself",
  },
  {
    name: "fulfill-status-other-than-200",
    edits: [
      {
        file: `${requests}/ask-app.ts`,
        search: "outcome.status !== 200",
        replacement: "outcome.status >= 300",
      },
    ],
    tests: hostile,
    pattern: "a merchant is told clearly",
  },
  {
    name: "fulfill-answer-broken-off",
    edits: [
      {
        file: `${requests}/ask-app.ts`,
        search: "  if (outcome.complete) return null;\n",
        replacement: "  if (outcome.bytes.length < fulfillLimits.bytes) return null;\n",
      },
    ],
    tests: hostile,
    pattern: "an answer that breaks off",
  },
  {
    name: "fulfill-link-into-the-platform",
    edits: [
      {
        file: `${requests}/read-answer.ts`,
        search: "if (host === ownDomain || host",
        replacement: "if (host === ownDomain && host",
      },
    ],
    tests: hostile,
    pattern: "link into the platform itself",
  },
  {
    name: "fulfill-link-host-as-policy",
    edits: [
      {
        file: `${requests}/read-answer.ts`,
        search: "  if (!plainHost.test(url.hostname)) return false;\n",
        replacement: "  if (plainHost.test(url.username)) return false;\n",
      },
    ],
    tests: hostile,
    pattern: "a merchant is told clearly",
  },
  {
    name: "fulfill-by-a-disabled-app",
    edits: [
      { file: `${requests}/send-request.ts`, search: "  requireOpenable(installation);\n", replacement: "" },
    ],
    tests: sending,
    pattern: "not while it is disabled, suspended",
  },
  {
    name: "fulfill-orders-of-another-shop",
    edits: [
      {
        file: `${requests}/send-request.ts`,
        search: "  if (missing.size > 0) {\n",
        replacement: "  if (missing.size > ids.length) {\n",
      },
    ],
    tests: sending,
    pattern: "orders of another shop",
  },
  {
    name: "fulfillment-requests-of-another-app",
    edits: [
      {
        file: `${requests}/list-requests.ts`,
        search: "conditions.filter(installation?.app_id,",
        replacement: "conditions.filter(installation?.app_id === 0 ? 0 : undefined,",
      },
    ],
    tests: reading,
    pattern: "API-5",
  },
  {
    name: "fulfillment-request-of-another-app",
    edits: [
      {
        file: `${requests}/get-request.ts`,
        search: "r.app_id = $4)",
        replacement: "r.app_id > 0)",
      },
    ],
    tests: reading,
    pattern: "API-5",
  },
  {
    name: "fulfillment-request-of-another-shop",
    edits: [
      {
        file: `${requests}/get-request.ts`,
        search: "where r.store_id = $1 and r.id = $2 and (",
        replacement: "where $1::bigint > 0 and r.id = $2 and (",
      },
    ],
    tests: reading,
    pattern: "nobody those of another shop",
  },
  {
    name: "fulfill-link-for-everybody",
    edits: [
      {
        file: `${requests}/request-json.ts`,
        search: "when r.status <> 'linked' or",
        replacement: "when r.status <> 'linked' or true or",
      },
    ],
    tests: reading,
    pattern: "a link is read by people who could have asked",
  },
  {
    name: "fulfill-link-of-a-disabled-app",
    edits: [
      {
        file: `${requests}/app-works.ts`,
        search: " and installation.status = 'enabled'",
        replacement: "",
      },
    ],
    tests: reading,
    pattern: "the link of an app that is disabled",
  },
];

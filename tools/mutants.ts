import type { Mutant } from "./mutant.ts";
import { customerMutants } from "./mutants-of-customers.ts";
import { endpointMutants } from "./mutants-of-endpoints.ts";
import { eventLogMutants } from "./mutants-of-event-log.ts";
import { fulfillmentMutants } from "./mutants-of-fulfillment.ts";
import { orderMutants } from "./mutants-of-orders.ts";
import { sdkMutants } from "./mutants-of-sdk.ts";
import { shippingMutants } from "./mutants-of-shipping.ts";
import { suspensionMutants } from "./mutants-of-suspension.ts";

const delivery = "packages/delivery";
const platform = "packages/platform";

export const mutants: readonly Mutant[] = [
  ...sdkMutants,
  ...customerMutants,
  ...endpointMutants,
  ...eventLogMutants,
  ...fulfillmentMutants,
  ...orderMutants,
  ...shippingMutants,
  ...suspensionMutants,
  {
    name: "fencing-epoch",
    edits: [
      {
        file: `${delivery}/acknowledge.ts`,
        search: "on held.id = told.lane_id and held.epoch = told.epoch",
        replacement: "on held.id = told.lane_id",
      },
    ],
    tests: [`${delivery}/lane-leases.test.ts`],
    pattern: "P6",
  },
  {
    name: "fencing",
    edits: [
      {
        file: `${delivery}/acknowledge.ts`,
        search: "where owner = $2 and id in (select lane_id from told)",
        replacement: "where $2 <> '' and id in (select lane_id from told)",
      },
      {
        file: `${delivery}/acknowledge.ts`,
        search: "on held.id = told.lane_id and held.epoch = told.epoch",
        replacement: "on held.id = told.lane_id",
      },
    ],
    tests: [`${delivery}/several-engines.test.ts`],
    pattern: "P6",
  },
  {
    name: "jitter",
    edits: [
      {
        file: `${delivery}/schedule.ts`,
        search: "const jitter = 0.2;",
        replacement: "const jitter = 0;",
      },
    ],
    tests: [`${delivery}/schedule.test.ts`],
    pattern: "P12",
  },
  {
    name: "literal-address",
    edits: [
      {
        file: `${delivery}/safe-connector.ts`,
        search: "if (isAddressLiteral(hostname)) throw",
        replacement: 'if (hostname === "") throw',
      },
    ],
    tests: [`${delivery}/safe-send-addresses.test.ts`],
  },
  {
    name: "every-address-public",
    edits: [
      {
        file: `${delivery}/safe-connector.ts`,
        search: "if (!addresses.every(accepts))",
        replacement: "if (!addresses.some(accepts))",
      },
    ],
    tests: [`${delivery}/safe-send-rebinding.test.ts`],
  },
  {
    name: "deadline",
    edits: [
      { file: `${delivery}/deadline.ts`, search: "      this.#giveUp?.();\n", replacement: "" },
      {
        file: `${delivery}/deadline.ts`,
        search: "if (this.#passed) giveUp();",
        replacement: "if (this.#passed && ms === 0) giveUp();",
      },
    ],
    tests: [`${delivery}/safe-send-limits.test.ts`],
  },
  {
    name: "enabled-at-send",
    edits: [
      {
        file: `${delivery}/lane-states.ts`,
        search: "  and (lanes.kind = 'uninstall' or i.status = 'enabled'))`;",
        replacement: ")`;",
      },
    ],
    tests: [`${delivery}/read-at-send.test.ts`],
    pattern: "WHK-8",
  },
  {
    name: "code-redeemed-once",
    edits: [
      {
        file: `${platform}/modules/installs/code-store.ts`,
        search: "and store_id = $3 and redeemed_at is null and expires_at >= $4",
        replacement: "and store_id = $3 and expires_at >= $4",
      },
    ],
    tests: [`${platform}/modules/installs/exchange-code.test.ts`],
    pattern: "P30|INS-10",
  },
  {
    name: "consent-counts-once",
    edits: [
      {
        file: `${platform}/modules/installs/code-store.ts`,
        search: "on conflict (consent_hash) do nothing",
        replacement: "on conflict (consent_hash) do update set consent_hash = excluded.hash",
      },
    ],
    tests: [`${platform}/modules/installs/authorize-pages.test.ts`],
    pattern: "P33",
  },
  {
    name: "exact-redirect-uri",
    edits: [
      {
        file: `${platform}/modules/installs/judge-authorize.ts`,
        search: "!app.redirection_urls.includes(request.redirect_uri)",
        replacement: "!app.redirection_urls.some((url) => request.redirect_uri.startsWith(url))",
      },
    ],
    tests: [`${platform}/modules/installs/redirect-uri.test.ts`],
  },
  {
    name: "constant-time-compare",
    edits: [
      {
        file: "packages/signing/constant-time.ts",
        search: "return timingSafeEqual(sha256(left), sha256(right));",
        replacement: "return left === right;",
      },
    ],
    tests: ["packages/signing/constant-time.test.ts"],
  },
  {
    name: "expected-quantity",
    edits: [
      {
        file: `${platform}/modules/inventory/level-store.ts`,
        search: "      and (wanted.expected is null or before.inventory_quantity = wanted.expected)\n",
        replacement: "",
      },
    ],
    tests: [`${platform}/modules/inventory/set-level.test.ts`],
  },
  {
    name: "delta-under-the-lock",
    edits: [
      {
        file: `${platform}/modules/inventory/level-store.ts`,
        search: "order by l.variant_id, l.location_id for no key update of l),",
        replacement: "order by l.variant_id, l.location_id),",
      },
    ],
    tests: [`${platform}/modules/inventory/set-level.test.ts`],
  },
  {
    name: "scope-check",
    edits: [
      {
        file: `${platform}/http/pipeline.ts`,
        search: 'if (missing !== null) refuse("scope_missing"',
        replacement: 'if (missing !== null && missing === "") refuse("scope_missing"',
      },
    ],
    tests: [`${platform}/http/access-matrix.test.ts`],
  },
  {
    name: "token-of-another-store",
    edits: [
      {
        file: `${platform}/http/authenticate.ts`,
        search: "if (!read.ok || read.store.handle !== handle) {",
        replacement: "if (!read.ok) {",
      },
    ],
    tests: [`${platform}/http/access-matrix.test.ts`],
  },
  {
    name: "store-predicate-of-levels",
    edits: [
      {
        file: `${platform}/modules/inventory/list-levels.ts`,
        search: 'createConditions("r.store_id = $1", [storeId])',
        replacement: 'createConditions("$1::bigint is not null", [storeId])',
      },
    ],
    tests: [`${platform}/modules/inventory/list-levels.test.ts`],
    pattern: "another store",
  },
  {
    name: "store-predicate-of-adjust",
    edits: [
      {
        file: `${platform}/modules/inventory/level-store.ts`,
        search:
          "where l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1 and v.id = l.variant_id",
        replacement: "where l.variant_id = $10 and l.location_id = $11 and v.id = l.variant_id",
      },
    ],
    tests: [`${platform}/http/access-matrix.test.ts`],
  },
  {
    name: "own-origin-of-forms",
    edits: [
      {
        file: `${platform}/http/mount-pages.ts`,
        search: 'if (request.method === "POST") requireOwnOrigin(request, origin);',
        replacement: 'if (request.method === "PUT") requireOwnOrigin(request, origin);',
      },
    ],
    tests: ["e2e/forged-consent.test.ts"],
    pattern: "P33: a form that another site sends",
  },
  {
    name: "consent-of-the-session",
    edits: [
      {
        file: `${platform}/modules/installs/consent-token.ts`,
        search: ".update(session_hash).update(body",
        replacement: ".update(session_hash.subarray(0, 0)).update(body",
      },
    ],
    tests: [`${platform}/modules/installs/authorize-pages.test.ts`],
    pattern: "P34|P33",
  },
  {
    name: "frame-ancestors",
    edits: [
      {
        file: `${platform}/http/page-headers.ts`,
        search: "    \"frame-ancestors 'none'\",\n",
        replacement: "",
      },
      {
        file: `${platform}/http/page-headers.ts`,
        search: '    "x-frame-options": "DENY",\n',
        replacement: "",
      },
    ],
    tests: ["e2e/forged-consent.test.ts"],
    pattern: "P33: the consent page is not shown in a frame",
  },
  {
    name: "transaction-around-writes",
    edits: [
      {
        file: `${platform}/http/pipeline.ts`,
        search: "if (sent === null) return database.transaction(run, { repeatable: true });",
        replacement: "if (sent === null) return run(database);",
      },
    ],
    tests: [`${platform}/events/change-with-events.test.ts`],
  },
  {
    name: "one-twin-at-a-time",
    edits: [
      {
        file: `${platform}/http/idempotency.ts`,
        search: "if (lock.rows[0]?.got !== true) refuseTwin();",
        replacement: "if (lock.rows[0] === undefined) refuseTwin();",
      },
    ],
    tests: [`${platform}/http/idempotency.test.ts`],
  },
];

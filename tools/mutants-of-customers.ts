import type { Mutant } from "./mutant.ts";

const modules = "packages/platform/modules";

/** The guards of customers' erasure: nothing that is made beside it or after it holds the erased. */
const erasure: readonly Mutant[] = [
  {
    name: "erasure-lock",
    edits: [
      {
        file: `${modules}/exports/create-export.ts`,
        search:
          '  if (resource === "customers" || resource === "orders") await awaitErasures(tx, store.id);\n',
        replacement: "",
      },
    ],
    tests: [`${modules}/privacy/erase-beside-exports.test.ts`],
  },
  {
    name: "erased-run",
    edits: [
      {
        file: `${modules}/exports/erase-from-exports.ts`,
        search: "    await jobs.cancel(tx, job);\n",
        replacement: "",
      },
    ],
    tests: [`${modules}/exports/export-run.test.ts`],
    pattern: "then erased",
  },
  {
    name: "erased-files",
    edits: [
      {
        file: `${modules}/exports/erase-from-exports.ts`,
        search: "  await releaseFiles(tx, store_id, { paths: written.rows.map(({ path }) => path) });\n",
        replacement: "",
      },
    ],
    tests: [`${modules}/privacy/erase-customer.test.ts`],
    pattern: "taken away",
  },
  {
    name: "erasure-begins-again",
    edits: [
      {
        file: `${modules}/privacy/lock-buyer.ts`,
        search: "if (ids.every((order) => locked.has(order))) return customer;",
        replacement: "if (ids.length >= 0) return { ...customer, email };",
      },
    ],
    tests: [`${modules}/privacy/erase-beside-refund.test.ts`],
    pattern: "begins again",
  },
  {
    name: "orders-of-the-deleted",
    edits: [
      {
        file: `${modules}/orders/orders-of-buyer.ts`,
        search: "c.store_id = o.store_id and c.id = o.customer_id)",
        replacement: "c.store_id = o.store_id) and o.customer_id is not null",
      },
    ],
    tests: [`${modules}/privacy/orders-of-nobody.test.ts`],
    pattern: "is nobody's",
  },
  {
    name: "mail-of-others",
    edits: [
      {
        file: `${modules}/privacy/scrub-mail.ts`,
        search: " and (m.order_id is null or m.order_id = any($3::bigint[])\n",
        replacement: " and (cardinality($3::bigint[]) >= 0\n",
      },
    ],
    tests: [`${modules}/privacy/what-others-keep.test.ts`],
    pattern: "nobody else's mail",
  },
  {
    name: "shared-word",
    edits: [
      {
        file: `${modules}/exports/erase-from-exports.ts`,
        search: '(naming === "partly" && !is_unfinished)',
        replacement: 'naming === "partly"',
      },
    ],
    tests: [`${modules}/privacy/erase-customer.test.ts`],
    pattern: "in no export",
  },
  {
    name: "answered-or-not",
    edits: [
      {
        file: `${modules}/exports/write-export.ts`,
        search: "if (rows[0]?.path !== path) await",
        replacement: "await",
      },
    ],
    tests: [`${modules}/exports/export-run.test.ts`],
    pattern: "no answer came",
  },
  {
    name: "imports-of-before",
    edits: [
      {
        file: `${modules}/privacy/scrub.ts`,
        search: "status = 'checked' and created_at < $2 returning",
        replacement: "status = 'checked' and $2::timestamptz is not null returning",
      },
    ],
    tests: [`${modules}/privacy/scrub-imports.test.ts`],
  },
];

/** Those of custom fields, which need scopes of their own (CUS-3). */
const customFields: readonly Mutant[] = [
  {
    name: "fields-shown",
    edits: [
      {
        file: `${modules}/customers/customer-texts.ts`,
        search: 'return actor.scopes.has("read_customer_attributes");',
        replacement: 'return actor.kind !== "system";',
      },
    ],
    tests: [`${modules}/customers/attributes/attributes.test.ts`],
    pattern: "CUS-3: without",
  },
  {
    name: "fields-exported",
    edits: [
      {
        file: `${modules}/exports/export-rights.ts`,
        search: 'attributes ? [...scopes, ["read_customer_attributes"] as const] : scopes',
        replacement: "attributes ? [...scopes] : scopes",
      },
    ],
    tests: [`${modules}/imports/customers/whole-customers.test.ts`],
  },
  {
    name: "fields-imported",
    edits: [
      {
        file: `${modules}/imports/customers/read-customer-heading.ts`,
        search: "if (first !== undefined && !mayAttributes)",
        replacement: "if (first !== undefined && mayAttributes === null)",
      },
    ],
    tests: [`${modules}/imports/customers/whole-customers.test.ts`],
  },
  {
    name: "fields-confirmed",
    edits: [
      {
        file: `${modules}/imports/confirm-import.ts`,
        search: "attributes: attributes && writesAttributes(call)",
        replacement: "attributes",
      },
    ],
    tests: [`${modules}/imports/customers/whole-customers.test.ts`],
  },
  {
    name: "fields-delivered",
    edits: [
      {
        file: "packages/platform/events/delivery-draft.ts",
        search: "withheld: withheldFields(topic, scopes),",
        replacement: "withheld: [],",
      },
    ],
    tests: ["conformance/clauses/customers.test.ts"],
    pattern: "CUS-3",
  },
];

/** Those of balances, of people's roles and of what apps put into a shop. */
export const customerMutants: readonly Mutant[] = [
  ...erasure,
  ...customFields,
  {
    name: "balance-room",
    edits: [
      {
        file: `${modules}/customers/balances/balance-statements.ts`,
        search: " between 0 and ",
        replacement: " between -1000000 and ",
      },
    ],
    tests: [`${modules}/customers/balances/balances.test.ts`],
    pattern: "below 0",
  },
  {
    name: "balance-before",
    edits: [
      {
        file: `${modules}/customers/balances/balance-statements.ts`,
        search: "where r.store_id = $1 and r.id = $2 for no key update of r)",
        replacement: "where r.store_id = $1 and r.id = $2)",
      },
    ],
    tests: [`${modules}/customers/balances/balances.test.ts`],
    pattern: "P36: 64 clients deduct",
  },
  {
    name: "owner-decides",
    edits: [
      {
        file: `${modules}/members/member-rules.ts`,
        search: 'if (role !== "owner" && roles.includes("manager"))',
        replacement: 'if (role === "staff" && roles.includes("manager"))',
      },
    ],
    tests: [`${modules}/members/members.test.ts`],
    pattern: "a manager decides",
  },
  {
    name: "link-expires",
    edits: [
      {
        file: `${modules}/members/invitation-store.ts`,
        search: "i.token_hash = $1 and i.expires_at > $2 ",
        replacement: "i.token_hash = $1 and $2::timestamptz is not null ",
      },
    ],
    tests: [`${modules}/members/members.test.ts`],
    pattern: "good for 7 days",
  },
  {
    name: "link-for-one-address",
    edits: [
      {
        file: `${modules}/members/invitation-pages.ts`,
        search:
          "  if (signed_in.email.toLowerCase() !== found.email.toLowerCase()) return shown(call, found);\n",
        replacement: "",
      },
    ],
    tests: [`${modules}/members/members.test.ts`],
    pattern: "by neither",
  },
  {
    name: "data-for-managers",
    edits: [
      {
        file: `${modules}/privacy/customer-data.ts`,
        search: "  requireManager(signed_in);\n",
        replacement: "",
      },
    ],
    tests: [`${modules}/privacy/privacy.test.ts`],
    pattern: "staff without the right",
  },
  {
    name: "audit-for-managers",
    edits: [
      {
        file: `${modules}/audit/list-entries.ts`,
        search:
          "  requireManager(call.signed_in);\n  const conditions = conditionsOf(call.store.id, call.query);\n  const json",
        replacement: "  const conditions = conditionsOf(call.store.id, call.query);\n  const json",
      },
    ],
    tests: [`${modules}/audit/audit-log.test.ts`],
    pattern: "staff may not",
  },
  {
    name: "records-of-one-app",
    edits: [
      {
        file: `${modules}/customisation/records/write-record.ts`,
        search: "where store_id = $1 and installation_id = $2 and id = $3",
        replacement: "where store_id = $1 and $2::bigint > 0 and id = $3",
      },
    ],
    tests: [`${modules}/customisation/customisation.test.ts`],
    pattern: "none of another app's",
  },
  {
    name: "records-gone",
    edits: [
      {
        file: `${modules}/customisation/remove-customisation.ts`,
        search: "where store_id = $1 and installation_id = $2`;",
        replacement: "where store_id = $1 and installation_id = -$2::bigint`;",
      },
    ],
    tests: [`${modules}/customisation/get-customisation.test.ts`],
    pattern: "SNP-4",
  },
];

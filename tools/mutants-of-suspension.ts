import type { Mutant } from "./mutant.ts";

const delivery = "packages/delivery";
const platform = "packages/platform";

/** The guards of suspension, of the staff console and of the operator's signature. */
export const suspensionMutants: readonly Mutant[] = [
  {
    name: "suspended-at-send",
    edits: [
      {
        file: `${delivery}/lane-states.ts`,
        search: "`(app.suspended_at is null and partner.suspended_at is null\n  and ",
        replacement: "`(",
      },
    ],
    tests: [`${delivery}/suspended-apps.test.ts`],
  },
  {
    name: "suspended-token",
    edits: [
      {
        file: `${platform}/modules/installs/token-reader.ts`,
        search: '  if (row.app_suspended) return { ok: false, reason: "app_suspended" };\n',
        replacement: "",
      },
    ],
    tests: [`${platform}/modules/staff/suspend-app.test.ts`],
    pattern: "token fails",
  },
  {
    name: "suspended-store",
    edits: [
      {
        file: `${platform}/http/authenticate.ts`,
        search: "  requireLifted(read.store);\n",
        replacement: "",
      },
    ],
    tests: [`${platform}/modules/staff/suspend-store.test.ts`],
  },
  {
    name: "staff-alone",
    edits: [
      {
        file: `${platform}/http/authenticate.ts`,
        search: 'surface === "staff_console" && !signedIn.is_staff',
        replacement: 'surface === "staff_console" && signedIn.email === ""',
      },
    ],
    tests: [`${platform}/http/access-matrix.test.ts`],
  },
  {
    name: "operators-body",
    edits: [
      {
        file: `${platform}/http/pipeline.ts`,
        search: "      requireSignedBody(rawBody(request), principal);\n",
        replacement: "",
      },
    ],
    tests: [`${platform}/http/operator-body.test.ts`],
  },
];

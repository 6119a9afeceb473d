import type { Mutant } from "./mutant.ts";

const modules = "packages/platform/modules";
const shipping = `${modules}/shipping`;

/** The guards of asking apps for shipping rates. */
export const shippingMutants: readonly Mutant[] = [
  {
    name: "rates-of-a-disabled-app",
    edits: [
      {
        file: `${modules}/customisation/callbacks-of-topic.ts`,
        search: " and installation.status = 'enabled'",
        replacement: "",
      },
    ],
    tests: [`${shipping}/quote-rates.test.ts`],
    pattern: "disabled or uninstalled",
  },
  {
    name: "rates-wait-for-a-connection",
    edits: [
      {
        file: `${shipping}/ask-app.ts`,
        search: "await inTime(sender.send(request))",
        replacement: "await sender.send(request)",
      },
    ],
    tests: [`${shipping}/quote-rates.test.ts`],
    pattern: "is part of the 5 s",
  },
  {
    name: "rates-of-an-earlier-installation",
    edits: [
      {
        file: `${shipping}/last-good-rates.ts`,
        search: "callbacks.get(callback)?.get(key)",
        replacement: "[...callbacks.values()].find((each) => each.has(key))?.get(key)",
      },
    ],
    tests: [`${shipping}/quote-rates.test.ts`],
    pattern: "installed anew",
  },
  {
    name: "rates-that-never-age",
    edits: [
      {
        file: `${shipping}/last-good-rates.ts`,
        search: "clock.now() < kept.until",
        replacement: "kept.until > 0",
      },
    ],
    tests: [`${shipping}/last-good-rates.test.ts`],
  },
  {
    name: "rates-that-fail-together",
    edits: [
      {
        file: `${shipping}/pauses.ts`,
        search: "      if (askedAt < state.failedAt) return;\n",
        replacement: "",
      },
    ],
    tests: [`${shipping}/pauses.test.ts`],
  },
];

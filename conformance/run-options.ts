import { parseArgs } from "node:util";

/** The command line options of a run of the conformance tests. */
export interface RunOptions {
  /** The running platform's domain with scheme and port; none: every test file boots a platform of its own. */
  baseUrl: URL | null;
  /**
   * On that platform: the handle of a store with products and stock at two locations or more, and its owner.
   */
  store: { handle: string; merchant: string; password: string };
  /** An account of the platform's staff. */
  staff: { email: string; password: string };
}

/** @param args the words of the command line after the program's name; those of the test runner are left alone */
export function readRunOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      "base-url": { type: "string" },
      store: { type: "string", default: "demo" },
      merchant: { type: "string", default: "merchant@demo.test" },
      password: { type: "string", default: "souk-demo" },
      staff: { type: "string", default: "staff@demo.test" },
      "staff-password": { type: "string", default: "souk-demo" },
    },
  });
  const baseUrl = values["base-url"];
  return {
    baseUrl: baseUrl === undefined ? null : readBaseUrl(String(baseUrl)),
    store: {
      handle: String(values.store),
      merchant: String(values.merchant),
      password: String(values.password),
    },
    staff: { email: String(values.staff), password: String(values["staff-password"]) },
  };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url;
  throw new Error(
    `--base-url is "${text}"; it takes the domain's origin, for example http://souk.localhost:4000`,
  );
}

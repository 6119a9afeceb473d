import { parseArgs } from "node:util";

/** What a run of the conformance tests is told on its command line. */
export interface RunOptions {
  /** The running platform's domain with scheme and port; none: every test file boots a platform of its own. */
  baseUrl: URL | null;
  /** Of that platform: the handle of a shop with products and stock at two locations or more, and its owner. */
  shop: { handle: string; merchant: string; password: string };
  /** Of that platform: an account of its staff. */
  staff: { email: string; password: string };
}

/** @param args the words of the command line after the program's name; those of the test runner are left alone */
export function readRunOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      "base-url": { type: "string" },
      shop: { type: "string", default: "demo" },
      merchant: { type: "string", default: "merchant@demo.test" },
      password: { type: "string", default: "souk-demo" },
      staff: { type: "string", default: "staff@demo.test" },
      "staff-password": { type: "string", default: "souk-demo" },
    },
  });
  const baseUrl = values["base-url"];
  return {
    baseUrl: baseUrl === undefined ? null : readBaseUrl(String(baseUrl)),
    shop: {
      handle: String(values.shop),
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

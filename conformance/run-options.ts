import { parseArgs } from "node:util";

/** The command line options of a run of the conformance tests. */
export interface RunOptions {
  /** The origin of the running platform's domain. If null, every test file starts its own platform. */
  baseUrl: URL | null;
  /**
   * A store on the running platform, with products, and with stock at two or more locations: its handle, and the email and
   * password of its owner.
   */
  store: { handle: string; ownerEmail: string; password: string };
  /** The email and password of a staff account. */
  staff: { email: string; password: string };
}

/** Parse the command line. @param args the arguments after the program's name; unknown ones are ignored */
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
      ownerEmail: String(values.merchant),
      password: String(values.password),
    },
    staff: { email: String(values.staff), password: String(values["staff-password"]) },
  };
}

function readBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url;
  throw new Error(
    `--base-url is "${text}". It must be the domain's origin, for example http://souk.localhost:4000.`,
  );
}

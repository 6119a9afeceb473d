import { cookieJar } from "./cookie-jar.ts";
import type { Answer, HttpClient, RequestOptions } from "./http-client.ts";
import { type PageForm, pageForms } from "./page-form.ts";

/** A response with the address it was requested at. */
export interface Page extends Answer {
  url: string;
  /** The redirect target, by Location or by Refresh; empty when the browser stays. */
  leadsTo: string;
}

/**
 * A person's browser as far as the server sees one: keeps cookies by host, sends Sec-Fetch-Site and Origin with writes and
 * the CSRF token of the session with console calls. It goes where it is sent only by `follow`.
 */
export interface Browser {
  /** Open an address. */
  open(url: string): Promise<Page>;
  /** Follow redirects to the hosts that the client reaches, at most 5 times. */
  follow(page: Page): Promise<Page>;
  /**
   * Press a button of a page's form.
   * @param button its text, as people read it
   * @param fields what was typed, over what the form holds
   */
  press(page: Page, button: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
  /** Call a console operation from a page of the address's own origin. */
  call(method: string, url: string, json?: unknown): Promise<Page>;
  /** Return the Cookie header for a host, port included; `undefined` when there is none. */
  cookies(host: string): string | undefined;
}

/** Create a browser. @param reaches whether an address is the platform's own, and so followed */
export function browser(request: HttpClient, reaches: (url: URL) => boolean): Browser {
  const jar = cookieJar();
  const csrfTokens = new Map<string, string>();

  async function send(url: string, options: RequestOptions): Promise<Page> {
    const { host, origin } = new URL(url);
    const cookie = jar.header(host);
    const headers = { ...(cookie === undefined ? {} : { cookie }), ...options.headers };
    const answer = await request(url, { ...options, headers });
    jar.take(host, answer.headers["set-cookie"]);
    const token = csrfTokenIn(answer);
    if (token !== undefined) csrfTokens.set(origin, token);
    return { ...answer, url, leadsTo: leadsTo(answer, url) };
  }

  const open: Browser["open"] = (url) =>
    send(url, { headers: { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" } });

  return {
    open,
    cookies: jar.header,
    follow: async (page) => {
      let at = page;
      for (let step = 0; step < 5 && at.leadsTo !== "" && reaches(new URL(at.leadsTo)); step++)
        at = await open(at.leadsTo);
      return at;
    },
    press: (page, button, fields = {}) => {
      const form = formWith(page, button);
      const url = new URL(form.action, page.url);
      const all = { ...form.fields, ...fields, ...buttonField(form, button) };
      if (form.method === "GET") return open(`${url.origin}${url.pathname}?${new URLSearchParams(all)}`);
      return send(url.href, { method: "POST", form: all, headers: fromOwnPage(url.origin) });
    },
    call: (method, url, json) => {
      const { origin } = new URL(url);
      const token = csrfTokens.get(origin);
      const headers = { ...fromOwnPage(origin), ...(token === undefined ? {} : { "x-csrf-token": token }) };
      return send(url, { method, headers, ...(json === undefined ? {} : { json }) });
    },
  };
}

function leadsTo({ location, headers }: Answer, url: string): string {
  const refresh = /^\d+;\s*url=(.+)$/i.exec(headers["refresh"]?.toString() ?? "")?.[1] ?? "";
  const next = location === "" ? refresh : location;
  return next === "" ? "" : new URL(next, url).href;
}

function fromOwnPage(origin: string): Record<string, string> {
  return { origin, "sec-fetch-site": "same-origin" };
}

function formWith(page: Page, button: string): PageForm {
  const forms = pageForms(page.text);
  const form = forms.find(({ buttons }) => buttons.has(button));
  if (form) return form;
  const there = forms.flatMap(({ buttons }) => [...buttons.keys()]);
  throw new Error(
    `${page.url} (${page.status}) has no button "${button}", only: ${there.join(", ") || "none"}`,
  );
}

function buttonField(form: PageForm, button: string): Record<string, string> {
  const pair = form.buttons.get(button);
  return pair ? { [pair.name]: pair.value } : {};
}

function csrfTokenIn(answer: Answer): string | undefined {
  if (!answer.headers["content-type"]?.startsWith("application/json") || answer.status !== 200)
    return undefined;
  return answer.json<{ session?: { csrf_token?: string } } | null>()?.session?.csrf_token;
}

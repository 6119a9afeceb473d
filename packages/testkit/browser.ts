import { createCookieJar } from "./cookie-jar.ts";
import type { HttpClient, HttpResponse, RequestOptions } from "./http-client.ts";
import { type PageForm, parsePageForms } from "./page-form.ts";

/** A response and the URL that was requested. */
export interface Page extends HttpResponse {
  url: string;
  /** The URL in the Location or Refresh header; empty if the response is not a redirect. */
  redirectTarget: string;
}

/**
 * A simulated browser. It stores cookies by host, sends Sec-Fetch-Site and Origin with writes, and sends the CSRF token of
 * the session with console calls. It follows redirects only in `followRedirects`.
 */
export interface Browser {
  /** Open a URL, as if a person had entered it in the address bar. */
  open(url: string): Promise<Page>;
  /** Follow at most 5 redirects, but only to the platform's own hosts. @returns the last page */
  followRedirects(page: Page): Promise<Page>;
  /**
   * Click a button of a form on a page, which submits the form.
   * @param button the text of the button
   * @param fields entered values, which replace the values of the form
   */
  clickButton(page: Page, button: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
  /** Call a console operation, as a page on the origin of the URL does. */
  call(method: string, url: string, json?: unknown): Promise<Page>;
  /** Return the Cookie header for a host with its port, or `undefined` if it has no cookies. */
  getCookieHeader(host: string): string | undefined;
  /** Store cookies as if a response of a host with its port had set them. @param headers values of Set-Cookie */
  storeCookies(host: string, headers: string[]): void;
}

/** Create a simulated browser. @param isPlatformUrl returns whether a redirect to a URL is followed */
export function createBrowser(request: HttpClient, isPlatformUrl: (url: URL) => boolean): Browser {
  const jar = createCookieJar();
  const csrfTokens = new Map<string, string>();

  async function send(url: string, options: RequestOptions): Promise<Page> {
    const { host, origin } = new URL(url);
    const cookie = jar.getHeader(host);
    const headers = { ...(cookie === undefined ? {} : { cookie }), ...options.headers };
    const response = await request(url, { ...options, headers });
    jar.storeCookies(host, response.headers["set-cookie"]);
    const token = findCsrfToken(response);
    if (token !== undefined) csrfTokens.set(origin, token);
    return { ...response, url, redirectTarget: findRedirectTarget(response, url) };
  }

  const open: Browser["open"] = (url) =>
    send(url, { headers: { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" } });

  return {
    open,
    getCookieHeader: jar.getHeader,
    storeCookies: jar.storeCookies,
    followRedirects: async (page) => {
      let currentPage = page;
      for (let step = 0; step < 5; step++) {
        const { redirectTarget } = currentPage;
        if (redirectTarget === "" || !isPlatformUrl(new URL(redirectTarget))) break;
        currentPage = await open(redirectTarget);
      }
      return currentPage;
    },
    clickButton: (page, button, fields = {}) => {
      const form = findForm(page, button);
      const url = new URL(form.action, page.url);
      const allFields = { ...form.fields, ...fields, ...getButtonField(form, button) };
      if (form.method === "GET")
        return open(`${url.origin}${url.pathname}?${new URLSearchParams(allFields)}`);
      return send(url.href, { method: "POST", form: allFields, headers: buildSameOriginHeaders(url.origin) });
    },
    call: (method, url, json) => {
      const { origin } = new URL(url);
      const token = csrfTokens.get(origin);
      const headers = {
        ...buildSameOriginHeaders(origin),
        ...(token === undefined ? {} : { "x-csrf-token": token }),
      };
      return send(url, { method, headers, ...(json === undefined ? {} : { json }) });
    },
  };
}

function findRedirectTarget({ location, headers }: HttpResponse, url: string): string {
  const refresh = /^\d+;\s*url=(.+)$/i.exec(headers["refresh"]?.toString() ?? "")?.[1] ?? "";
  const target = location === "" ? refresh : location;
  return target === "" ? "" : new URL(target, url).href;
}

function buildSameOriginHeaders(origin: string): Record<string, string> {
  return { origin, "sec-fetch-site": "same-origin" };
}

function findForm(page: Page, button: string): PageForm {
  const forms = parsePageForms(page.text);
  const form = forms.find(({ buttons }) => buttons.has(button));
  if (form) return form;
  const buttonTexts = forms.flatMap(({ buttons }) => [...buttons.keys()]);
  throw new Error(
    `${page.url} (${page.status}) has no button "${button}", only: ${buttonTexts.join(", ") || "none"}`,
  );
}

function getButtonField(form: PageForm, button: string): Record<string, string> {
  const field = form.buttons.get(button);
  return field ? { [field.name]: field.value } : {};
}

function findCsrfToken(response: HttpResponse): string | undefined {
  if (!response.headers["content-type"]?.startsWith("application/json") || response.status !== 200)
    return undefined;
  return response.json<{ session?: { csrf_token?: string } } | null>()?.session?.csrf_token;
}

/**
 * Build a script that makes the page's next change fail although the server executes it: the page gets a network error instead of
 * the response. A change is a request other than GET whose URL contains `urlPart`.
 */
export const buildLostResponseScript = (urlPart: string) => `{
  const realFetch = window.fetch;
  window.fetch = async (url, init) => {
    const response = await realFetch(url, init);
    if (!String(url).includes("${urlPart}") || (init?.method ?? "GET") === "GET") return response;
    window.fetch = realFetch;
    throw new TypeError("Failed to fetch");
  };
}`;

/** Build a script that makes the response to the next change fail if its URL contains `urlPart`. */
export const buildLostResponseScript = (urlPart: string) => `{
  const realFetch = window.fetch;
  window.fetch = async (url, init) => {
    const response = await realFetch(url, init);
    if (!String(url).includes("${urlPart}") || (init?.method ?? "GET") === "GET") return response;
    window.fetch = realFetch;
    throw new TypeError("Failed to fetch");
  };
}`;

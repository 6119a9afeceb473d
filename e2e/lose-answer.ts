/** What runs in the page: the next answer from an address with such a part is lost on its way. */
export const loseAnswer = (part: string) => `{
  const real = window.fetch;
  window.fetch = async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes("${part}")) return answer;
    window.fetch = real;
    throw new TypeError("Failed to fetch");
  };
}`;

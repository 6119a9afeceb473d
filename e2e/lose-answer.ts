/** Build a script that loses the next response to a change at an address with this part. */
export const loseAnswer = (part: string) => `{
  const real = window.fetch;
  window.fetch = async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes("${part}") || (init?.method ?? "GET") === "GET") return answer;
    window.fetch = real;
    throw new TypeError("Failed to fetch");
  };
}`;

// How the page speaks to its own server: in the admin with a session token, in a tab with the tab's cookie.
const { shop } = document.querySelector("main").dataset;

/** The app bridge of the admin; null in a tab of its own. */
export const souk = window.souk?.embedded ? window.souk : null;

/** Sends a request below the shop's address. */
export function send(path, init = {}) {
  const url = `/shops/${shop}${path}`;
  return souk ? souk.fetch(url, init) : fetch(url, init);
}

/** An answer that is no success, in words for the person who looks. */
export async function faultOf(response) {
  const answer = await response.json().catch(() => ({}));
  const { message = `the app answered ${response.status}.`, code, request_id } = answer.error ?? {};
  const error = new Error(request_id ? `${message} (request ${request_id})` : message);
  error.code = code;
  return error;
}

/** Asks for JSON. Throws an Error whose message is a sentence. */
export async function ask(method, path, { body, headers = {} } = {}) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  let response;
  try {
    response = await send(path, { method, headers: { ...type, ...headers }, ...json });
  } catch {
    throw new Error("the app does not answer.");
  }
  if (!response.ok) throw await faultOf(response);
  return response.json();
}

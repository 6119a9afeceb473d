// Requests from the page to the app's server: with a session token in the admin, with the tab's cookie in a tab.
const { shop } = document.querySelector("main").dataset;

/** The app bridge of the admin; null in a tab of its own. */
export const souk = window.souk?.embedded ? window.souk : null;

/** Send a request to a path below the store's URL. */
export function send(path, init = {}) {
  const url = `/shops/${shop}${path}`;
  return souk ? souk.fetch(url, init) : fetch(url, init);
}

/** Return the message of a failed response for the person who looks at the page. */
export async function faultOf(response) {
  const answer = await response.json().catch(() => ({}));
  const { message = `the app answered ${response.status}.`, code, request_id } = answer.error ?? {};
  const error = new Error(request_id ? `${message} (request ${request_id})` : message);
  error.code = code;
  return error;
}

/** Request JSON. Throws an Error whose message is a sentence. */
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

// Sends requests from the page to the app's server. In the admin they contain a session token, and in a tab the tab's
// cookie.
const { shop } = document.querySelector("main").dataset;

/** The app bridge of the admin; null if the page is not in the admin's frame. */
export const souk = window.souk?.embedded ? window.souk : null;

/** Send a request to a path below the store's URL. */
export function send(path, init = {}) {
  const url = `/shops/${shop}${path}`;
  return souk ? souk.fetch(url, init) : fetch(url, init);
}

/** Read the error of a failed response. Its message is shown to the user. */
export async function readResponseError(response) {
  const body = await response.json().catch(() => ({}));
  const {
    message = `The app responded with status ${response.status}.`,
    code,
    request_id,
  } = body.error ?? {};
  const error = new Error(request_id ? `${message} (request ${request_id})` : message);
  error.code = code;
  return error;
}

/** Send a request and read the JSON response. Throws an Error whose message can be shown to the user. */
export async function requestJson(method, path, { body, headers = {} } = {}) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  let response;
  try {
    response = await send(path, { method, headers: { ...type, ...headers }, ...json });
  } catch {
    throw new Error("The app does not respond. Try again.");
  }
  if (!response.ok) throw await readResponseError(response);
  return response.json();
}

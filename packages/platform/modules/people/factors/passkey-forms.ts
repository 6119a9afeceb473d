import { Html, html } from "../../../infrastructure/routing/html.ts";

/** The name of the panel on each host. Pages show this name next to a passkey, because a passkey works on only one host. */
export const passkeyPanelNames = { admin: "admin", partners: "partner dashboard" } as const;

/** Render the button that opens the page with a passkey prompt. */
export function renderPasskeyButton({ action, hiddenFields }: { action: string; hiddenFields: Html }): Html {
  return html`<form method="post" action="${action}">${hiddenFields}<p class="actions"><button class="quiet">Use a passkey</button></p></form>`;
}

/** The content of the page with a passkey prompt. */
export interface PasskeyPrompt {
  heading: string;
  /** The options of the prompt, which the browser gets as JSON. */
  options: object;
  /** The path to which the browser's response is posted. */
  action: string;
  hiddenFields: Html;
  cancelPath: string;
  nonce: string;
  /** The error of the last attempt; empty for none. */
  error: string;
}

/**
 * The script of the page: it shows the browser's passkey prompt, and posts the browser's response. Only the options for a new passkey
 * contain a `user`.
 */
const script = `(() => {
  const find = (id) => document.getElementById(id);
  const options = JSON.parse(find("passkey-options").textContent);
  const form = find("passkey-form");
  const credentials = window.PublicKeyCredential;
  if (!credentials?.parseRequestOptionsFromJSON) {
    find("passkey-unsupported").hidden = false;
    form.hidden = true;
    return;
  }
  const prompt = () =>
    options.user
      ? navigator.credentials.create({ publicKey: credentials.parseCreationOptionsFromJSON(options) })
      : navigator.credentials.get({ publicKey: credentials.parseRequestOptionsFromJSON(options) });
  const start = async () => {
    find("passkey-failed").hidden = true;
    try {
      form.elements.credential.value = JSON.stringify((await prompt()).toJSON());
      form.submit();
    } catch {
      find("passkey-failed").hidden = false;
    }
  };
  find("passkey-start").addEventListener("click", start);
  if (form.dataset.start === "true") void start();
})();`;

/** Render the page with a passkey prompt. The prompt opens by itself unless the last attempt failed. The page needs JavaScript. */
export function renderPasskeyPrompt(prompt: PasskeyPrompt): Html {
  const { heading, options, action, hiddenFields, cancelPath, nonce, error } = prompt;
  // Escaping "<" prevents data that contains "</script>" from ending the block.
  const optionsJson = new Html(JSON.stringify(options).replaceAll("<", "\\u003c"));
  return html`<h1>${heading}</h1>
${error === "" ? null : html`<div class="errors" role="alert"><p>${error}</p></div>`}
<noscript><p class="warning">Passkeys need JavaScript. Turn it on for this site, or go back.</p></noscript>
<p class="warning" id="passkey-unsupported" role="alert" hidden>This browser does not support passkeys. Update it, or use another browser.</p>
<p class="warning" id="passkey-failed" role="alert" hidden>Your browser did not use a passkey. Try again.</p>
<form class="card" id="passkey-form" method="post" action="${action}" data-start="${error === "" ? "true" : "false"}">${hiddenFields}
<input type="hidden" name="credential">
<p>Your browser asks for your fingerprint, face, PIN or security key.</p>
<div class="actions"><button type="button" id="passkey-start">Continue with passkey</button><a class="button quiet" href="${cancelPath}">Cancel</a></div></form>
<script type="application/json" id="passkey-options">${optionsJson}</script>
<script nonce="${nonce}">${new Html(script)}</script>`;
}
